// The lines of a text. Mail programs and PDF files break them at some 72 characters: in a narrower pane each would break once
// more. Rows of a table come as lines, their cells with bars between them.

import { slice } from "./text.js";

const widest = 80;
const startsAnew = /^(?:[\s>|#]|[-*+•–]\s|\d+[.)]\s)/u;
const bar = " | ";

/**
 * Turns the line breaks that only a line's width asked for into blanks. Nothing else changes, not even an offset.
 *
 * @param {string} text
 */
export function reflow(text) {
  const lines = text.split("\n");
  const width = lines.reduce((most, line) => (line.length > widest ? most : Math.max(most, line.length)), 0);
  const isWrapped = (line, next) => line.trim() && next && !startsAnew.test(line) && !startsAnew.test(next)
    && !isRow(line) && !isRow(next) && line.length <= widest && line.length + 1 + next.search(/\s|$/u) > width;
  return lines.map((line, index) => {
    if (index === lines.length - 1) return line;
    return line + (width > 50 && isWrapped(line, lines[index + 1]) ? " " : "\n");
  }).join("");
}

/** True if a line has cells; not with a bar at its start, which is how Markdown writes rows. @param {string} line */
function isRow(line) {
  return line.includes(bar) && !startsAnew.test(line);
}

/**
 * A text in parts: tables, of two rows or more, and what is between them.
 *
 * @template {{text: string}} Run
 * @param {Run[]} runs
 * @returns {{runs: Run[], rows?: Run[][][]}[]} rows: of a table, each a list of cells
 */
export function withTables(runs) {
  const parts = [];
  let low = 0;
  for (const { isTable, lines } of lineGroups(runs.map((run) => run.text).join(""))) {
    const high = low + lines.reduce((sum, line) => sum + line.length, 0);
    const own = slice(runs, low, high);
    if (isTable) parts.push({ runs: own, rows: rowsOf(own, lines) });
    else parts.push({ runs: own });
    low = high;
  }
  return parts;
}

/** Consecutive lines, with their ends, that are in one table or in none. */
function lineGroups(text) {
  const lines = text.match(/[^\n]*\n|[^\n]+$/gu) ?? [];
  const rows = lines.map(isRow);
  const groups = [];
  lines.forEach((line, index) => {
    const isTable = rows[index] && Boolean(rows[index - 1] || rows[index + 1]);
    if (groups.at(-1)?.isTable !== isTable) groups.push({ isTable, lines: [] });
    groups.at(-1).lines.push(line);
  });
  return groups;
}

function rowsOf(runs, lines) {
  let start = 0;
  return lines.map((line) => {
    const row = slice(runs, start, start + line.length);
    start += line.length;
    let low = 0;
    return line.split(bar).map((cell) => {
      const own = slice(row, low, low + cell.length);
      low += cell.length + bar.length;
      return own;
    });
  });
}

// The text of an answer as elements: paragraphs, lists, tables, bold, italics and code, and nothing else. What else a model writes,
// such as links, pictures and HTML, stays the characters that it is.

import { append, el, scroller } from "./dom.js";
import { visible } from "./text.js";

const longestSpan = 400;
const code = `(?<ticks>\`+)(?<code>[^\`]{1,${longestSpan}})\\k<ticks>`;
const strong = `(?<strongMark>\\*\\*|__)(?=\\S)(?<strong>.{1,${longestSpan}}?)(?<=\\S)\\k<strongMark>`;
const emphasis = `(?<![\\w*])(?<mark>[*_])(?=[^\\s*_])(?<emphasis>[^*_]{1,${longestSpan}}?)(?<=\\S)\\k<mark>(?![\\w*])`;
const sources = "\\s?\\[(?<sources>\\d{1,4}(?:\\s?[,;]\\s?\\d{1,4}){0,20})\\]";
const spans = new RegExp([code, strong, emphasis, sources].join("|"), "gsu");
const listMark = /^\s*(?:[-*+•]|(\d{1,3})[.)])\s+/u;
const headingMark = /^\s*#{1,6}\s+(.*)$/su;
const fence = /^ *```/u;
const row = /^ *\|/u;
/** `|---|:-:|` */
const rule = /^[|\-: ]*-[|\-: ]*$/u;
const mostColumns = 40;

/**
 * A piece of an answer: a sentence or a line.
 * @typedef {{text: string, dates?: {phrase: string, meaning: string}[], paragraph?: boolean, wrap?: (nodes: Node[]) => Node}} Piece
 * `paragraph`: it begins a paragraph.
 */

/** Pieces as paragraphs, lists, tables and code. @param {Piece[]} pieces @returns {HTMLElement[]} */
export function answerBlocks(pieces) {
  const blocks = [];
  let open;
  for (const piece of pieces) {
    const lined = linedElement(piece.text);
    if (lined) {
      blocks.push(el("div", {}, piece.wrap ? piece.wrap([lined]) : lined));
      open = undefined;
      continue;
    }
    const mark = listMark.exec(piece.text);
    const nodes = pieceNodes(mark ? { ...piece, text: piece.text.slice(mark[0].length) } : piece);
    if (mark) open = listItem(blocks, mark[1]);
    else if (piece.paragraph) open = undefined;
    if (!open) {
      open = el("p");
      blocks.push(open);
    }
    append(open, [open.childNodes.length ? " " : null, nodes]);
  }
  return blocks;
}

/** A table, or lines of code; `undefined` for other text. */
function linedElement(text) {
  const lines = text.split("\n");
  if (fence.test(text)) {
    const end = lines.findIndex((line, index) => index > 0 && fence.test(line));
    const written = lines.slice(1, end < 0 ? undefined : end).join("\n");
    return scroller("Code", el("pre.code-lines", {}, el("code", {}, visible(written))));
  }
  if (!row.test(text) || !lines.every((line) => row.test(line))) return undefined;
  const rows = lines.filter((line) => !rule.test(line)).map(cells);
  if (!rows.length || rows.some((each) => each.length > mostColumns)) return undefined;
  const body = rule.test(lines[1] ?? "") ? rows.slice(1) : rows;
  const element = (name) => (text) => el(name, { dir: "auto" }, inlineNodes(text, []));
  return scroller("Table", el("table", {},
    body.length < rows.length ? el("thead", {}, el("tr", {}, rows[0].map(element("th")))) : null,
    el("tbody", {}, body.map((each) => el("tr", {}, each.map(element("td")))))));
}

function cells(line) {
  const all = line.trim().split("|").map((text) => text.trim()).slice(1);
  return all.length > 1 && !all.at(-1) ? all.slice(0, -1) : all;
}

/** A new item of the list that the blocks end with, or of a new one. */
function listItem(blocks, numbered) {
  const name = numbered ? "OL" : "UL";
  if (blocks.at(-1)?.tagName !== name) blocks.push(el(name.toLowerCase(), numbered ? { start: numbered } : {}));
  const item = el("li");
  blocks.at(-1).append(item);
  return item;
}

function pieceNodes({ text, dates = [], wrap }) {
  const heading = headingMark.exec(text);
  const left = [...dates];
  const inline = inlineNodes(heading ? heading[1] : text, left);
  // A phrase that markup divides is explained behind the sentence.
  const rest = left.map(({ phrase, meaning }) => el("span.date-meaning", {}, ` (${visible(phrase)}: ${visible(meaning)})`));
  const nodes = [...(heading ? [el("strong", {}, inline)] : inline), ...rest];
  return wrap ? [wrap(nodes)] : nodes;
}

/** @param {{phrase: string, meaning: string}[]} dates those not found yet; those that are found are taken out */
function inlineNodes(text, dates) {
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(spans)) {
    nodes.push(...datedText(text.slice(end, match.index), dates), spanNode(match.groups, dates));
    end = match.index + match[0].length;
  }
  return [...nodes, ...datedText(text.slice(end), dates)];
}

function spanNode(groups, dates) {
  if (groups.code !== undefined) return el("code", {}, visible(groups.code));
  if (groups.strong !== undefined) return el("strong", {}, inlineNodes(groups.strong, dates));
  if (groups.emphasis !== undefined) return el("em", {}, inlineNodes(groups.emphasis, dates));
  return el("span.cite.pending", {}, groups.sources);
}

/** Text in which each phrase of relative time is followed by its meaning. */
export function datedText(text, dates) {
  const at = dates.findIndex(({ phrase }) => phrase && text.includes(phrase));
  if (at < 0) return text ? [visible(text)] : [];
  const [{ phrase, meaning }] = dates.splice(at, 1);
  const end = text.indexOf(phrase) + phrase.length;
  return [...datedText(text.slice(0, end), dates), el("span.date-meaning", {}, ` (${visible(meaning)})`), ...datedText(text.slice(end), dates)];
}

/** The lines of a text that is still being written. */
export function streamedBlocks(text) {
  const pieces = [];
  let [before, isCode] = ["", false];
  for (const written of text.split("\n")) {
    const line = isCode ? written : written.trim();
    if (isCode || (row.test(line) && row.test(before))) pieces.at(-1).text += `\n${line}`;
    else pieces.push({ text: line, paragraph: pieces.length > 0 && !before });
    if (fence.test(line)) isCode = !isCode;
    before = line;
  }
  return answerBlocks(pieces.filter((piece) => piece.text));
}

// Reads and writes the fields of a query, so that filters can be chips. The server alone decides what a query means.

/**
 * A field that stands alone, such as `-from:"anna lee"`.
 * @typedef {{field: string, value: string, isNegated: boolean, start: number, end: number}} Clause
 */

const fields = "from|to|cc|bcc|with|subject|in|filename|has|kind|format|lang|larger|smaller|conversation|date|after|before|id|thread";
const token = /\(|\)|(?:[^\s()"“„]|(?<=\S)\(|(?<=:)["“„][^"”“]*["”“]?)+|["“„][^"”“]*["”“]?\*?/gu;
const field = new RegExp(`^(-?)(${fields}):(.+)$`, "u");
const joiners = new Set(["OR", "AND", "NOT"]);

/** The fields of a query that may be taken away without changing the rest: not within parentheses, not beside OR. */
export function clauses(query) {
  const tokens = [...query.matchAll(token)];
  const found = [];
  let depth = 0;
  tokens.forEach((match, index) => {
    if (match[0] === "(") depth += 1;
    if (match[0] === ")") depth = Math.max(0, depth - 1);
    const clause = depth === 0 && !isJoined(tokens, index) ? read(match) : undefined;
    if (clause) found.push(clause);
  });
  return found;
}

function isJoined(tokens, index) {
  const before = tokens[index - 1]?.[0];
  return joiners.has(before) || ["OR", "AND"].includes(tokens[index + 1]?.[0]) || before === "-";
}

/** @returns {Clause|undefined} */
function read(match) {
  const parts = field.exec(match[0]);
  if (!parts) return undefined;
  const value = parts[3].replace(/^["“„]|["”“]$/gu, "");
  return { field: parts[2], value, isNegated: parts[1] === "-", start: match.index, end: match.index + match[0].length };
}

/** The query without a clause. */
export function without(query, clause) {
  const rest = `${query.slice(0, clause.start).trimEnd()} ${query.slice(clause.end).trimStart()}`;
  return rest.trim();
}

/** The query with a clause in place of those of the same field. */
export function withClause(query, text) {
  const name = text.slice(0, text.indexOf(":"));
  const rivals = name === "date" ? ["date", "after", "before"] : [name];
  let rest = query;
  for (;;) {
    const old = clauses(rest).find((clause) => rivals.includes(clause.field) && !clause.isNegated);
    if (!old) return `${rest.trim()} ${text}`.trim();
    rest = without(rest, old);
  }
}

const labels = {
  from: "From", to: "To", cc: "Cc", bcc: "Bcc", with: "With", subject: "Subject", in: "In", filename: "File", kind: "Kind", format: "Format", lang: "Language",
  larger: "Larger than", smaller: "Smaller than", date: "Date", after: "Since", before: "Before", id: "Id", thread: "Thread",
};

/** What a chip says of a clause. @param {Clause} clause */
export function clauseLabel(clause) {
  const label = clause.field === "has" ? `Has ${clause.value}` : `${labels[clause.field]} ${clause.value.replace("..", " – ")}`;
  return clause.isNegated ? `Not: ${label}` : label;
}

/** "date:2024-03" or "date:2024-03..2024-05" */
export function dateClause(first, last) {
  return first === last ? `date:${first}` : `date:${first}..${last}`;
}

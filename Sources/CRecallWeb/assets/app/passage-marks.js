// Finds passages within an item's text again, so that the reading pane can mark them and open at them.

/** @typedef {{text: string, quoted: boolean, mark?: "word"|"sentence", isBest: boolean}} Run isBest: marked in the best passage */

/**
 * An item's text in runs of one look each.
 *
 * @param {import("./types.js").Segment[]} segments of the item
 * @param {import("./types.js").Passage[]} passages of the same item, best first
 * @param {boolean} marksWhole marks all of the best passage if it has no marks of its own: it was found by its whole meaning
 * @param {(text: string) => string} [look] changes characters, but not their number
 * @returns {Run[]} whose texts together are the item's text
 */
export function runs(segments, passages, marksWhole, look = (text) => text) {
  const text = segments.map((segment) => segment.text).join("");
  const quoted = spans(segments, 0).filter((span) => span.quoted);
  const marks = marksIn(text, passages, marksWhole);
  const cuts = [0, text.length, ...[...quoted, ...marks].flatMap((span) => [span.low, span.high])];
  const shown = look(text);
  const edges = [...new Set(cuts)].sort((a, b) => a - b);
  return edges.slice(1).map((high, index) => {
    const low = edges[index];
    const covering = marks.filter((span) => span.low <= low && high <= span.high);
    return {
      text: shown.slice(low, high),
      quoted: quoted.some((span) => span.low <= low && high <= span.high),
      mark: covering.some((span) => span.mark === "word") ? "word" : covering[0]?.mark,
      isBest: covering.some((span) => span.isBest),
    };
  });
}

/**
 * Where the marks of passages lie in a text, in UTF-16 units.
 *
 * @param {string} text
 * @param {import("./types.js").Passage[]} passages best first
 * @param {boolean} marksWhole as for `runs`
 * @returns {{low: number, high: number, mark: "word"|"sentence", isBest: boolean}[]}
 */
export function marksIn(text, passages, marksWhole) {
  return passages.flatMap((passage, index) =>
    passageMarks(text, passage, marksWhole && index === 0).map((span) => ({ ...span, isBest: index === 0 })));
}

/** Where the segments lie, in UTF-16 units. */
function spans(segments, start) {
  let low = start;
  return segments.map((segment) => {
    const span = { ...segment, low, high: low + segment.text.length };
    low = span.high;
    return span;
  });
}

function passageMarks(text, passage, marksWhole) {
  const passageText = passage.segments.map((segment) => segment.text).join("");
  const at = passageText ? position(text, passageText, passage.range?.[0]) : -1;
  if (at < 0) return [];
  const marks = spans(passage.segments, at).filter((span) => span.mark && span.low < span.high);
  return marks.length || !marksWhole ? marks : [{ low: at, high: at + passageText.length, mark: "sentence" }];
}

/** Where a passage begins: at its byte, unless the item has changed since; then at the first place that says the same. */
function position(text, passageText, byte) {
  const at = byte === undefined ? -1 : unitOffset(text, byte);
  return at >= 0 && text.startsWith(passageText, at) ? at : text.indexOf(passageText);
}

/** The UTF-16 offset of an offset in UTF-8 bytes. */
function unitOffset(text, byte) {
  let at = 0;
  for (let bytes = 0; bytes < byte && at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    // The two halves of a pair are four bytes together.
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
  }
  return at;
}

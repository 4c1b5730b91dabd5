// Mail programs and PDF files break lines at some 72 characters. In a narrower pane each would break once more.

const widest = 80;
const startsAnew = /^(?:[\s>|#]|[-*+•–]\s|\d+[.)]\s)/u;

/**
 * Turns the line breaks that only a line's width asked for into blanks. Nothing else changes, not even an offset.
 *
 * @param {string} text
 */
export function reflow(text) {
  const lines = text.split("\n");
  const width = lines.reduce((most, line) => (line.length > widest ? most : Math.max(most, line.length)), 0);
  const isWrapped = (line, next) => line.trim() && next && !startsAnew.test(line) && !startsAnew.test(next)
    && line.length <= widest && line.length + 1 + next.search(/\s|$/u) > width;
  return lines.map((line, index) => {
    if (index === lines.length - 1) return line;
    return line + (width > 50 && isWrapped(line, lines[index + 1]) ? " " : "\n");
  }).join("");
}

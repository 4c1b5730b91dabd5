// The text of a note and the marks in it: finds pieces of the note as shown again in the text, so that they can be marked.

import { el } from "./dom.js";
import { visible } from "./text.js";

export class SourceText {
  /**
   * @param {string} text
   * @param {{low: number, high: number, mark: string, isBest: boolean}[]} marks
   * @param {string} flowing the text with blanks for the line breaks that only a line's width asked for
   */
  constructor(text, marks, flowing) {
    Object.assign(this, { text, marks, flowing });
    this.lineStarts = [0];
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.lineStarts.push(at + 1);
    this.enter([1, this.lineStarts.length]);
  }

  /** Goes to the lines of a block, numbered from 1. Blocks come in the order of the text, so what is behind is not searched. */
  enter([first, last]) {
    this.position = Math.max(this.position ?? 0, this.lineStarts[first - 1] ?? 0);
    this.end = this.lineStarts[last] ?? this.text.length;
  }

  /** Goes to the lines of a block that stands before others in the text, and is shown after them. */
  goTo(lines) {
    this.position = 0;
    this.enter(lines);
  }

  /** The nodes of a piece of text, with its marks. What is written differently in the text is looked up word by word. */
  nodes(piece) {
    const at = this.find(piece);
    if (at >= 0) return this.marked(piece, at);
    return piece.split(/(\s+)/).filter(Boolean).flatMap((word) => {
      const found = word.trim() ? this.find(word) : -1;
      return found >= 0 ? this.marked(word, found) : [visible(word)];
    });
  }

  /** Whether the next line break is one that its author made. */
  isBreak() {
    const at = this.text.indexOf("\n", this.position);
    return at < 0 || at >= this.end || this.flowing[at] !== " ";
  }

  find(piece) {
    const at = this.text.indexOf(piece, this.position);
    if (at < 0 || at + piece.length > this.end) return -1;
    this.position = at + piece.length;
    return at;
  }

  marked(piece, at) {
    const touching = this.marks.filter((mark) => mark.low < at + piece.length && at < mark.high);
    if (!touching.length) return [visible(piece)];
    const cuts = touching.flatMap(({ low, high }) => [low - at, high - at]).filter((cut) => cut > 0 && cut < piece.length);
    const edges = [...new Set([0, ...cuts, piece.length])].sort((a, b) => a - b);
    return edges.slice(1).map((high, index) => this.run(piece.slice(edges[index], high), at + edges[index]));
  }

  run(text, low) {
    const covering = this.marks.filter((mark) => mark.low <= low && low < mark.high);
    if (!covering.length) return visible(text);
    const name = covering.some((mark) => mark.mark === "word") ? "mark" : "span.sentence";
    return el(covering.some((mark) => mark.isBest) ? `${name}.best` : name, {}, visible(text));
  }
}

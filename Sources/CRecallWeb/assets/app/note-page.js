// A note as its marks mean it, built from the blocks that the server made of its text. Nothing of it is ever parsed as HTML.

import { api, isAborted, pictureAddress } from "./api.js";
import { copyText, openDialog, say } from "./dialog.js";
import { button, el, glyph, scroller } from "./dom.js";
import { marksIn } from "./passage-marks.js";
import { reflow } from "./reflow.js";
import { address } from "./router.js";
import { SourceText } from "./source-text.js";
import { mail, oneLine, visible } from "./text.js";

/** A note is opened as its text if its page takes longer. */
const patience = 2000;
/** Each page takes a process: of a long thread of notes those around the opened one have theirs. */
const pagesAround = 8;

/** Whether an item has a page to ask for. @param {import("./types.js").Item} item */
function hasPage(item) {
  return item.kind === "note" || (item.kind === "document" && /\.(md|markdown|mdown|mkd)$/i.test(item.details.path ?? ""));
}

/**
 * The pages of items, by their ids; without those that are shown as their text.
 *
 * @param {import("./types.js").Item[]} items
 * @param {string} opened the id of the item that is opened
 * @returns {Promise<Map<string, import("./types.js").NotePage>>}
 */
export async function notePages(items, opened, signal) {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(patience)].filter(Boolean));
  const at = items.findIndex((item) => item.id === opened);
  const near = items.slice(Math.max(0, at - pagesAround), at + pagesAround + 1);
  const pages = near.filter(hasPage).map(async (item) => {
    try {
      return [item.id, await api.page(item.id, limit)];
    } catch (error) {
      if (isAborted(error) && signal?.aborted) throw error;
      return undefined;
    }
  });
  return new Map((await Promise.all(pages)).filter(Boolean));
}

/**
 * @param {import("./types.js").Item} item
 * @param {import("./types.js").NotePage} page
 * @param {import("./types.js").Passage[]} passages of this item
 * @param {{title: string, marksWhole: boolean}} context the title above it, which is not said again
 */
export function noteBody(item, page, passages, { title, marksWhole }) {
  const text = item.segments.map((segment) => segment.text).join("");
  const source = new SourceText(text, marksIn(text, passages, marksWhole), reflow(text));
  const view = new PageView(item.id, page, source);
  return el("div.item-body.note-body", { dir: "auto" }, view.blocks(withoutTitle(page.blocks, title)));
}

function withoutTitle(blocks, title) {
  const [first] = blocks;
  const isTitle = first?.type === "heading" && oneLine(words(first.inlines)) === oneLine(title);
  return isTitle ? blocks.slice(1) : blocks;
}

function words(inlines) {
  return inlines.map(({ text, inlines: inner }) => text ?? words(inner ?? [])).join("");
}

class PageView {
  /** @param {string} id @param {import("./types.js").NotePage} page @param {SourceText} source */
  constructor(id, page, source) {
    this.id = id;
    this.links = new Map(page.links.map(({ target, item }) => [target, item]));
    this.pictures = new Set(page.pictures);
    this.source = source;
  }

  blocks(blocks) {
    return blocks.map((block) => this.block(block));
  }

  block(block) {
    if (!block.blocks && !block.items) this.source.enter(block.lines);
    switch (block.type) {
      // The pane's title is the second level.
      case "heading": return el(`h${Math.min(6, block.level + 2)}.note-heading`, { "data-level": block.level, dir: "auto" }, this.inlines(block.inlines));
      case "callout": return this.callout(block);
      case "quote": return el("blockquote", {}, this.blocks(block.blocks));
      case "list": return this.list(block);
      case "code": return el("pre.note-code.scroller", { tabindex: 0, dir: "ltr", "aria-label": "Code" }, el("code", {}, this.lines(block.text)));
      case "rule": return el("hr");
      case "table": return this.table(block);
      case "footnote": return this.footnote(block);
      default: return el("p", { dir: "auto" }, this.inlines(block.inlines ?? []));
    }
  }

  /** What kind it is stands above it in words, with its title. */
  callout({ label, lines: [first], inlines, blocks }) {
    this.source.enter([first, first]);
    const kind = oneLine(label, 40).toLowerCase();
    const shown = kind.replace(/^./u, (letter) => letter.toUpperCase());
    const title = inlines.length > 0 && el("strong", { dir: "auto" }, this.inlines(inlines));
    const box = el("aside.callout", { "aria-label": shown }, el("p.callout-title", {}, mail("span.callout-kind", shown), title), this.blocks(blocks));
    box.dataset.kind = kind;
    return box;
  }

  /** It may stand anywhere in the text, and is shown below it. */
  footnote({ label, lines, blocks }) {
    this.source.goTo(lines);
    return el("aside.footnote", {}, el("sup", {}, label), el("div", {}, this.blocks(blocks)));
  }

  list({ start, items }) {
    const children = items.map((item) => this.listItem(item));
    return start === undefined ? el("ul", {}, children) : el("ol", { start }, children);
  }

  listItem({ isDone, blocks }) {
    const content = this.blocks(blocks);
    if (isDone === undefined) return el("li", {}, content);
    const box = el("span.task-box", { role: "img", "aria-label": isDone ? "Done" : "To do" }, isDone && glyph("check"));
    return el(`li.task${isDone ? ".done" : ""}`, {}, box, el("div", {}, content));
  }

  table({ rows, alignments }) {
    const cell = (name) => (inlines, column) => el(name, { "data-align": alignments[column], dir: "auto" }, this.inlines(inlines));
    const [header, ...body] = rows;
    return scroller("Table", el("table", {},
      el("thead", {}, el("tr", {}, header.map(cell("th")))),
      el("tbody", {}, body.map((row) => el("tr", {}, row.map(cell("td")))))));
  }

  /** Each line by itself: in a list they are indented further than in the block. */
  lines(text) {
    const lines = text.replace(/\n$/, "").split("\n");
    return lines.flatMap((line, index) => [index ? "\n" : "", ...(line ? this.source.nodes(line) : [])]);
  }

  inlines(inlines) {
    return inlines.map((inline) => this.inline(inline));
  }

  inline(inline) {
    switch (inline.type) {
      case "text": return this.source.nodes(inline.text);
      case "code": return el("code", { dir: "auto" }, this.source.nodes(inline.text));
      case "break": return el("br");
      case "lineEnd": return this.source.isBreak() ? el("br") : " ";
      case "emphasis": return el("em", {}, this.inlines(inline.inlines));
      case "strong": return el("strong", {}, this.inlines(inline.inlines));
      case "marked": return el("mark.marked", {}, this.inlines(inline.inlines));
      case "deleted": return el("del", {}, this.inlines(inline.inlines));
      case "link": case "note": return this.link(inline);
      case "picture": return this.picture(inline);
      case "footnote": return el("sup", {}, inline.text);
      default: return "";
    }
  }

  /** To an item of the library it is a link; an address elsewhere is shown first, and opened only then. */
  link({ type, target, inlines }) {
    const content = this.inlines(inlines);
    const item = this.links.get(target);
    if (item) return el("a.note-link", { href: address(`/item/${item}`) }, content);
    if (type === "link" && isWebAddress(target)) {
      return button(".link.web-link", { title: oneLine(target, 300), onclick: () => askToOpen(target) }, content);
    }
    return el("span.dead-link", { title: type === "note" ? "There is no such note in your library" : oneLine(target, 300) }, content);
  }

  picture({ target, text }) {
    const label = text || target;
    if (this.pictures.has(target)) {
      return el("img.note-picture", { src: pictureAddress(this.id, target), alt: oneLine(label), loading: "lazy", decoding: "async" });
    }
    const why = isWebAddress(target) ? "Nothing is loaded from the web" : "Not found beside this note, or no picture that is shown";
    return el("span.missing-picture", { title: `${why}: ${oneLine(target, 300)}` }, glyph("picture"), oneLine(label, 120));
  }
}

function isWebAddress(text) {
  return /^(https?:\/\/|mailto:)/i.test(text);
}

/** Says where a link leads. Only a person's own click on that address leaves this page. */
function askToOpen(target) {
  openDialog("Open this address?", (dialog) => [
    el("div.dialog-text", {}, el("p", {}, "It leads out of Recall, to the web or to another program:"),
      el("code.web-address", { dir: "ltr" }, visible(target))),
    el("footer.dialog-actions", {},
      button("", { onclick: () => { dialog.close(); copyText(target, "Address copied."); } }, "Copy"),
      el("a.button.primary", { href: target, target: "_blank", rel: "noopener noreferrer", onclick: () => dialog.close() }, "Open")),
  ], ".question");
}

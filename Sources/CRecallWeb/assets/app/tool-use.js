// The use of tools while an answer is made: a chip for each, which opens into what was found.

import { el, fill } from "./dom.js";
import { shortDay } from "./dates.js";
import { bylinePart, count, itemTitle, mail, oneLine, quoting, senderWithAddress } from "./text.js";

/** What each tool does while it runs and when it has run, and what it gives. */
const tools = {
  search: ["Searching", "Searched", "passage"],
  list: ["Listing", "Listed", "item"],
  count: ["Counting", "Counted", "item"],
  people: ["Looking for people", "Looked for people", "person", "people"],
  read_thread: ["Reading on in the thread", "Read on in the thread", "passage"],
  read_item: ["Reading on in the item", "Read on in the item", "passage"],
};

/** What a model asked for, in words; arguments are what it wrote, so they may be anything. */
function asked(text) {
  try {
    const { query, from, kind, after, before } = JSON.parse(text);
    const parts = [query && `“${query}”`, from && `from ${from}`, kind && `kind ${kind}`, after && `since ${after}`, before && `before ${before}`];
    return oneLine(parts.filter(Boolean).map(String).join(", "), 120);
  } catch {
    return "";
  }
}

function label({ tool, arguments: written, results }) {
  const [runs, ran, noun, plural] = Object.hasOwn(tools, tool) ? tools[tool] : [oneLine(tool, 40), oneLine(tool, 40), "result"];
  const about = asked(written);
  return [results === undefined ? runs : ran, about && ` ${about}`, results !== undefined && `: ${count(results, noun, plural)}`];
}

/** The chips of an answer's tools. */
export class ToolChips {
  /** @param {import("./answer-sources.js").CitationLink} linkTo */
  constructor(linkTo) {
    this.linkTo = linkTo;
    this.element = el("div.tools");
  }

  /** Shows that a tool is being used. */
  start(use) {
    this.running = el("span.chip.still.running", {}, mail("span", label(use)));
    this.element.append(this.running);
  }

  /** Shows what a tool gave, and what it found if that is known. @param {import("./types.js").Citation[]} [found] */
  end(use, found = []) {
    const chip = found.length ? this.opening(use, found) : el("span.chip.still", {}, mail("span", label(use)));
    if (this.running) this.running.replaceWith(chip);
    else this.element.append(chip);
    this.running = undefined;
  }

  opening(use, found) {
    const list = el("ol.tool-found");
    const details = el("details.tool", {}, el("summary.chip", {}, mail("span", label(use))), list);
    details.addEventListener("toggle", () => fill(list, details.open && found.slice(0, 100).map((each) => this.row(each))));
    return details;
  }

  row(citation) {
    const facts = [senderWithAddress(citation), quoting(citation), shortDay(citation.date), itemTitle({ ...citation, title: oneLine(citation.title, 120) })];
    return el("li", {}, el("a", { href: this.linkTo(citation) }, mail("span.tool-source", facts.filter(Boolean).map(bylinePart).join(" · ")),
      mail("span.tool-text", oneLine(citation.text, 300))));
  }

  /** No tool is in use any more. */
  stop() {
    this.running?.remove();
    this.running = undefined;
  }
}

// The list of threads that a search found. A refined answer changes rows in place, around the one that is in use.

import { append, el, fill, glyph } from "./dom.js";
import { span, time } from "./dates.js";
import { address } from "./router.js";
import { addressOfDoubtful, bylinePart, count, excerpt, inQuotation, itemTitle, kindNames, mail, marked, oneLine, personName, quoting } from "./text.js";

/** @typedef {{ids: Set<string>, content: string, element: HTMLElement, result: import("./types.js").Result}} Row */

const longestDoubtful = 40;

/** The kinds of matches in plain words, with the bars that they have. */
const matches = {
  says: { bars: 3, label: "Says it" },
  closeInMeaning: { bars: 2, label: "Close in meaning" },
  weak: { bars: 1, label: "Less certain" },
};

export class ResultList {
  /** @param {(id: string) => string} linkTo the address that opens an item */
  constructor(linkTo) {
    this.linkTo = linkTo;
    /** @type {Row[]} */
    this.rows = [];
    this.element = el("ol.results", {
      role: "list", "aria-label": "Results", onclick: openRow,
      onfocusin: () => { this.isTouched = true; }, onpointerdown: () => { this.isTouched = true; },
    });
  }

  /**
   * Shows results, keeping the elements of threads that are there already.
   *
   * @param {import("./types.js").Result[]} results
   * @param {boolean} isRefinement of the answer that is shown: then a row that was chosen in it keeps its place
   * @param {boolean} [namesFirst] names the kind of the first result, too, if that is a weaker one
   */
  update(results, isRefinement, namesFirst = false) {
    const old = this.rows;
    const inUse = isRefinement && this.isTouched ? old.findIndex((row) => this.isInUse(row)) : -1;
    if (!isRefinement) this.isTouched = false;
    const rows = results.map((result) => this.rowFor(result, old));
    if (inUse >= 0) moveTo(rows, old[inUse], inUse);
    this.arrange(rows, old[inUse]);
    this.rows = rows;
    this.markKinds(namesFirst);
  }

  isInUse(row) {
    return row.element.contains(document.activeElement) || row.element.hasAttribute("data-open");
  }

  rowFor(result, old) {
    const ids = new Set(result.passages.map((passage) => passage.item.id));
    const row = old.find((one) => [...ids].some((id) => one.ids.has(id))) ?? { element: el("li.result") };
    const content = JSON.stringify(result);
    if (row.content !== content) this.render(row, result);
    return Object.assign(row, { ids, content, result });
  }

  render(row, result) {
    const hadFocus = row.element.contains(document.activeElement);
    fill(row.element, resultContent(result, this.linkTo));
    if (hadFocus) row.element.querySelector("a").focus({ preventScroll: true });
  }

  /** Only what is not in use is moved: a moved element would lose focus, and the person their place. */
  arrange(rows, kept) {
    const elements = rows.map((row) => row.element);
    const at = kept ? rows.indexOf(kept) : -1;
    for (const child of [...this.element.children]) if (!elements.includes(child)) child.remove();
    if (elements.every((element, index) => this.element.children[index] === element)) return;
    const top = kept?.element.getBoundingClientRect().top;
    this.element.prepend(...elements.slice(0, Math.max(0, at)));
    this.element.append(...elements.slice(at + 1));
    if (kept) this.element.closest(".scroller")?.scrollBy(0, kept.element.getBoundingClientRect().top - top);
  }

  /** One quiet line before the first result of each weaker kind, where they are ordered by kind. */
  markKinds(namesFirst) {
    const bars = this.rows.map((row) => matches[row.result.match].bars);
    const isOrdered = bars.every((bar, index) => !index || bar <= bars[index - 1]);
    this.rows.forEach((row, index) => {
      const before = index ? bars[index - 1] : namesFirst && matches.says.bars;
      const isFirst = isOrdered && bars[index] < before;
      row.element.classList.toggle("first-of-kind", isFirst);
      if (isFirst) row.element.dataset.kind = matches[row.result.match].label;
      else delete row.element.dataset.kind;
    });
  }

  /** Marks the row of an open item; @returns {Row|undefined} */
  markOpen(id) {
    for (const row of this.rows) {
      const isOpen = Boolean(id) && row.ids.has(id);
      row.element.toggleAttribute("data-open", isOpen);
      if (isOpen) row.element.querySelector("a").setAttribute("aria-current", "true");
      else row.element.querySelector("a").removeAttribute("aria-current");
    }
    return this.rows.find((row) => row.ids.has(id));
  }

  get links() {
    return this.rows.map((row) => row.element.querySelector("a"));
  }
}

/** A click anywhere in a row opens it, unless it ends a selection of text. */
function openRow(event) {
  if (event.target.closest("a, button") || !window.getSelection().isCollapsed) return;
  event.target.closest(".result")?.querySelector("a").click();
}

function moveTo(rows, row, index) {
  const present = rows.indexOf(row);
  if (present >= 0) rows.splice(present, 1);
  rows.splice(Math.min(index, rows.length), 0, row);
}

function resultContent(result, linkTo) {
  const [best, ...others] = result.passages;
  const title = oneLine(result.thread.title) || itemTitle(best.item);
  return [
    el("div.result-head", {}, el("span.kind", { title: kindNames[best.item.kind] }, glyph(best.item.kind)),
      el("a.result-title", { href: linkTo(best.item.id), dir: "auto" }, title),
      time(best.item.date)),
    byline(result, best),
    snippet(result.passages),
    el("p.why", {}, confidence(result), el("span.mail", { dir: "auto" }, oneLine(result.why))),
    furtherPassages(result, others, linkTo),
  ];
}

/** Of the best passage; of one that is only the item's title, which is said above, the next of the same item that says more. */
function snippet(passages) {
  const texts = passages.filter(({ item }) => item.id === passages[0].item.id).map((passage) => passage.excerpt ?? passage.segments);
  const shown = texts.find((segments) => segments.some(({ text }) => text.trim()));
  return shown && el("p.passage.mail", { dir: "auto" }, marked(excerpt(shown)));
}

function byline(result, best) {
  const { items, from, to } = result.thread;
  const sender = personName(best.item.sender);
  const parts = [
    sender && senderShown(best.item, sender),
    best.quoting && mail("span.quoting", bylinePart(quoting(best))),
    isElsewhere(best.item, result.thread, sender) && mail("span", `in ${bylinePart(oneLine(best.item.conversation, 120))}`),
    best.page && el("span.page-number", {}, `page ${best.page}`),
    items > 1 && el("span", { title: span(from, to) }, count(items, "item")),
    best.item.attachedTo && mail("span", `attached to “${inQuotation(bylinePart(oneLine(best.item.attachedTo.title, 120)))}”`),
  ].filter(Boolean);
  return el("p.byline", {}, parts.flatMap((part, index) => (index ? [" · ", part] : [part])));
}

/** A sender can choose any name: a doubtful one is short, so that its address is in sight, and stands behind it. */
function senderShown(item, sender) {
  const beside = addressOfDoubtful(item);
  const name = mail("span.sender", bylinePart(beside ? oneLine(sender, longestDoubtful) : sender), { title: oneLine(item.sender.address, 254) });
  return [name, beside && mail("span", ` ${beside}`)];
}

/** A chat's name is often its thread's title too, or that of the one person in it. */
function isElsewhere({ conversation }, thread, sender) {
  return conversation && conversation !== thread.title && conversation !== sender;
}

/** Three small bars; in words for those who do not see them. */
function confidence(result) {
  const { bars, label } = matches[result.match];
  const says = { role: "img", "aria-label": label, title: label };
  const meter = el("span.confidence", says, [1, 2, 3].map(() => el("i")));
  meter.dataset.level = String(bars);
  return meter;
}

/** Passages of other items of the thread are links to them; those of the same item only a number. */
function furtherPassages(result, passages, linkTo) {
  const best = result.passages[0].item.id;
  const others = passages.filter((passage) => passage.item.id !== best);
  const more = result.morePassages + passages.length - others.length;
  const similar = result.similarThreads;
  if (!others.length && !more && !similar) return null;
  const line = el("p.further");
  append(line, others.map((passage) => passageLink(passage, linkTo)));
  if (more) line.append(el("span", {}, `+${count(more, "more passage")}`));
  if (similar) line.append(el("a", { href: address("/", { similar: best }) }, `+${count(similar, "similar thread")}`));
  return line;
}

function passageLink(passage, linkTo) {
  const { item } = passage;
  const label = [personName(item.sender) || itemTitle(item), time(item.date)];
  return el("a.also", { href: linkTo(item.id), title: "Another passage of this thread" }, mail("span", label[0]), " ", label[1]);
}

// The reading pane: a thread, opened at the passage that was found.

import { api, isAborted } from "./api.js";
import { dayOf, span } from "./dates.js";
import { deleteItem, deleteMessages, deleteThread } from "./deletion.js";
import { copyText, failure, say } from "./dialog.js";
import { button, el, fill, glyph, iconButton, show } from "./dom.js";
import { isHeld } from "./held-deletion.js";
import { itemArticle } from "./item-article.js";
import { notePages } from "./note-page.js";
import { address, go } from "./router.js";
import { count, kindNames, mail, number, oneLine } from "./text.js";

const [itemsBefore, itemsAfter, itemsMore] = [30, 60, 60];
const continuedWithin = 10 * 60 * 1000;
/** Of the bar above the thread, in pixels, with a margin. */
const barHeight = 64;
/** The part of the pane that messages before a hit may take. */
const contextShare = .4;

export class Reader {
  /** @param {() => void} onClose @param {(id: string) => void} onReopen called if what was deleted here is not deleted after all */
  constructor(onClose, onReopen) {
    Object.assign(this, { onClose, onReopen });
    this.passages = [];
    this.bar = el("div.reader-bar");
    this.content = el("div.reader-content");
    this.element = el("section.reader.scroller", { "aria-label": "Reading pane" }, this.bar, this.content);
    this.pastHeading = new IntersectionObserver((entries) => this.bar.classList.toggle("past-heading", !entries.at(-1).isIntersecting),
      { root: this.element, rootMargin: `-${barHeight}px 0px 0px` });
    this.nearEnds = new IntersectionObserver((entries) => this.showMoreWhere(entries), { root: this.element, rootMargin: "400px" });
    window.addEventListener("recall:held-changed", ({ detail }) => this.showPresent(detail.gone));
    this.close();
  }

  /** Hides what is about to be deleted, and takes away `gone`, what has been. */
  showPresent(gone) {
    if (!this.slice) return this.reopen(gone);
    this.slice = { ...this.slice, items: this.slice.items.filter(({ id }) => !gone?.has(id)) };
    for (const article of [...this.list.children]) {
      if (gone?.has(article.dataset.id)) article.remove();
      else show(article, !isHeld(article.dataset.id));
    }
    if ([...this.list.children].some((article) => !article.hidden)) return undefined;
    this.left = this.id;
    return this.onClose();
  }

  /** Opens again what was closed because it was about to be deleted, once the lists show it again. */
  reopen(gone) {
    const { left } = this;
    if (!left || isHeld(left)) return;
    this.left = undefined;
    if (!gone?.has(left)) setTimeout(() => { if (!this.id) this.onReopen(left); });
  }

  /** Shows that nothing is open. */
  close() {
    this.request?.abort();
    this.nearEnds.disconnect();
    this.id = undefined;
    this.slice = undefined;
    this.element.removeAttribute("data-open");
    fill(this.bar);
    fill(this.content, el("div.reader-empty", {}, glyph("email"), el("p", {}, "Open something to read it here.")));
  }

  /**
   * Opens an item's thread at its passages.
   *
   * @param {string} id
   * @param {import("./types.js").Passage[]} passages of the search that led here
   * @param {{takesFocus?: boolean}} [options]
   */
  async open(id, passages, { takesFocus = false } = {}) {
    this.request?.abort();
    const request = this.request = new AbortController();
    Object.assign(this, { id, passages, slice: undefined, left: undefined });
    this.element.dataset.open = "";
    const waiting = setTimeout(() => this.showWaiting(), 150);
    try {
      const slice = await this.thread(id, itemsBefore, itemsAfter, request.signal);
      if (this.id === id) this.render(slice, takesFocus);
    } catch (error) {
      if (!isAborted(error) && this.id === id) this.showFailure(error, () => this.open(id, passages));
    } finally {
      clearTimeout(waiting);
    }
  }

  /** In a chat, what comes earlier and later is shown on scrolling there. */
  showMoreWhere(entries) {
    for (const { isIntersecting, target } of entries) if (isIntersecting) target.click();
  }

  /** The items around one, in a chat across all its sessions, with the pages of those that are notes. */
  async thread(id, before, after, signal) {
    const slice = await api.conversation(id, before, after, signal);
    return { ...slice, pages: await notePages(slice.items, id, signal) };
  }

  /** Marks passages that became known after the item was opened. */
  mark(passages) {
    this.passages = passages;
    if (this.slice) this.render(this.slice, false);
  }

  showWaiting() {
    fill(this.bar, this.closeButton());
    fill(this.content, el("div.skeleton", { "aria-label": "Loading" }, el("i"), el("i"), el("i"), el("i")));
  }

  showFailure(error, retry) {
    fill(this.bar, this.closeButton());
    const isGone = error.status === 404;
    fill(this.content, isGone
      ? el("div.reader-empty", {}, glyph("document"),
        el("p", {}, "This item is not in your library. It may have been deleted, or its text may have changed."))
      : failure(error, retry));
  }

  /** @param {import("./types.js").ThreadWindow} slice */
  render(slice, takesFocus) {
    this.nearEnds.disconnect();
    this.slice = slice;
    const { thread, items, position, offset } = slice;
    const target = items[position - offset]?.id ?? this.id;
    const title = oneLine(thread.title) || `Untitled ${thread.kind}`;
    // What is read has a name also where its heading has scrolled away, as in a chat that opens at a message.
    fill(this.bar, this.closeButton(), mail("span.reader-name", title, { "aria-hidden": "true" }), this.actions(thread));
    this.heading = mail("h2.reader-title", title, { tabindex: -1 });
    this.pastHeading.disconnect();
    this.pastHeading.observe(this.heading);
    this.list = el("div.items", {}, this.articles(items));
    this.list.dataset.kind = thread.kind;
    fill(this.content, el("header.reader-head", {}, this.heading, summary(thread)),
      offset > 0 && this.earlierButton(offset), this.list, this.laterButton());
    this.scrollToPassage(target);
    if (takesFocus) this.heading.focus({ preventScroll: true });
  }

  articles(items, pages = this.slice.pages) {
    const { thread } = this.slice;
    const articles = items.map((item, index) => itemArticle(item, this.passages, {
      day: firstOfDay(items[index - 1], item),
      threadTitle: thread.title,
      isOpened: item.id === this.id,
      page: pages.get(item.id),
      isContinued: isContinued(items[index - 1], item),
      isNext: item.answers?.id === items[index - 1]?.id,
      onDelete: deleteItem,
    }));
    for (const article of articles) show(article, !isHeld(article.dataset.id));
    return articles;
  }

  closeButton() {
    return iconButton("back", "Back to the list", this.onClose, ".quiet.icon-only.reader-back");
  }

  copyLink() {
    copyText(location.origin + address(`/item/${this.id}`), "Link copied.");
  }

  /** What the palette offers to do with what is open. @returns {import("./palette.js").Command[]} */
  commands() {
    if (!this.slice) return [];
    const command = (icon, name, run) => ({ icon, name, hint: "", run });
    return [command("similar", "Similar to what is open", () => go(address("/", { similar: this.id }))),
      command("link", "Copy link of what is open", () => this.copyLink()), command("close", "Close what is open", this.onClose)];
  }

  actions(thread) {
    return el("div.reader-actions", {},
      el("a.button.quiet", { href: address("/", { similar: this.id }) }, glyph("similar"), el("span", {}, "Similar")),
      button(".quiet", { onclick: () => this.copyLink() }, glyph("link"), el("span", {}, "Copy link")),
      button(".quiet", { onclick: () => copyText(this.id, "Id copied.") }, glyph("copy"), el("span", {}, "Copy ID")),
      button(".quiet", { onclick: () => this.deleteAll(), title: "Delete the whole thread" }, glyph("trash"), el("span", {}, "Delete…")),
      iconButton("close", "Close", this.onClose, ".quiet.icon-only.reader-close"));
  }

  /** A thread of one item is deleted as that item, with what is attached to it; of a chat, the session that is open, or all. */
  deleteAll() {
    const { items, thread, session } = this.slice;
    const opened = items.find(({ id }) => id === this.id) ?? items[0];
    const shown = [...this.list.children].map((article) => article.dataset.id);
    if (thread.items === 1) deleteItem(opened);
    else if (session) deleteMessages(thread, session, this.id, this.idsOf(session), shown);
    else deleteThread(thread, this.id, shown);
  }

  /** The messages of a session that are shown. */
  idsOf(session) {
    const isWithin = ({ date }) => !date || (date >= session.from && date <= session.to);
    return this.slice.items.filter(isWithin).map(({ id }) => id);
  }

  earlierButton(offset) {
    const shown = Math.min(offset, itemsMore);
    const more = this.moreButton(`Show ${number(shown)} earlier of ${number(offset)}`, async () => {
      const first = this.list.firstChild;
      const slice = await this.thread(first.dataset.id, shown, 0);
      const top = first.getBoundingClientRect().top;
      const earlier = slice.items.slice(0, -1);
      this.list.prepend(...this.articles(earlier, slice.pages));
      if (dayOf(earlier.at(-1)?.date) === dayOf(slice.items.at(-1).date)) first.querySelector(".day")?.remove();
      more.replaceWith(...(slice.offset > 0 && earlier.length ? [this.earlierButton(slice.offset)] : []));
      this.element.scrollBy({ top: first.getBoundingClientRect().top - top, behavior: "instant" });
    });
    return more;
  }

  /** A button that shows more once; in a chat it need not be pressed. */
  moreButton(label, load) {
    const more = button(".more-items", { onclick: async () => {
      if (more.disabled) return;
      more.disabled = true;
      const id = this.id;
      try {
        await load();
      } catch (error) {
        if (this.id === id) say(error.message);
        more.disabled = false;
      }
    } }, label);
    if (this.slice.thread.kind === "message") this.nearEnds.observe(more);
    return more;
  }

  laterButton() {
    const { thread, offset, items } = this.slice;
    const left = thread.items - offset - items.length;
    return left > 0 ? this.moreLater(left) : null;
  }

  moreLater(left) {
    const shown = Math.min(left, itemsMore);
    const more = this.moreButton(`Show ${number(shown)} later of ${number(left)}`, async () => {
      const slice = await this.thread(this.list.lastChild.dataset.id, 0, shown);
      // The item before tells whether a new day begins.
      const later = this.articles(slice.items, slice.pages).slice(1);
      this.list.append(...later);
      more.replaceWith(...(later.length && left > later.length ? [this.moreLater(left - later.length)] : []));
    });
    return more;
  }

  scrollToPassage(id) {
    const article = this.list.querySelector(`[data-id="${CSS.escape(id)}"]`);
    article?.classList.add("found");
    const target = article?.querySelector(".best");
    if (article?.dataset.kind === "message" && article !== this.list.firstChild) return this.scrollToMessage(article, target ?? article);
    const start = article === this.list.firstChild ? this.element : article;
    // Who wrote it and when is seen as well, where both fit.
    if (target && !this.fits(start, target)) target.scrollIntoView({ block: "center" });
    else if (start !== this.element) article?.scrollIntoView({ block: "start" });
    else this.element.scrollTop = 0;
    return undefined;
  }

  /** A message is seen with those before it, which say who wrote it, when, and what it answers, where there is room. */
  scrollToMessage(article, target) {
    const top = (each) => each.getBoundingClientRect().top;
    const height = this.element.clientHeight - barHeight;
    const room = Math.min(height * contextShare, height - (target.getBoundingClientRect().bottom - top(article)));
    if (room < 0) return target.scrollIntoView({ block: "center" });
    let start = article;
    while (start.previousElementSibling && top(article) - top(start.previousElementSibling) <= room) start = start.previousElementSibling;
    const above = start === article ? room : 0;
    this.element.scrollTop += top(start) - above - top(this.element) - barHeight;
    return undefined;
  }

  /** True if the view, once it begins with an element, shows a later one, too. */
  fits(start, target) {
    const { clientHeight, scrollTop } = this.element;
    const top = start === this.element ? start.getBoundingClientRect().top - scrollTop : start.getBoundingClientRect().top;
    return target.getBoundingClientRect().bottom - top < clientHeight - barHeight;
  }
}

/** The day that begins with a message; nothing for other items and within a day. */
function firstOfDay(before, item) {
  const day = item.kind === "message" ? dayOf(item.date) : "";
  return day && day !== dayOf(before?.date) ? day : undefined;
}

function isContinued(before, item) {
  if (item.kind !== "message" || before?.kind !== "message" || !item.sender || firstOfDay(before, item)) return false;
  const isSame = before.sender?.name === item.sender.name && before.sender?.address === item.sender.address;
  return isSame && Date.parse(item.date) - Date.parse(before.date) < continuedWithin;
}

function summary(thread) {
  const parts = [kindNames[thread.kind], count(thread.items, "item"), span(thread.from, thread.to)];
  return el("p.reader-summary", {}, parts.filter(Boolean).join(" · "));
}

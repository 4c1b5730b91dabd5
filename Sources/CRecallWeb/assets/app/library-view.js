// Library: all items by kind, time, person and place, who is who, the sources they came from, and what could not be read.

import { api } from "./api.js";
import { time } from "./dates.js";
import { failure } from "./dialog.js";
import { button, el, fill, glyph, isWide, show } from "./dom.js";
import { createFacets } from "./facets.js";
import { createFilters } from "./filters.js";
import { createFailures, createSources } from "./library-sources.js";
import { isHeld } from "./held-deletion.js";
import { PeopleTab } from "./people.js";
import { withClause } from "./query.js";
import { Reader } from "./reader.js";
import { address, go, LateAddress } from "./router.js";
import { count, itemTitle, mail, number, oneLine, personName } from "./text.js";
import { createTimeline } from "./timeline.js";
import { VirtualList } from "./virtual-list.js";

const rowHeight = 64;
const typingPause = 150;
const tabs = { "": "Items", people: "People", sources: "Sources", failures: "Could not be read" };

export class LibraryView {
  constructor() {
    this.state = { tab: "", q: "", open: "", who: "" };
    this.lateAddress = new LateAddress();
    this.reader = new Reader(() => this.change({ open: "" }), (id) => { if (!this.element.hidden) this.change({ open: id }); });
    this.filters = createFilters(() => this.state.q, (q) => this.change({ q }));
    this.timeline = createTimeline((clause) => this.addClause(clause));
    this.facets = createFacets((clause) => this.addClause(clause));
    this.people = new PeopleTab((who) => this.typedWho(who));
    this.sources = createSources();
    this.failures = createFailures();
    this.list = new VirtualList({
      rowHeight, label: "Items", load: (offset, limit, signal) => api.items(this.state.q, offset, limit, signal),
      renderRow: (item) => this.row(item), onError: (error) => this.showFailure(error),
    });
    this.element = this.build();
    this.list.element.addEventListener("click", (event) => this.list.noteActive(event.target));
    window.addEventListener("recall:library-changed", () => this.load(true));
    window.addEventListener("recall:held-changed", () => this.list.renderAgain());
  }

  build() {
    this.input = el("input.search-input", {
      type: "search", "aria-label": "Filter items", placeholder: "Words and fields that items must have", autocomplete: "off", dir: "auto",
      oninput: () => this.typed(this.input.value),
    });
    this.status = el("p.status", { role: "status", "aria-live": "polite" });
    this.problem = el("div.reading");
    this.items = el("div.list.library-list", {}, el("div.list-head", {}, this.status), this.problem,
      this.timeline.element, this.list.element);
    this.split = el("div.split.library-split", {}, this.facets.element, this.items, this.reader.element);
    this.search = el("div.library-search", {}, el("div.search-box", { role: "search" }, glyph("filter"), this.input), this.filters.element);
    return el("section.view.library-view", {}, el("header.view-head", {}, this.tabBar(), this.search),
      this.split, this.people.element, this.sources.element, this.failures.element);
  }

  tabBar() {
    this.tabLinks = Object.entries(tabs).map(([tab, title]) => [tab, el("a", { href: address("/library", { tab }) }, title)]);
    return el("nav.tabs", { "aria-label": "Parts of the library" }, this.tabLinks.map(([, link]) => link));
  }

  change(changes) {
    go(address("/library", { ...this.state, ...changes }), { replace: true });
  }

  addClause(clause) {
    this.change({ q: withClause(this.state.q, clause) });
  }

  typed(q) {
    this.apply({ ...this.state, q });
    this.lateAddress.write(() => address("/library", this.state));
  }

  typedWho(who) {
    this.state = { ...this.state, who };
    this.lateAddress.write(() => address("/library", this.state));
  }

  hide() {
    this.lateAddress.cancel();
  }

  /** @param {import("./router.js").Route} route */
  show(route) {
    this.lateAddress.cancel();
    const value = (name) => route.state.get(name) ?? "";
    this.apply({ tab: value("tab"), q: value("q"), open: value("open"), who: value("who") });
  }

  apply(state) {
    const before = this.state;
    this.state = state;
    if (this.input.value !== state.q) this.input.value = state.q;
    this.showTab();
    if (!this.isLoaded || before.q !== state.q) this.schedule(this.isLoaded ? typingPause : 0);
    this.showItem();
  }

  showTab() {
    const { tab, open, who } = this.state;
    for (const [each, link] of this.tabLinks) {
      if (each === tab) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    show(this.split, !tab);
    show(this.search, !tab);
    this.people.show(tab === "people", who);
    this.sources.show(tab === "sources");
    this.failures.show(tab === "failures");
    this.split.classList.toggle("is-open", Boolean(open));
    this.filters.update();
  }

  showItem() {
    const { open } = this.state;
    if (open && open !== this.reader.id) this.reader.open(open, [], { takesFocus: false });
    if (!open && this.reader.id) {
      this.reader.close();
      this.list.focusActive();
    }
    this.markOpen();
  }

  markOpen() {
    for (const link of this.list.space.querySelectorAll("a")) link.toggleAttribute("data-open", link.dataset.id === this.state.open);
  }

  schedule(pause) {
    clearTimeout(this.timer);
    this.isLoaded = true;
    this.timer = setTimeout(() => this.load(), pause);
  }

  /** `keepsPosition` where the same list has changed. */
  async load(keepsPosition = false) {
    const query = this.state.q;
    fill(this.problem);
    try {
      const [, facets] = await Promise.all([keepsPosition ? this.list.reload() : this.list.start(), api.facets(query)]);
      if (query !== this.state.q) return;
      this.timeline.update(facets.months);
      this.facets.update(facets);
      this.status.textContent = facets.total ? `${count(facets.total, "item")} in ${count(facets.threads, "thread")}` : "No items";
      if (!facets.total) fill(this.problem, emptyList(query, () => this.change({ q: "" })));
    } catch (error) {
      this.showFailure(error);
    }
  }

  showFailure(error) {
    fill(this.problem, failure(error, () => this.load()));
  }

  /** @param {import("./types.js").ListedItem} item */
  row(item) {
    if (isHeld(item.id)) return el("span.library-row.held", {}, glyph("trash"), "Being deleted");
    const chat = oneLine(item.conversation ?? "", 120);
    const sender = personName(item.sender) || chat;
    // A message stands below its chat, as in the chat's program and in Search: below its sender, it would be the chat's name that says it.
    const isInChat = item.kind === "message" && chat;
    const [head, line] = isInChat ? [chat, sender] : [sender || itemTitle(item), sender && itemTitle(item)];
    const preview = (item.title || item.conversation) && mail("span.library-row-preview", oneLine(item.preview ?? "", 160));
    const link = el("a.library-row", { href: address("/library", { ...this.state, open: item.id }) }, glyph(item.kind),
      el("span.library-row-text", {},
        el("span.library-row-top", {}, mail("span.sender", head), threadSize(item), time(item.date)),
        el("span.library-row-bottom", {}, item.isFormer && el("span.library-row-former", {}, "No longer in its file"), line && line !== head && mail("span.library-row-title", line), preview)));
    link.dataset.id = item.id;
    link.toggleAttribute("data-open", item.id === this.state.open);
    return link;
  }

  focusInput() {
    if (!this.state.tab) this.input.focus();
    if (this.state.tab === "people") this.people.focusInput();
  }

  move(step) {
    if (this.state.tab === "people") this.people.move(step);
    if (this.state.tab) return;
    this.list.move(step);
    const link = this.list.rows.get(this.list.active)?.querySelector("a");
    if (this.state.open && link && isWide()) go(link.pathname + link.hash, { replace: true });
  }

  commands() {
    return this.reader.commands();
  }

  back() {
    if (this.state.open) this.change({ open: "" });
    else if (document.activeElement !== this.input && !this.state.tab) this.focusInput();
    else return false;
    return true;
  }
}

function threadSize(item) {
  return item.threadItems > 1 && el("span.figure", { title: `In a thread of ${count(item.threadItems, "item")}` }, number(item.threadItems));
}

function emptyList(query, clear) {
  return query
    ? el("div.nothing", {}, el("h2", {}, "No items"),
      el("p", {}, "Nothing has all these words and passes this filter. Here every word is required; Search ranks by meaning too."),
      button("", { onclick: clear }, "Show all items"))
    : el("div.nothing", {}, el("h2", {}, "Your library is empty"), el("a.button.primary", { href: "/import" }, "Import something"));
}

// Search: results as one types, words first and refined by meaning, with the reading pane beside them.

import { api, isAborted, search } from "./api.js";
import { dayOf } from "./dates.js";
import { failure } from "./dialog.js";
import { button, el, fill, glyph, iconButton, isWide, show } from "./dom.js";
import { exportMenu, exportsOf } from "./export.js";
import { createFilters } from "./filters.js";
import { openQueryHelp } from "./help.js";
import { isHeld } from "./held-deletion.js";
import { isSaved, noteSearch, toggleSaved } from "./kept-searches.js";
import { openPalette } from "./palette.js";
import { withClause } from "./query.js";
import { askInChat, isQuestion } from "./question.js";
import { Reader } from "./reader.js";
import { ResultList } from "./results.js";
import { address, go, LateAddress } from "./router.js";
import { createHome } from "./search-home.js";
import { nothingFound, readingOf, statusOf } from "./search-notes.js";
import { createTimeline } from "./timeline.js";

const [typingPause, firstLimit, mostResults] = [60, 20, 200];
/** After so many milliseconds without typing, the best results are read anew. */
const readingPause = 500;

/** @typedef {{q: string, sort: string, similar: string, open: string}} SearchState */

export class SearchView {
  constructor() {
    /** @type {SearchState} */
    this.state = { q: "", sort: "", similar: "", open: "" };
    this.limit = firstLimit;
    this.lateAddress = new LateAddress();
    this.results = new ResultList((id) => address("/", { ...this.state, open: id }));
    this.reader = new Reader(() => this.change({ open: "" }, true), (id) => this.reopen(id));
    this.filters = createFilters(() => this.state.q, (q) => this.setQuery(q));
    this.timeline = createTimeline((clause) => this.addClause(clause));
    this.home = createHome((q) => this.setQuery(q));
    this.element = this.build();
    this.results.element.addEventListener("click", (event) => { this.takesFocus = event.detail === 0; });
    window.addEventListener("recall:library-changed", () => this.run(true));
    window.addEventListener("recall:held-changed", () => this.showHeld());
  }

  build() {
    this.input = el("input.search-input", {
      type: "search", name: "q", "aria-label": "Search your library", placeholder: "Search by words or meaning",
      autocomplete: "off", spellcheck: "false", enterkeyhint: "search", dir: "auto",
      oninput: () => this.typed(this.input.value),
    });
    this.status = el("p.status", { role: "status", "aria-live": "polite" });
    this.reading = el("div.reading");
    this.more = button(".more-items", { hidden: true, onclick: () => this.showMore() }, "Show more results");
    this.list = el("div.list.scroller", {}, el("div.list-head", {}, this.status, this.tools(), this.sortButtons()), this.reading,
      this.timeline.element, this.results.element, this.more);
    this.split = el("div.split", {}, this.home.element, this.list, this.reader.element);
    return el("section.view.search-view", {}, el("header.view-head", {}, this.searchForm(), this.filters.element), this.split);
  }

  searchForm() {
    const submit = (event) => {
      event.preventDefault();
      this.openFirst();
    };
    return el("form.search-box", { role: "search", onsubmit: submit }, glyph("search"), this.input,
      el("span.busy", { "aria-hidden": "true" }),
      button(".quiet.palette-key", { onclick: openPalette, title: "Commands: go anywhere, open a person" }, el("kbd", {}, "Ctrl K")),
      iconButton("help", "What a query may say", () => openQueryHelp((q) => this.setQuery(`${this.state.q} ${q}`.trim()))));
  }

  /**
   * Opens the first result: at once, or when the search that is under way has found it. Where it would cover the list, as on a
   * telephone, whose keyboard has one key for this and for being done, it is only gone to.
   */
  openFirst() {
    this.opensFirst = "busy" in this.element.dataset || this.isWaiting;
    if (this.opensFirst) return;
    const first = this.results.links[0];
    if (!isWide()) return first?.focus();
    this.takesFocus = true;
    first?.click();
  }

  /** What is done with the whole search: keep it, take its results along. */
  tools() {
    this.star = iconButton("star", "Save this search", async () => {
      await toggleSaved(this.state.q);
      this.showSaved();
    });
    this.ask = button(".quiet.ask", { onclick: () => askInChat(this.state.q), title: "Have this question answered in Chat" },
      glyph("chat"), el("span", {}, "Ask"));
    return el("div.list-tools", {}, this.ask, this.star, exportMenu(() => this.found()));
  }

  found() {
    return { ...this.state, answer: this.answer };
  }

  /** What the palette offers to do with what is shown. @returns {import("./palette.js").Command[]} */
  commands() {
    const command = (icon, name, run) => ({ icon, name, hint: "", run });
    const [isListed, { q, sort }] = [this.results.rows.length > 0, this.state];
    return [
      ...(isListed ? exportsOf(() => this.found()).map(({ label, run }) => command("import", `Export results: ${label}`, run)) : []),
      ...(isListed && q.trim() ? [command("star", isSaved(q) ? "Do not save this search any more" : "Save this search", () => this.star.click())] : []),
      ...(isListed ? [command("calendar", sort ? "Best results first" : "Newest results first", () => this.change({ sort: sort ? "" : "date" }, true))] : []),
      ...this.reader.commands(),
    ];
  }

  showSaved() {
    const saved = isSaved(this.state.q);
    show(this.star, Boolean(this.state.q.trim()));
    show(this.ask, isQuestion(this.state.q));
    this.star.setAttribute("aria-pressed", String(saved));
    this.star.setAttribute("aria-label", saved ? "Do not save this search any more" : "Save this search");
    this.star.title = this.star.getAttribute("aria-label");
  }

  sortButtons() {
    const choice = (sort, label) => button(".segment", { onclick: () => this.change({ sort }, true) }, label);
    this.sorts = [["", choice("", "Best")], ["date", choice("date", "Newest")]];
    return el("div.segments", { role: "group", "aria-label": "Order" }, this.sorts.map(([, each]) => each));
  }

  /** Goes to the place with these changes: every change of what is shown is a change of the address. */
  change(changes, replace) {
    go(address("/", { ...this.state, ...changes }), { replace });
  }

  /** Opens what was not deleted after all, unless something else is searched for by now. */
  reopen(id) {
    const isFound = this.home.element.hidden ? this.results.rows.some(({ ids }) => ids.has(id)) : !this.state.q;
    if (isFound && !this.element.hidden) this.change({ open: id }, true);
  }

  setQuery(q) {
    this.change({ q, similar: "" }, true);
    this.focusInput();
  }

  addClause(clause) {
    this.change({ q: withClause(this.state.q, clause), similar: "" }, false);
  }

  typed(q) {
    this.apply({ ...this.state, q, similar: "" });
    this.lateAddress.write(() => address("/", this.state));
  }

  hide() {
    this.lateAddress.cancel();
  }

  /** @param {import("./router.js").Route} route */
  show(route) {
    this.lateAddress.cancel();
    const value = (name) => route.state.get(name) ?? "";
    this.apply({ q: value("q"), sort: value("sort"), similar: value("similar"), open: value("open") });
  }

  /** @param {SearchState} state */
  apply(state) {
    const before = this.state;
    this.state = state;
    if (this.input.value !== state.q) this.input.value = state.q;
    this.showState();
    const isOther = ["q", "sort", "similar"].some((name) => before[name] !== state[name]);
    if (!this.isStarted || isOther) this.schedule(this.isStarted ? typingPause : 0);
    this.isStarted = true;
    this.showItem();
  }

  showState() {
    const isHome = !this.state.q.trim() && !this.state.similar;
    this.split.classList.toggle("is-home", isHome && !this.state.open);
    this.split.classList.toggle("is-open", Boolean(this.state.open));
    show(this.home.element, isHome);
    show(this.list, !isHome);
    this.filters.update();
    this.showSaved();
    for (const [sort, each] of this.sorts) each.setAttribute("aria-pressed", String(sort === this.state.sort));
  }

  showItem() {
    const { open } = this.state;
    const row = this.results.markOpen(open);
    const isOpening = open && open !== this.reader.id;
    if (isOpening && row) noteSearch(this.state.q);
    if (isOpening) this.openedBy = searched(this.state);
    if (isOpening) this.reader.open(open, row?.result.passages ?? [], { takesFocus: this.takesFocus });
    if (!open && this.reader.id) {
      const wasOpen = this.reader.id;
      this.reader.close();
      this.results.rows.find((each) => each.ids.has(wasOpen))?.element.querySelector("a").focus();
    }
    this.takesFocus = false;
  }

  schedule(pause) {
    clearTimeout(this.timer);
    this.request?.abort();
    delete this.list.dataset.order;
    this.limit = firstLimit;
    this.opensFirst = false;
    this.isWaiting = true;
    this.timer = setTimeout(() => this.run(), pause);
  }

  /** Asks, and shows each answer as it comes; `keepsPosition` where the person asked the same before. */
  async run(keepsPosition = false) {
    this.isWaiting = false;
    this.request?.abort();
    const request = this.request = new AbortController();
    if (!this.state.q.trim() && !this.state.similar) return this.showHome();
    this.element.dataset.busy = "";
    try {
      let isRefinement = false;
      for await (const answer of this.answers(request.signal)) {
        if (request.signal.aborted) return;
        isRefinement = this.showAnswer(answer, isRefinement, keepsPosition) || isRefinement;
      }
      this.readDeeperSoon(request.signal);
    } catch (error) {
      if (!isAborted(error)) this.showFailure(error);
    } finally {
      if (this.request === request) {
        delete this.element.dataset.busy;
        if (this.opensFirst) this.openFirst();
        this.opensFirst = false;
      }
    }
  }

  async *answers(signal, deep) {
    const { q, sort, similar } = this.state;
    const limit = this.limit > firstLimit ? this.limit : undefined;
    if (similar) yield await api.similar(similar, this.limit, signal);
    else yield* search({ query: q, limit, sort: sort || "relevance", deep }, signal);
  }

  /** The third stage, for questions: the order by a deep search, unless somebody is using the results by then. */
  readDeeperSoon(signal) {
    const { q, sort, similar } = this.state;
    if (sort || similar || !isQuestion(q) || (this.answer?.results.length ?? 0) < 2) return;
    clearTimeout(this.deeper);
    this.deeper = setTimeout(() => this.readDeeper(signal).catch(() => {}), readingPause);
  }

  async readDeeper(signal) {
    let deepest;
    if (!signal.aborted && !this.isInUse()) for await (const answer of this.answers(signal, true)) deepest = answer;
    if (signal.aborted) return;
    const isShown = deepest && !this.isInUse();
    if (isShown) this.showAnswer(deepest, true, true);
    this.list.dataset.order = isShown ? "deep" : "kept";
  }

  /** Nothing moves under a pointer, a focus or an eye. */
  isInUse() {
    return this.results.isTouched || Boolean(this.state.open) || this.list.scrollTop > 0 || this.limit > firstLimit
      || this.results.element.matches(":hover");
  }

  /** Hides what is about to be deleted, and shows again what is not any more. */
  showHeld() {
    if (!this.home.element.hidden) this.home.update();
    else if (this.answer) this.showResults(false);
  }

  showResults(isRefinement) {
    const results = visible(this.answer.results);
    // Words alone do not tell yet what is only close in meaning.
    this.results.update(results, isRefinement, this.answer.isFinal && !this.state.similar);
    if (this.answer.isFinal) this.timeline.update(visibleMonths(this.answer));
    const isHidden = this.answer.results.length > 0 && !results.length;
    this.status.textContent = isHidden ? "Being deleted" : statusOf({ ...this.answer, results }, this.state);
  }

  showHome() {
    this.answer = undefined;
    delete this.element.dataset.busy;
    this.results.update([], false);
    this.closeOther([]);
    this.home.update();
  }

  /** @param {import("./types.js").SearchResponse} answer @returns {boolean} whether it is shown */
  showAnswer(answer, isRefinement, keepsPosition) {
    // "Nothing" from words alone may become something a moment later: until then the last results stay.
    if (!answer.results.length && answer.isFinal === false) return false;
    this.answer = answer;
    this.showResults(isRefinement);
    fill(this.reading, answer.results.length ? null : nothingFound(answer, this.state, (q) => this.setQuery(q)),
      readingOf(answer, this.state, (q) => this.setQuery(q)));
    this.more.textContent = answer.results.length ? "Show more results" : "Show the nearest all the same";
    show(this.more, answer.hasMore && this.limit < mostResults);
    if (!isRefinement && !keepsPosition) this.list.scrollTop = 0;
    if (answer.isFinal) this.filters.update(answer.query?.notes);
    if (answer.isFinal) this.closeOther(answer.results);
    this.showPassages();
    return true;
  }

  /** Closes what another search had opened and this one has not found. @param {import("./types.js").Result[]} results */
  closeOther(results) {
    const { id } = this.reader;
    if (!id) return;
    const isFound = results.some(({ passages }) => passages.some(({ item }) => item.id === id));
    const isSame = this.openedBy === searched(this.state) && (results.length > 0 || !this.home.element.hidden);
    if (isFound) this.openedBy = searched(this.state);
    else if (!isSame) this.change({ open: "" }, true);
  }

  /** What is open already gets its marks when the search that found it is known, as after a reload. */
  showPassages() {
    const row = this.results.markOpen(this.state.open);
    if (row && !this.reader.passages.length) this.reader.mark(row.result.passages);
  }

  showFailure(error) {
    this.results.update([], false);
    this.timeline.update([]);
    show(this.more, false);
    this.status.textContent = "";
    fill(this.reading, failure(error, () => this.run()));
  }

  showMore() {
    this.limit = Math.min(mostResults, this.limit * 3);
    this.run(true);
  }

  focusInput() {
    this.input.focus();
    this.input.setSelectionRange(this.input.value.length, this.input.value.length);
  }

  /** One result on or back; what is open follows where there is room for both. */
  move(step) {
    const links = this.home.element.hidden ? this.results.links : [...this.home.element.querySelectorAll("a")];
    const focused = links.indexOf(document.activeElement);
    const next = links[(focused >= 0 ? focused : links.findIndex((link) => link.hasAttribute("aria-current"))) + step];
    if (!next) return step < 0 && this.focusInput();
    next.focus();
    if (this.state.open && isWide()) this.followFocus(next);
  }

  followFocus(link) {
    clearTimeout(this.following);
    this.following = setTimeout(() => document.activeElement === link && go(link.pathname + link.hash, { replace: true }), 120);
  }

  /** One step back; false if there is none. */
  back() {
    if (this.state.open) this.change({ open: "" }, true);
    else if (document.activeElement !== this.input) this.focusInput();
    else return false;
    return true;
  }
}

/** What is searched for, in whatever order. @param {SearchState} state */
const searched = ({ q, similar }) => JSON.stringify([q.trim(), similar]);

/** Without what is about to be deleted. @param {import("./types.js").Result[]} results */
function visible(results) {
  const left = results.map((result) => ({ ...result, passages: result.passages.filter(({ item }) => !isHeld(item.id)) }));
  return left.filter(({ passages }) => passages.length);
}

/**
 * The months without the hits that are about to be deleted; once they are, a new search counts again. Months do not count all weak hits.
 *
 * @param {import("./types.js").SearchResponse} answer
 */
function visibleMonths({ timeline, results }) {
  const hits = results.filter(({ match }) => match !== "weak").flatMap(({ passages }) => passages.map(({ item }) => item));
  const held = new Map(hits.filter(({ id }) => isHeld(id)).map(({ id, date }) => [id, dayOf(date).slice(0, 7)]));
  const left = timeline.map(({ month, items }) => ({ month, items: items - [...held.values()].filter((each) => each === month).length }));
  return left.filter(({ items }) => items > 0);
}

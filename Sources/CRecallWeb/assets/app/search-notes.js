// What an answer says about itself: how the query was read, which lanes ran, and that there is nothing.

import { button, el } from "./dom.js";
import { clauseLabel, clauses, withClause, without } from "./query.js";
import { address } from "./router.js";
import { count, mail, number, oneLine } from "./text.js";

/** "8 threads · 12 ms"; a lane is named only where the other did not run. @param {import("./types.js").SearchResponse} answer */
export function statusOf(answer, { similar }) {
  if (!answer.results.length) return "Nothing found";
  const threads = count(answer.results.length, similar ? "similar thread" : "thread");
  const isFar = !similar && answer.isFinal && answer.answer === "nothingNear";
  const found = isFar ? `Nothing near · the nearest ${threads}` : threads;
  const isRefining = answer.isFinal === false;
  const onlyLane = !similar && !isRefining && answer.lanes.length === 1 && `by ${answer.lanes[0]} only`;
  const pace = isRefining ? "looking further…" : `${number(Math.max(1, Math.round(answer.milliseconds)))} ms`;
  return [found, onlyLane, pace].filter(Boolean).map(unbroken).join(" · ");
}

/** Lines break between the parts, not within them. */
const unbroken = (part) => part.split(" · ").map((each) => each.replaceAll(" ", "\u00a0")).join(" · ");

/** What is not embedded yet is said at Search's first page and in Settings, not above every search. */
const aboutBacklog = /embedded yet/u;

/** What the query's words wish for, the filter as it was understood, dates resolved, and all notes. */
export function readingOf(answer, { q, similar }, setQuery) {
  const { filter, hints, items, notes, wishes } = answer.query ?? {};
  const passing = items === undefined ? "" : ` · ${count(items, "item")} ${items === 1 ? "passes" : "pass"}`;
  return [
    similar && el("p.note", {}, "What is close in meaning to the item you came from. ", el("a", { href: address("/") }, "Back to search")),
    !similar && [true, false].map((isRanked) => wishChips(q, isRanked, setQuery,
      (wishes ?? []).filter((wish) => wish.isRanked === isRanked && !q.includes(wish.filter)))),
    filter && !similar && el("p.note", {}, "Filter: ", mail("code", oneLine(filter, 300)), passing),
    (notes ?? []).map((note) => el("p.note.odd", {}, mail("span", oneLine(note.message, 300)))),
    (hints ?? []).map((hint) => el("p.note.odd", {}, mail("span", oneLine(hint, 300)))),
    (answer.notes ?? []).filter((note) => !aboutBacklog.test(note)).map((note) => el("p.note.odd", {}, mail("span", oneLine(note, 300)))),
  ];
}

/** What plain words name, each a button that makes it a filter. */
function wishChips(q, isRanked, setQuery, wishes) {
  if (!wishes.length) return undefined;
  const label = isRanked ? "Ranked higher. Show only:" : "Not ranked higher. Show only:";
  return el("div.note.wishes", { role: "group", "aria-label": label }, `${label} `, wishes.map(({ filter, written }) => {
    const [clause] = clauses(filter);
    const label = clause ? clauseLabel(clause) : written;
    return button(".chip", { onclick: () => setQuery(clause ? withClause(q, filter) : `${q} ${filter}`) }, mail("span", oneLine(label, 60)));
  }));
}

/** Nothing, said plainly, with what may help. */
export function nothingFound(answer, { q }, setQuery) {
  const filters = clauses(q);
  const isFilterEmpty = answer.query?.items === 0;
  const backlog = answer.lanes?.length === 1 && answer.notes?.find((note) => aboutBacklog.test(note));
  const reason = isFilterEmpty && filters.length ? "No item passes this filter."
    : backlog ? `Nothing in your library says this. ${oneLine(backlog, 300)}`
      : "Nothing in your library says this, nor anything close to it in meaning.";
  return el("div.nothing", {}, el("h2", {}, "Nothing found"), el("p", {}, reason),
    filters.length ? removals(q, filters, setQuery) : suggestions());
}

function removals(q, filters, setQuery) {
  return el("div.suggestions", {}, el("p", {}, "Search without:"), filters.map((clause) =>
    button(".chip", { onclick: () => setQuery(without(q, clause)) }, mail("span", oneLine(clauseLabel(clause), 60)))));
}

function suggestions() {
  return el("ul.tips", {},
    el("li", {}, "Say it in other words: what something is about is enough."),
    el("li", {}, "Quotation marks and fields hold exactly. Without them, words only rank."),
    el("li", {}, "It may not be here yet: see ", el("a", { href: "/settings" }, "what is indexed"),
      " or ", el("a", { href: "/import" }, "import more"), "."));
}

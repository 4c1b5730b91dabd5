// The row of chips under a query: what it filters by, and menus that add to it. All they do is write the query.

import { api } from "./api.js";
import { isoDay } from "./dates.js";
import { button, el, fill, glyph, show } from "./dom.js";
import { menu } from "./menu.js";
import { clauseLabel, clauses, dateClause, withClause, without } from "./query.js";
import { kindNames, mail, number, oneLine, personFilter, personName, placeName, quoted } from "./text.js";

/**
 * @param {() => string} getQuery
 * @param {(query: string) => void} setQuery as if typed
 */
export function createFilters(getQuery, setQuery) {
  const chips = el("span.chips");
  const add = (clause) => setQuery(withClause(getQuery(), clause));
  const attachment = attachmentButton(add);
  const element = el("div.filters", { role: "group", "aria-label": "Filters" }, chips,
    kindMenu(add), personMenu(add), placeMenu(add), dateMenu(add), attachment);
  const update = (notes) => {
    const present = understood(getQuery(), notes);
    fill(chips, present.map((clause) => chip(clause, getQuery, setQuery)));
    show(attachment, !present.some((clause) => clause.field === "has" && clause.value === "attachment"));
  };
  return { element, update };
}

/** The clauses that filter: what a note is about was read as something else. @param {import("./types.js").QueryNote[]} [notes] */
function understood(query, notes = []) {
  const offset = (index) => new TextEncoder().encode(query.slice(0, index)).length;
  const isNoted = ({ start, end }) => notes.some(({ range }) => range[0] < offset(end) && offset(start) < range[1]);
  return clauses(query).filter((clause) => !isNoted(clause));
}

function chip(clause, getQuery, setQuery) {
  const label = oneLine(clauseLabel(clause), 60);
  const remove = () => setQuery(without(getQuery(), clause));
  return button(".chip.chosen", { onclick: remove, "aria-label": `Remove filter: ${label}` }, mail("span", label), glyph("close"));
}

function attachmentButton(add) {
  return button(".chip", { onclick: () => add("has:attachment") }, glyph("clip"), el("span", {}, "Has attachment"));
}

function kindMenu(add) {
  return menu({ label: "Kind", icon: "document" }, (panel, close) => {
    const choose = (kind) => () => { close(); add(`kind:${kind}`); };
    fill(panel, Object.entries(kindNames).map(([kind, name]) => option({ icon: kind, label: name }, choose(kind))));
  });
}

function personMenu(add) {
  return menu({ label: "Person", icon: "person" }, (panel, close) => {
    const choose = (clause) => { close(); add(clause); };
    chooser(panel, {
      placeholder: "Name or address",
      load: async () => (await api.facets("")).people.map((one) => ({
        label: personName(one.person), query: one.query || personFilter("from", one.person), items: one.items,
      })),
      typed: (text) => [
        { label: `From “${text}”`, query: `from:${quoted(text)}` },
        { label: `To or from “${text}”`, query: `with:${quoted(text)}` },
      ],
    }, choose);
  });
}

function placeMenu(add) {
  return menu({ label: "Folder or chat", icon: "place" }, (panel, close) => {
    const choose = (clause) => { close(); add(clause); };
    chooser(panel, {
      placeholder: "Folder, chat or notebook",
      load: async () => (await api.facets("")).places.map((one) => ({ label: placeName(one.name), query: one.query, items: one.items })),
      typed: (text) => [{ label: `In “${text}”`, query: `in:${quoted(text)}` }],
    }, choose);
  });
}

/** A list that narrows as one types, and takes what is typed as well. */
function chooser(panel, { placeholder, load, typed }, choose) {
  let known = [];
  const list = el("div.options");
  const input = el("input", { type: "search", placeholder, "aria-label": placeholder, autocomplete: "off" });
  const render = () => {
    const text = input.value.trim();
    const matching = known.filter((one) => one.label.toLowerCase().includes(text.toLowerCase())).slice(0, 60);
    fill(list, [...matching, ...(text ? typed(oneLine(text, 60)) : [])].map((one) => option(one, () => choose(one.query))));
  };
  input.addEventListener("input", render);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") list.querySelector("button")?.click();
  });
  fill(panel, input, list);
  load().then((loaded) => { known = loaded; render(); }, () => fill(list, el("p.hint", {}, "This list could not be loaded.")));
}

function option({ icon, label, items }, onclick) {
  return button(".option", { onclick }, icon && glyph(icon), mail("span", label),
    items !== undefined && el("span.figure", {}, number(items)));
}

const periods = [
  ["Today", "today"], ["This week", "this-week"], ["This month", "this-month"], ["Last month", "last-month"],
  ["This year", "this-year"], ["Last year", "last-year"],
];

function dateMenu(add) {
  return menu({ label: "Date", icon: "calendar" }, (panel, close) => {
    const choose = (clause) => { close(); add(clause); };
    const from = el("input", { type: "date", max: isoDay(new Date()) });
    const to = el("input", { type: "date" });
    const apply = () => (from.value || to.value) && choose(dateClause(from.value, to.value));
    fill(panel, el("div.options", {}, periods.map(([label, value]) => option({ label }, () => choose(`date:${value}`)))),
      el("div.date-range", {}, el("label", {}, "From", from), el("label", {}, "To", to), button(".primary", { onclick: apply }, "Show")));
  });
}

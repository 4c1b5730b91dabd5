// The column beside the library: how many items there are of each kind, year, person, place and language. A click filters.

import { button, el, fill, glyph } from "./dom.js";
import { kindNames, languageName, mail, number, personName, placeName } from "./text.js";

const shownAtFirst = 7;

/** @param {(clause: string) => void} add a clause to the query */
export function createFacets(add) {
  const content = el("div.facets-content");
  const summary = el("summary", {}, "Browse by kind, year, person, place");
  const element = el("details.facets.scroller", { open: window.innerWidth >= 1200 }, summary, content);
  /** @param {import("./types.js").Facets} facets */
  const update = (facets) => fill(content,
    group("Kind", facets.kinds.toSorted((a, b) => b.items - a.items)
      .map(({ kind, items }) => ({ icon: kind, label: kindNames[kind], clause: `kind:${kind}`, items })), add),
    group("Year", facets.years.toSorted((a, b) => b.year - a.year)
      .map(({ year, items }) => ({ label: String(year), clause: `date:${year}`, items })), add),
    group("From", facets.people.map(({ person, query, items }) => ({ label: personName(person) || "Unnamed", clause: query, items })), add),
    group("In", facets.places.map(({ name, query, items }) => ({ label: placeName(name), clause: query, items })), add),
    facets.languages.length > 1 && group("Language", facets.languages
      .map(({ language, query, items }) => ({ label: languageName(language), clause: query, items })), add));
  return { element, update };
}

function group(title, values, add) {
  if (!values.length) return null;
  const most = Math.max(...values.map((value) => value.items));
  const list = el("ul");
  const row = (value) => el("li", {}, facet(value, most, add));
  const render = (isFull) => fill(list, values.slice(0, isFull ? values.length : shownAtFirst).map(row));
  render(false);
  const rest = values.length - shownAtFirst;
  const more = rest > 0 && button(".link", { onclick: () => { render(true); more.remove(); } }, `${number(rest)} more`);
  return el("section.facet-group", {}, el("h2", {}, title), list, more);
}

function facet({ icon, label, clause, items }, most, add) {
  const content = [icon && glyph(icon), mail("span", label), el("span.figure", {}, number(items))];
  const element = button(".facet", { onclick: () => add(clause) }, content);
  element.style.setProperty("--share", String(items / most));
  return element;
}

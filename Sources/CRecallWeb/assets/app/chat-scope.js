// What of the library may be read for an answer: a query's fields, as chips above the question. The person sets it, never the model.

import { button, el, fill, glyph } from "./dom.js";
import { createFilters } from "./filters.js";
import { menu } from "./menu.js";
import { clauses } from "./query.js";
import { mail, oneLine } from "./text.js";

/**
 * @param {() => string} getScope
 * @param {(scope: string) => void} setScope
 */
export function createScope(getScope, setScope) {
  const filters = createFilters(getScope, setScope);
  const whole = el("span.scope-name");
  filters.element.prepend(whole, unfolding(filters.element));
  filters.element.append(queryMenu(getScope, setScope));
  filters.element.setAttribute("aria-label", "Scope of the question");
  const update = () => {
    filters.update();
    const scope = getScope().trim();
    const isChips = clauses(scope).map(({ start, end }) => scope.slice(start, end)).join(" ") === scope;
    fill(whole, !scope ? "All of your library" : ["Only", isChips ? "" : [" ", mail("code", oneLine(scope, 60))]]);
  };
  update();
  return { element: filters.element, update };
}

/** Where the menus do not fit beside each other, one button shows them. */
function unfolding(menus) {
  const unfold = () => toggle.setAttribute("aria-expanded", menus.classList.toggle("is-unfolded"));
  const toggle = button(".chip.scope-toggle", { "aria-expanded": "false", onclick: unfold }, glyph("filter"), el("span", {}, "Scope"), glyph("down"));
  return toggle;
}

/** Any query as the scope. */
function queryMenu(getScope, setScope) {
  return menu({ label: "Query", icon: "filter" }, (panel, close) => {
    const input = el("input", { type: "text", value: getScope(), dir: "auto", autocomplete: "off", spellcheck: "false", maxlength: 2000,
      "aria-label": "Only what this query selects", placeholder: "in:inbox after:2023" });
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      close();
      setScope(input.value.trim());
    });
    panel.append(input, el("p.hint", {}, "Only items that these fields or “exact words” select are read. Enter sets it."));
  });
}

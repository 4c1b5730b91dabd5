// Takes the results of a search along, as a file that this page makes and the browser saves.

import { say } from "./dialog.js";
import { button, el, glyph } from "./dom.js";
import { menu } from "./menu.js";
import { count, itemTitle, oneLine, personName } from "./text.js";

/** @typedef {{q: string, answer?: import("./types.js").SearchResponse}} Found */

/** @param {() => Found} found what is shown */
export function exportMenu(found) {
  return menu({ label: "Export", icon: "import", name: ".export" }, (panel, close) => {
    const choice = (label, type, name, write) => button(".option", { onclick: () => {
      close();
      const shown = found();
      if (shown.answer?.results.length) save(write(shown), type, name);
      else say("There is nothing to export.");
    } }, glyph("document"), el("span", {}, label));
    panel.append(choice("Markdown", "text/markdown", "recall-search.md", markdown), choice("JSON", "application/json", "recall-search.json", json));
  });
}

function save(text, type, name) {
  const link = el("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** @param {Found} found */
function json({ q, answer }) {
  return `${JSON.stringify({ query: q, results: answer.results }, null, 2)}\n`;
}

/** Text from mail may hold marks of its own. */
const plain = (text) => text.replace(/[\\`*_[\]<>#|~]/gu, "\\$&");

/** @param {Found} found */
function markdown({ q, answer }) {
  const entry = ({ thread, passages }) => {
    const [best] = passages;
    const facts = [best.item.kind, personName(best.item.sender), best.item.date?.slice(0, 10), count(thread.items, "item")];
    const quote = best.segments.map(({ text }) => text).join("").trim().split("\n").map((line) => `> ${plain(line)}`.trimEnd());
    return [`## ${plain(oneLine(thread.title) || itemTitle(best.item))}`, "", plain(facts.filter(Boolean).join(" · ")), "", ...quote, "",
      `Item ${best.item.id}`, ""].join("\n");
  };
  return [`# ${plain(oneLine(q, 200)) || "Search"}`, "", ...answer.results.map(entry)].join("\n");
}

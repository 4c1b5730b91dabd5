// The command palette: whatever one wants to do or see next, by some letters of its name.

import { api } from "./api.js";
import { openDialog } from "./dialog.js";
import { button, el, fill, glyph } from "./dom.js";
import { openKeyHelp, openQueryHelp } from "./help.js";
import { keptSearches } from "./kept-searches.js";
import { askInChat, openNewConversation } from "./question.js";
import { address, go } from "./router.js";
import { chooseTheme } from "./theme.js";
import { mail, number, oneLine, personName } from "./text.js";

const most = 20;

/** @typedef {{icon: string, name: string, hint: string, run: () => void}} Command */

const search = (q) => go(address("/", { q }));
const goTo = (icon, name, path, hint) => ({ icon, name, hint, run: () => go(path) });

/** @type {Command[]} */
const places = [
  goTo("search", "Search", "/", "g s"), goTo("chat", "Chat", "/chat", "g c"),
  { icon: "pen", name: "New conversation", hint: "", run: openNewConversation },
  goTo("library", "Library", "/library", "g l"), goTo("import", "Import", "/import", "g i"),
  goTo("memory", "Memory", "/memory", "g m"), goTo("person", "People", "/library#tab=people", ""),
  goTo("folder", "Sources", "/library#tab=sources", ""), goTo("document", "Could not be read", "/library#tab=failures", ""),
  goTo("settings", "Settings", "/settings", "g e"),
  { icon: "help", name: "Keys", hint: "?", run: openKeyHelp },
  { icon: "help", name: "What a query may say", hint: "", run: () => openQueryHelp(search) },
  ...[["Light colours", "light"], ["Dark colours", "dark"], ["Colours of the system", "system"]].map(([name, theme]) =>
    ({ icon: "settings", name, hint: "", run: () => chooseTheme(theme) })),
];

let commandsOfView = () => [];

/** What can be done with what is shown comes first. @param {() => Command[]} commands those of the view that is shown */
export function offerCommands(commands) {
  commandsOfView = commands;
}

/** Opens the palette. */
export function openPalette() {
  let found = [];
  const own = [...commandsOfView(), ...places];
  const options = el("div.options.palette-options", { role: "listbox", id: "palette-options", "aria-label": "Commands" });
  const input = el("input", { type: "text", autofocus: true, autocomplete: "off", spellcheck: "false", dir: "auto", role: "combobox",
    "aria-label": "Command", "aria-expanded": "true", "aria-controls": "palette-options", placeholder: "Go to, search, open a person…" });
  const dialog = openDialog("Commands", () => [input, options], ".palette");
  const choose = (command) => { dialog.close(); command.run(); };
  let more = [];
  const update = () => {
    found = matching(input.value, own, more);
    fill(options, found.map((command, index) => row(command, index, () => choose(command))));
    mark(0);
  };
  let at = 0;
  const mark = (index) => {
    at = Math.max(0, Math.min(found.length - 1, index));
    [...options.children].forEach((each, place) => each.setAttribute("aria-selected", String(place === at)));
    input.setAttribute("aria-activedescendant", `palette-${at}`);
    options.children[at]?.scrollIntoView({ block: "nearest" });
  };
  input.addEventListener("input", update);
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) mark(at + step);
    else if (event.key === "Enter" && found[at]) choose(found[at]);
    else return;
    event.preventDefault();
  });
  update();
  further().then((commands) => { more = commands; if (dialog.open) update(); });
}

/** What the library adds: kept searches and the people one hears from most. */
async function further() {
  try {
    const [kept, facets] = await Promise.all([keptSearches(), api.facets("")]);
    const searches = (list, hint) => list.map((query) => ({ icon: "search", name: query, hint, run: () => search(query) }));
    const people = facets.people.map(({ person, query, items }) =>
      ({ icon: "person", name: personName(person), hint: number(items), run: () => search(query) })).filter(({ name }) => name);
    return [...searches(kept.saved, "saved"), ...searches(without(kept.recent, kept.saved), "recent"), ...people];
  } catch {
    // The palette goes on with what it has; the page says elsewhere that Recall does not answer.
    return [];
  }
}

const without = (list, others) => list.filter((each) => !others.includes(each));

/** @param {string} text @param {Command[]} own @param {Command[]} more @returns {Command[]} */
function matching(text, own, more) {
  const words = text.toLowerCase().split(/\s+/u).filter(Boolean);
  const all = [...own, ...more];
  const fitting = all.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
  const begins = ({ name }) => name.toLowerCase().startsWith(words[0] ?? "");
  const sorted = [...fitting.filter(begins), ...fitting.filter((each) => !begins(each))].slice(0, most);
  const typed = text.trim();
  if (!typed) return sorted;
  const first = sorted.filter((each) => isMeant(each, own, typed.toLowerCase()));
  const rest = sorted.filter((each) => !first.includes(each) && each.name !== typed);
  return [...first, { icon: "search", name: typed, hint: "search", run: () => search(typed) }, ...rest,
    { icon: "chat", name: `Ask: ${typed}`, hint: "chat", run: () => askInChat(typed) }];
}

/** A place or a command is meant by how its name begins; of what the library adds, only what is typed in full. */
function isMeant(command, own, typed) {
  const name = command.name.toLowerCase();
  return own.includes(command) ? name.startsWith(typed) : command.icon === "person" && name === typed;
}

function row({ icon, name, hint }, index, onclick) {
  return button(".option", { onclick, role: "option", id: `palette-${index}`, tabindex: -1 }, glyph(icon), mail("span", oneLine(name, 120)),
    hint && el("span.figure", {}, hint));
}

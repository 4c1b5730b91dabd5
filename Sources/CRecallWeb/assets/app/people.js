// People: who is who, as Recall takes it, and the means to mend it.

import { api, isAborted } from "./api.js";
import { failure } from "./dialog.js";
import { button, el, fill, show } from "./dom.js";
import { choosePerson } from "./people-merge.js";
import { named, PeopleChange } from "./people-change.js";
import { personRow } from "./people-row.js";
import { PeopleStatements } from "./people-statements.js";
import { PeopleSuggestions } from "./people-suggestions.js";
import { count } from "./text.js";

const typingPause = 150;
const [pageLength, most] = [50, 500];

export class PeopleTab {
  /** @param {(words: string) => void} onTyped */
  constructor(onTyped) {
    this.words = "";
    this.people = [];
    /** What is unfolded stays so when the list is loaded anew. */
    this.unfolded = new Set();
    this.input = el("input.text-input", { type: "search", "aria-label": "Find people", placeholder: "Find anybody by name or address", autocomplete: "off",
      dir: "auto", oninput: () => { onTyped(this.input.value); this.filter(this.input.value, typingPause); } });
    this.change = new PeopleChange(() => this.changed());
    this.suggestions = new PeopleSuggestions(this.change);
    this.statements = new PeopleStatements(this.change);
    this.status = el("p.hint", { role: "status", "aria-live": "polite" });
    this.list = el("ul.people");
    this.more = button(".more-items", { hidden: true, onclick: () => this.loadMore() }, "Show more");
    this.element = el("div.scroller.library-page", { hidden: true }, el("div.page", {}, el("h1", {}, "People"), lead(), this.input,
      this.change.element, this.suggestions.element, this.statements.element, this.status, this.list, this.more));
    window.addEventListener("recall:library-changed", () => { if (!this.element.hidden) this.load(); });
  }

  show(isShown, words) {
    const isNew = isShown && this.element.hidden;
    show(this.element, isShown);
    if (!isShown) return this.change.clear();
    if (this.input.value !== words) this.input.value = words;
    if (isNew || this.words !== words) this.filter(words, 0);
    return undefined;
  }

  filter(words, pause) {
    this.words = words;
    this.people = [];
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.load(), pause);
  }

  /** Loads what is shown, so that a change does not lead back to the top of the list. */
  load() {
    this.suggestions.load(!this.words.trim());
    this.statements.load(!this.words.trim());
    return this.request(0, Math.min(most, Math.max(pageLength, this.people.length)));
  }

  loadMore() {
    return this.request(this.people.length, pageLength);
  }

  async request(offset, limit) {
    this.pending?.abort();
    const pending = this.pending = new AbortController();
    try {
      const { total, people } = await api.people(this.words.trim(), offset, limit, pending.signal);
      this.people = offset ? [...this.people, ...people] : people;
      const rows = people.map((person) => this.row(person));
      if (offset) this.list.append(...rows);
      else fill(this.list, rows);
      show(this.more, this.people.length < total);
      await this.summarize(total);
    } catch (error) {
      if (!isAborted(error)) fill(this.list, failure(error, () => this.load()));
    }
  }

  async summarize(total) {
    if (this.words.trim()) this.status.textContent = total ? count(total, "person", "people") : "Nobody has this name or address. Try fewer letters.";
    else if (total) this.status.textContent = `${count(total, "person", "people")} with more than one address or name`;
    else fill(this.status, await emptyText());
  }

  row(person) {
    const key = person.identifier ?? [person.name, ...person.addresses].join("\n");
    return personRow(person, {
      isUnfolded: this.unfolded.has(key),
      onFold: (isUnfolded) => this.unfolded[isUnfolded ? "add" : "delete"](key),
      onSplit: (address) => this.change.make({ kind: "apart", first: address }, [named(address), " is another person."]),
      onMerge: () => this.merge(person),
      onOwner: () => this.change.make({ kind: "me", first: person.identifier }, [named(person.name), " is you."]),
    });
  }

  /** @param {import("./types.js").ListedPerson} person */
  async merge(person) {
    const other = await choosePerson(person);
    if (!other) return;
    await this.change.make({ kind: "same", first: person.identifier, second: other.identifier },
      [named(person.name), " and ", named(other.name), " are one person."]);
  }

  /** Counts of senders are of people: other lists change too. This one listens as well. */
  changed() {
    window.dispatchEvent(new Event("recall:library-changed"));
  }

  focusInput() {
    this.input.focus();
  }

  /** The next person, or the one before. */
  move(step) {
    const summaries = [...this.list.querySelectorAll("summary")];
    const at = summaries.indexOf(document.activeElement?.closest("li")?.querySelector("summary"));
    summaries[Math.max(0, Math.min(summaries.length - 1, at + step))]?.focus();
  }
}

function lead() {
  return el("p.lead", {}, "Recall takes addresses, numbers and names for one person if they share an address or number, a contact that you "
    + "imported, or a full name – never a first name alone. What you say here comes first. Your items stay as they are.");
}

async function emptyText() {
  const { library } = await api.status();
  const isEmpty = Object.values(library.items).every((items) => items === 0);
  return isEmpty ? ["Nothing has been imported yet. ", el("a", { href: "/import" }, "Import something")]
    : "Nobody has more than one address or name yet. Type a name to find anybody.";
}

// Who may be one person: asked, and nobody is joined before the answer.

import { api, isAborted } from "./api.js";
import { button, el, fill, show } from "./dom.js";
import { named } from "./people-change.js";
import { card } from "./people-merge.js";
import { number, oneLine } from "./text.js";

const shownAtFirst = 3;

const reasonNames = {
  nickname: "the name or nickname of one contact", givenName: "the only one of this first name whom you know",
  shortForm: "the only one whom you know with a first name like this", ownName: "your first name, which writes in most of your chats",
  ownAddress: "your name, and mails from it lie here as sent ones do",
  fullName: "the only one of this name whom you know; anybody may call an account so",
  number: "one telephone number under two names", address: "the address of one contact under another name",
};

export class PeopleSuggestions {
  /** @param {import("./people-change.js").PeopleChange} change */
  constructor(change) {
    this.change = change;
    this.list = el("ul");
    this.element = el("section.people-suggestions", { hidden: true, "aria-label": "Perhaps one person" }, el("h2", {}, "Perhaps one person"),
      el("p.facts", {}, "Chats often have only a first name, or an account. Each of these may be somebody whom you have a contact of, or wrote to, or you."), this.list);
  }

  /** @param {boolean} isWanted false while somebody is looked for */
  async load(isWanted) {
    this.pending?.abort();
    if (!isWanted) return show(this.element, false);
    const pending = this.pending = new AbortController();
    try {
      const { suggestions } = await api.mergeSuggestions(pending.signal);
      this.fill(suggestions, shownAtFirst);
      show(this.element, suggestions.length > 0);
    } catch (error) {
      // The list of people says what is wrong.
      if (!isAborted(error)) show(this.element, false);
    }
    return undefined;
  }

  fill(suggestions, most) {
    const rest = suggestions.length - most;
    fill(this.list, suggestions.slice(0, most).map((each) => this.row(each)), rest > 0 && el("li", {},
      button(".link", { onclick: () => this.fill(suggestions, suggestions.length) }, `Show ${number(rest)} more`)));
  }

  /** @param {import("./types.js").MergeSuggestion} suggestion */
  row({ reason, person, other }) {
    const both = [person, other].map(({ name }) => oneLine(name, 80) || "Unnamed").join(" and ");
    const pair = [named(person.name), " and ", named(other.name)];
    const merge = () => this.change.make({ kind: "same", first: person.identifier, second: other.identifier }, [pair, " are one person."]);
    const refuse = () => this.change.make({ kind: "apart", first: person.identifier }, [named(person.name), " is another person than ", named(other.name), "."]);
    return el("li.person-pair", {}, el("ul.person-cards", {}, el("li", {}, card(person)), el("li", {}, card(other), el("p.facts", {}, reasonNames[reason]))),
      el("div.person-actions", {}, button("", { onclick: merge, "aria-label": `They are one person: ${both}` }, "They are one person"),
        button("", { onclick: refuse, "aria-label": `Another person: ${both}` }, "Another person")));
  }
}

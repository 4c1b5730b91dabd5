// What was said about who is who, newest first: each can be taken back, also after a reload.

import { api, isAborted } from "./api.js";
import { button, el, fill, show } from "./dom.js";
import { meaning } from "./people-change.js";
import { number } from "./text.js";

const shownAtFirst = 20;

export class PeopleStatements {
  /** @param {import("./people-change.js").PeopleChange} change */
  constructor(change) {
    this.change = change;
    this.title = el("summary");
    this.list = el("ul");
    this.element = el("details.people-statements", { hidden: true }, this.title, this.list);
  }

  /** @param {boolean} isWanted false while somebody is looked for */
  async load(isWanted) {
    this.pending?.abort();
    if (!isWanted) return show(this.element, false);
    const pending = this.pending = new AbortController();
    try {
      const { statements } = await api.personStatements(pending.signal);
      this.title.textContent = `What you said about people (${number(statements.length)})`;
      this.fill(statements, shownAtFirst);
      show(this.element, statements.length > 0);
    } catch (error) {
      // The list of people says what is wrong.
      if (!isAborted(error)) show(this.element, false);
    }
    return undefined;
  }

  fill(statements, most) {
    const rest = statements.length - most;
    fill(this.list, statements.slice(0, most).map((each) => this.row(each)), rest > 0 && el("li", {},
      button(".link", { onclick: () => this.fill(statements, statements.length) }, `Show ${number(rest)} more`)));
  }

  /** @param {import("./types.js").KeptPersonStatement} statement */
  row(statement) {
    const text = el("span", {}, meaning(statement));
    return el("li", {}, text, button(".link", { onclick: () => this.change.undo(statement.id), "aria-label": `Undo: ${text.textContent}` }, "Undo"));
  }
}

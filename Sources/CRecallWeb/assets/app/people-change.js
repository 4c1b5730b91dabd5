// A statement about who is who, and the line that says it is done and takes it back.

import { api } from "./api.js";
import { say } from "./dialog.js";
import { button, el, fill } from "./dom.js";
import { mail, oneLine } from "./text.js";

export class PeopleChange {
  /** @param {() => void} onChange called after a statement and after it was taken back */
  constructor(onChange) {
    this.onChange = onChange;
    this.element = el("div.people-change", { role: "status", "aria-live": "polite", tabindex: -1 });
  }

  /** @param {import("./types.js").PersonStatement} statement @param {import("./dom.js").Child[]} text what is so now */
  make(statement, text) {
    return this.request(() => api.sayWhoIsWho(statement), () => [el("p", {}, "Done. ", text),
      button(".link", { onclick: () => this.undo() }, "Undo")]);
  }

  /** @param {number} [id] of the statement; of the last one without */
  undo(id) {
    return this.request(() => api.undoPersonStatement(id), (statement) => el("p", {}, "Taken back: “", meaning(statement), "”"));
  }

  clear() {
    fill(this.element);
  }

  /** One at a time: a second click of a double click says nothing. The focus goes where what was done is said. */
  async request(send, line) {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      fill(this.element, line(await send()));
      this.element.focus({ preventScroll: true });
      this.onChange();
    } catch (error) {
      say(error.message);
      // It may be of an earlier list.
      if (error.status === 404) this.onChange();
    } finally {
      this.isBusy = false;
    }
  }
}

/** A statement as a sentence. @param {import("./types.js").PersonStatement} statement */
export function meaning({ kind, first, second = "" }) {
  if (kind === "same") return [named(first), " and ", named(second), " are one person."];
  return [named(first), kind === "apart" ? " is another person." : " is you."];
}

/** A name or address within a sentence. */
export function named(text) {
  return mail("strong", oneLine(text, 80) || "Unnamed");
}

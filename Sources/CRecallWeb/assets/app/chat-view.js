// The place of the assistant, until it comes.

import { el, glyph } from "./dom.js";

export class ChatView {
  constructor() {
    this.element = el("section.view", {}, el("div.page.centred", {}, glyph("chat"),
      el("h1", {}, "Chat comes with the assistant"),
      el("p.lead", {}, "It will answer from your own library, with every sentence cited, and run on this machine like all else here."),
      el("p", {}, "Until then, ask in Search: whole questions are welcome there, and it finds what is meant as well as what is said."),
      el("a.button.primary", { href: "/" }, "Ask in Search")));
  }

  show() {}
}

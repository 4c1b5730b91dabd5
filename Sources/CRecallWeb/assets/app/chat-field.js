// The field that a question is written in. Enter asks, Shift-Enter begins a new line.

import { button, el, glyph } from "./dom.js";

const longestQuestion = 4000;

export class ChatField {
  /** @param {{onAsk: (question: string) => void, onStop: () => void, scope: HTMLElement}} options */
  constructor({ onAsk, onStop, scope }) {
    Object.assign(this, { onAsk, onStop });
    this.input = el("textarea.question-input", {
      rows: 1, "aria-label": "Your question", placeholder: "Ask your library", autocomplete: "off", dir: "auto", enterkeyhint: "send",
      maxlength: longestQuestion, oninput: () => this.fit(), onkeydown: (event) => this.pressed(event),
    });
    this.send = button(".primary.icon-only.send", { onclick: () => this.act() });
    this.note = el("p.model-note");
    this.element = el("form.chat-field", { onsubmit: (event) => event.preventDefault() }, scope,
      el("div.question-box", {}, this.input, this.send), this.note);
    this.update(false);
  }

  pressed(event) {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    if (!this.isRunning) this.act();
  }

  act() {
    if (this.isRunning) return this.onStop();
    const question = this.input.value.trim();
    if (!question) return this.input.focus();
    this.input.value = "";
    this.fit();
    return this.onAsk(question);
  }

  /** As high as its text, to a limit that the sheet sets. */
  fit() {
    this.input.style.height = "auto";
    this.input.style.height = `${this.input.scrollHeight}px`;
  }

  /** @param {boolean} isRunning whether an answer is under way */
  update(isRunning) {
    this.isRunning = isRunning;
    const label = isRunning ? "Stop" : "Ask";
    this.send.replaceChildren(glyph(isRunning ? "stop" : "send"));
    this.send.setAttribute("aria-label", label);
    this.send.title = isRunning ? "Stop (Esc)" : "Ask (Enter)";
  }

  focus() {
    this.input.focus();
  }
}

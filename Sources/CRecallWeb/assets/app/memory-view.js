// Memory: what the person told Recall, by type, with where it comes from and when it was used; and what waits for a decision.

import { api, isAborted } from "./api.js";
import { formatDate, shortDay } from "./dates.js";
import { confirmed, failure, say } from "./dialog.js";
import { button, el, fill, glyph, iconButton } from "./dom.js";
import { save } from "./export.js";
import { keepMemory, proposalCard } from "./memory-card.js";
import { lastDay, openMemoryForm, typeNames } from "./memory-form.js";
import { address } from "./router.js";
import { count, mail, oneLine } from "./text.js";

const typingPause = 150;
const titles = { fact: "Facts", preference: "Preferences", person: "People", plan: "Plans", instruction: "Instructions" };

export class MemoryView {
  constructor() {
    this.input = el("input.text-input", { type: "search", "aria-label": "Search your memories", placeholder: "Search your memories", autocomplete: "off",
      dir: "auto", oninput: () => this.typed() });
    this.waiting = el("section.memory-proposals", { "aria-label": "Waiting for your decision" });
    this.list = el("div.memory-list");
    this.status = el("p.hint", { role: "status", "aria-live": "polite" });
    const add = button(".primary", { onclick: () => this.add() }, glyph("pen"), "Add a memory");
    const keep = button(".quiet", { onclick: () => this.exportAll() }, glyph("import"), "Export");
    this.element = el("section.view.scroller.memory-view", {}, el("div.page", {}, el("h1", {}, "Memory"),
      el("p.hint", {}, "What you told Recall. Nothing is kept here unless you say so, and what you forget is gone for good."),
      el("div.memory-bar", {}, this.input, add, keep), this.waiting, this.status, this.list));
  }

  show() {
    this.load();
  }

  typed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.load(), typingPause);
  }

  async load() {
    this.request?.abort();
    const request = this.request = new AbortController();
    try {
      const query = this.input.value.trim();
      const { memories, proposals } = await api.memories(query, request.signal);
      if (!query) this.showProposals(proposals);
      fill(this.list, query ? section("Found", memories.map((each) => this.row(each))) : this.sections(memories));
      this.status.textContent = this.summary(memories, query);
    } catch (error) {
      if (!isAborted(error)) fill(this.list, failure(error, () => this.load()));
    }
  }

  summary(memories, query) {
    if (memories.length) return count(memories.length, "memory", "memories");
    return query ? "No memory that holds belongs to these words." : "Nothing is remembered yet. Add something, or write “remember that …” in Chat.";
  }

  showProposals(proposals) {
    fill(this.waiting, proposals.length > 0 && [el("h2", {}, "Waiting for your decision"), proposals.map((each) => proposalCard(each, () => this.load()))]);
  }

  /** By type; what has ended comes last. */
  sections(memories) {
    const current = memories.filter(({ ended }) => !ended);
    const ended = memories.filter((each) => each.ended);
    const byType = Object.keys(titles).map((type) => section(titles[type], current.filter((each) => each.type === type).map((each) => this.row(each))));
    return [...byType, section("Ended", ended.map((each) => this.row(each)))];
  }

  /** @param {import("./types.js").Memory} memory */
  row(memory) {
    const name = oneLine(memory.text, 60);
    return el("li.memory-row", {},
      el("div.memory-said", {}, mail("p.memory-text", memory.text), el("p.memory-facts", {}, this.facts(memory))),
      iconButton("pen", `Edit: ${name}`, () => this.edit(memory)), iconButton("trash", `Forget: ${name}`, () => this.forget(memory)));
  }

  facts(memory) {
    const used = memory.used ? `used ${shortDay(memory.used)}` : "never used";
    const end = memory.until && `${memory.ended ? "ended" : "until"} ${shortDay(`${lastDay(memory.until)}T12:00`)}`;
    const hidden = memory.sensitivity === "normal" ? null : el("span.memory-hidden", {}, memory.sensitivity);
    return [hidden, origin(memory), used, end].filter(Boolean).flatMap((each, index) => (index ? [" · ", each] : [each]));
  }

  add() {
    openMemoryForm({ title: "Add a memory", action: "Remember" }, (change) =>
      keepMemory((resolve) => api.addMemory({ ...change, resolve }), (text) => this.changed(text), change.text));
  }

  edit(memory) {
    openMemoryForm({ title: "Edit the memory", action: "Save", content: memory }, (change) =>
      keepMemory((resolve) => api.changeMemory(memory.id, { ...change, resolve }), (text) => this.changed(text), change.text));
  }

  async forget(memory) {
    const text = [mail("strong", oneLine(memory.text, 300)),
      el("p", {}, "It leaves every file of the library, and answers that repeat it lose it. Your own message in Chat stays until you delete the conversation.")];
    if (!await confirmed({ title: "Forget this for good?", text, action: "Forget" })) return;
    try {
      const outcome = await api.forgetMemory(memory.id);
      this.changed(outcome?.textRemains ? `Forgotten. ${outcome.note}` : "Forgotten.");
    } catch (error) {
      say(error.message);
    }
  }

  async exportAll() {
    try {
      save([await api.memoryFile()], "text/markdown", "Memories.md");
    } catch (error) {
      say(error.message);
    }
  }

  changed(text) {
    say(text);
    this.load();
  }
}

function section(title, rows) {
  return rows.length ? el("section.memory-section", {}, el("h2", {}, title), el("ul", {}, rows)) : null;
}

/** Where it comes from; a conversation is a link. @param {import("./types.js").Memory} memory */
function origin({ from, created }) {
  const day = el("time", { datetime: created, title: formatDate(created, "full") }, shortDay(created));
  if (from.kind === "program") return el("span", {}, "proposed by ", mail("span", oneLine(from.source, 60)), ", kept ", day);
  if (from.kind !== "message") return el("span", {}, "written ", day);
  return el("span", {}, from.source ? el("a", { href: address("/chat", { id: from.source }) }, "told in Chat") : "told in Chat", " ", day);
}

// Chat: conversations at the left, questions and answers in the middle, and what they cite in the reading pane beside them.

import { api } from "./api.js";
import { Conversation } from "./chat-conversation.js";
import { ChatField } from "./chat-field.js";
import { createChatHome, showModel } from "./chat-home.js";
import { ChatList } from "./chat-list.js";
import { createScope } from "./chat-scope.js";
import { say } from "./dialog.js";
import { el, fill, glyph, show } from "./dom.js";
import { isHeld } from "./held-deletion.js";
import { takeQuestion } from "./question.js";
import { Reader } from "./reader.js";
import { address, go } from "./router.js";
import { mail, oneLine } from "./text.js";

/** @typedef {{id: string, open: string, at: string, list: string}} ChatState at: the bytes of a citation, as "12-80" */

export class ChatView {
  constructor() {
    /** @type {ChatState} */
    this.state = { id: "", open: "", at: "", list: "" };
    /** Conversations with an answer under way go on while others are shown. @type {Map<string, Conversation>} */
    this.running = new Map();
    this.conversation = this.startConversation();
    this.reader = new Reader(() => this.change({ open: "", at: "" }), (id) => { if (!this.element.hidden) this.change({ open: id }); });
    this.list = new ChatList((id, title) => this.renamed(id, title));
    this.home = createChatHome((question) => this.ask(question));
    this.scope = createScope(() => this.conversation.scope, (scope) => this.setScope(scope));
    this.field = new ChatField({ onAsk: (question) => this.ask(question), onStop: () => this.conversation.stop(), scope: this.scope.element });
    this.element = this.build();
    this.element.addEventListener("click", (event) => this.noteOpener(event), true);
    window.addEventListener("recall:held-changed", () => this.leaveDeleted());
    window.addEventListener("recall:library-changed", () => this.conversation.refresh());
  }

  build() {
    this.title = mail("span.chat-title", "");
    this.spoken = el("p.unseen", { role: "status", "aria-live": "polite" });
    const link = (icon, label, href) => el("a.button.quiet.icon-only", { href, "aria-label": label, title: label }, glyph(icon));
    const bar = el("div.chat-bar", {}, link("back", "Conversations", address("/chat", { list: "all" })), this.title,
      link("pen", "New conversation", "/chat"));
    this.place = el("div.chat-place");
    this.pane = el("div.chat-pane", {}, bar, this.place, this.spoken, this.field.element);
    this.split = el("div.split.chat-split", {}, this.list.element, this.pane, this.reader.element);
    return el("section.view.chat-view", {}, this.split);
  }

  startConversation(options = {}) {
    return new Conversation({ ...options, onChange: () => this.conversationChanged(), onAnswer: (turn) => this.answered(turn) });
  }

  change(changes) {
    go(address("/chat", { ...this.state, ...changes }), { replace: true });
  }

  /** @param {import("./router.js").Route} route */
  show(route) {
    const value = (name) => route.state.get(name) ?? "";
    const isFirst = !this.isStarted;
    this.isStarted = true;
    const handedOver = takeQuestion();
    const unshown = handedOver ? "" : this.unshownID;
    this.unshownID = undefined;
    if (unshown && !value("id")) return this.change({ id: unshown });
    this.apply({ id: value("id"), open: value("open"), at: value("at"), list: value("list") });
    if (isFirst) this.list.load();
    return handedOver && this.ask(handedOver.question, handedOver.scope);
  }

  /** @param {ChatState} state */
  apply(state) {
    this.state = state;
    if (state.id !== (this.conversation.id ?? "") || !this.isShown) this.showConversation(state.id);
    this.split.classList.toggle("is-list", Boolean(state.list));
    this.split.classList.toggle("is-open", Boolean(state.open));
    this.list.mark(state.id);
    this.showItem();
  }

  showConversation(id) {
    this.isShown = true;
    if (this.conversation.isRunning) this.running.set(this.conversation.id, this.conversation);
    const running = this.running.get(id);
    this.running.delete(id);
    this.conversation = running ?? this.startConversation({ id: id || undefined });
    if (id && !running) this.conversation.load();
    if (!id) this.home.update();
    showModel(this.field.note, this.home.model);
    this.conversationChanged();
  }

  /** The pane says of the conversation what has become of it. */
  conversationChanged() {
    if (!this.place) return;
    const { element, id, isRunning, turns, title } = this.conversation;
    const content = id || turns.length ? element : this.home.element;
    if (this.place.firstChild !== content) fill(this.place, content);
    this.field.update(isRunning);
    this.scope.update();
    this.title.textContent = oneLine(title || turns[0]?.question || "", 120) || "Chat";
    if (id && !this.state.id && isRunning) this.nameConversation(id);
    if (this.state.open && !this.reader.passages.length) this.markPassages();
  }

  /** A new conversation gets its address; one that got it while another place was shown, when this one is shown again. */
  nameConversation(id) {
    if (this.element.hidden) this.unshownID = id;
    else this.change({ id });
  }

  renamed(id, title) {
    if (this.conversation.id !== id) return;
    this.conversation.title = title;
    this.conversationChanged();
  }

  /** Says an answer aloud when all of it is there, and shows its title in the list. */
  answered(turn) {
    if (this.conversation.turns.includes(turn)) this.spoken.textContent = turn.spoken;
    for (const [id, each] of this.running) if (!each.isRunning) this.running.delete(id);
    this.list.load();
  }

  /** @param {string} question @param {string} [scope] of a new conversation */
  async ask(question, scope) {
    if (this.conversation.isRunning) return;
    if (scope) this.conversation.scope = scope;
    this.spoken.textContent = "";
    await this.conversation.ask(question);
  }

  async setScope(scope) {
    const { conversation } = this;
    const before = conversation.scope;
    conversation.scope = scope;
    this.scope.update();
    if (!conversation.id) return;
    try {
      await api.changeChat(conversation.id, { scope });
    } catch (error) {
      conversation.scope = before;
      this.scope.update();
      say(error.message);
    }
  }

  noteOpener(event) {
    const link = event.target.closest?.("a.cite, a.source-card, .tool-found a");
    if (!link) return;
    Object.assign(this, { opener: link, takesFocus: event.detail === 0 });
    // What is open already is shown again at its place.
    if (link.hash === location.hash && this.reader.slice) this.reader.mark(this.passages());
  }

  showItem() {
    const { open, at } = this.state;
    if (!open) return this.closeItem();
    const place = `${open} ${at}`;
    if (place === this.shownPlace) return undefined;
    this.shownPlace = place;
    if (open === this.reader.id && this.reader.slice) this.reader.mark(this.passages());
    else this.reader.open(open, this.passages(), { takesFocus: this.takesFocus });
    this.takesFocus = false;
    return undefined;
  }

  closeItem() {
    this.shownPlace = undefined;
    if (!this.reader.id) return;
    this.reader.close();
    if (this.opener?.isConnected) this.opener.focus({ preventScroll: true });
  }

  /** The cited bytes, as the reading pane marks them. @returns {import("./types.js").Passage[]} */
  passages() {
    const { open, at } = this.state;
    const citation = this.conversation.citation(open, at);
    if (citation?.state === "changed") say("This item has changed since it was cited.");
    return citation ? [{ item: { id: open }, segments: [{ text: citation.text, mark: "sentence" }], range: [citation.start, citation.end] }] : [];
  }

  /** After a reload the item may be there before the conversation. */
  markPassages() {
    const passages = this.passages();
    if (passages.length) this.reader.mark(passages);
  }

  leaveDeleted() {
    if (this.state.id && isHeld(`conversation:${this.state.id}`)) go("/chat");
  }

  focusInput() {
    this.field.focus();
  }

  commands() {
    return this.reader.commands();
  }

  /** Stops an answer, closes what is open, or goes back to the field; false if there is nothing to do. */
  back() {
    if (this.conversation.isRunning) this.conversation.stop();
    else if (this.state.open) this.change({ open: "", at: "" });
    else if (document.activeElement !== this.field.input) this.focusInput();
    else return false;
    return true;
  }
}

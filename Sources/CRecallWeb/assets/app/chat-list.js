// The conversations that are kept, newest first.

import { api, isAborted } from "./api.js";
import { time } from "./dates.js";
import { deleteConversation } from "./deletion.js";
import { failure, openDialog, say } from "./dialog.js";
import { button, el, fill, glyph } from "./dom.js";
import { save } from "./export.js";
import { isHeld } from "./held-deletion.js";
import { menu } from "./menu.js";
import { address } from "./router.js";
import { count, mail, oneLine } from "./text.js";

const [pageSize, typingPause] = [50, 150];

export class ChatList {
  /** @param {(id: string, title: string) => void} onRename */
  constructor(onRename) {
    this.onRename = onRename;
    this.open = "";
    this.rows = new Map();
    this.input = el("input.text-input", { type: "search", "aria-label": "Search your conversations", placeholder: "Search conversations",
      autocomplete: "off", dir: "auto", oninput: () => this.typed() });
    this.list = el("ul.chat-rows");
    this.more = button(".link.more-chats", { hidden: true, onclick: () => this.load(this.cursor) }, "Show more");
    this.element = el("nav.chat-list", { "aria-label": "Conversations" },
      el("div.chat-list-head", {}, el("a.button.new-chat", { href: "/chat" }, glyph("pen"), "New conversation"), this.input),
      el("div.chat-list-rows.scroller", {}, this.list, this.more));
    window.addEventListener("recall:held-changed", ({ detail }) => this.showHeld(detail.gone));
  }

  typed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.load(), typingPause);
  }

  /** Loads the first page anew, or the one at a cursor. */
  async load(cursor) {
    this.request?.abort();
    const request = this.request = new AbortController();
    try {
      const { conversations, nextCursor } = await api.chats(this.input.value.trim(), cursor, pageSize, request.signal);
      if (!cursor) this.clear(conversations.length);
      for (const each of conversations) this.add(each);
      this.cursor = nextCursor;
      this.more.hidden = !nextCursor;
      this.mark(this.open);
      this.showHeld();
    } catch (error) {
      if (!isAborted(error)) fill(this.list, el("li", {}, failure(error, () => this.load())));
    }
  }

  clear(found) {
    this.rows.clear();
    const query = this.input.value.trim();
    fill(this.list, !found && el("li.hint", {}, query ? "No conversation says this." : "What you ask is kept here."));
  }

  add(conversation) {
    const row = chatRow(conversation, (title) => {
      this.onRename(conversation.id, title);
      this.load();
    });
    this.rows.set(conversation.id, row);
    this.list.append(row);
  }

  /** Marks the conversation that is open. */
  mark(id) {
    this.open = id;
    for (const [each, row] of this.rows) {
      row.toggleAttribute("data-open", each === id);
      const link = row.querySelector("a");
      if (each === id) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }

  /** Hides what is about to be deleted, and takes away `gone`, what has been. */
  showHeld(gone) {
    for (const [id, row] of this.rows) {
      row.hidden = isHeld(`conversation:${id}`);
      if (!gone?.has(`conversation:${id}`)) continue;
      row.remove();
      this.rows.delete(id);
    }
  }
}

const titleOf = ({ title }) => oneLine(title, 200) || "Untitled conversation";

function chatRow(conversation, onRename) {
  const { id, used, questions } = conversation;
  const link = el("a.chat-row-link", { href: address("/chat", { id }), title: titleOf(conversation) }, mail("span.chat-row-title", titleOf(conversation)),
    el("span.chat-row-facts", {}, time(used), " · ", count(questions, "question")));
  return el("li.chat-row", {}, link, rowMenu(conversation, onRename));
}

function rowMenu(conversation, onRename) {
  return menu({ label: `Actions for ${titleOf(conversation)}`, icon: "more", name: ".row-menu" }, (panel, close) => {
    const choice = (icon, label, run) => button(".option", { onclick: () => { close(); run(); } }, glyph(icon), el("span", {}, label));
    panel.append(el("div.options", {}, choice("pen", "Rename…", () => rename(conversation, onRename)),
      choice("import", "Export as Markdown", () => exportFile(conversation)),
      choice("trash", "Delete…", () => deleteConversation(conversation))));
  });
}

async function exportFile({ id }) {
  try {
    const { name, content } = await api.chatFile(id);
    save([content], "text/markdown", name);
  } catch (error) {
    say(error.message);
  }
}

function rename(conversation, onRename) {
  openDialog("Rename conversation", (dialog) => {
    const input = el("input.text-input", { type: "text", value: conversation.title, maxlength: 200, dir: "auto", autofocus: true, "aria-label": "Title" });
    const submit = async (event) => {
      event.preventDefault();
      dialog.close();
      const title = input.value.trim();
      if (!title || title === conversation.title) return;
      await api.changeChat(conversation.id, { title }).then(() => onRename(title), (error) => say(error.message));
    };
    return [el("form.rename", { onsubmit: submit }, el("div.dialog-text", {}, input), el("footer.dialog-actions", {},
      button("", { onclick: () => dialog.close() }, "Cancel"), el("button.primary", {}, "Rename")))];
  });
}

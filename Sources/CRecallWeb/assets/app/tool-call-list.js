// What other programs asked of the library: which tool, when, which program, how many items. Never what was asked or found.

import { api } from "./api.js";
import { formatDate } from "./dates.js";
import { failure } from "./dialog.js";
import { button, el, fill, show } from "./dom.js";
import { count, mail, oneLine } from "./text.js";

const pageLength = 10;

const deeds = {
  search: "Searched", list: "Listed items", count: "Counted items", people: "Listed people", similar: "Asked for similar items",
  read_item: "Read an item", read_thread: "Read a conversation", resource: "Read an item or a conversation",
  recall_memories: "Asked for memories", propose_memory: "Proposed a memory",
};

export class ToolCallList {
  constructor() {
    this.rows = el("ul.sources.tool-calls");
    this.status = el("p.hint", { role: "status" });
    this.more = button("", { onclick: () => this.load() }, "Show older calls");
    const hint = "Each call of an assistant of another maker, over this address or by “recall mcp”. Texts are not kept.";
    this.element = el("div", {}, el("p.hint", {}, hint), this.status, this.rows, this.more);
  }

  show() {
    this.cursor = undefined;
    fill(this.rows);
    return this.load();
  }

  async load() {
    try {
      const { calls, nextCursor } = await api.toolCalls(this.cursor, pageLength);
      this.cursor = nextCursor;
      this.rows.append(...calls.map(row));
      this.status.textContent = this.rows.children.length ? "" : "Nothing was asked yet.";
      show(this.more, Boolean(nextCursor));
    } catch (error) {
      fill(this.status, failure(error, () => this.load()));
    }
  }
}

/** @param {import("./types.js").ToolCall} call */
function row({ date, client, tool, items }) {
  const given = items === undefined ? "given nothing" : `given ${count(items, "item")}`;
  return el("li.source.tool-call", {}, el("div", {}, el("p", {}, deeds[tool] ?? oneLine(tool, 40), ": ", given),
    el("p.hint", {}, mail("span", oneLine(client, 60) || "without a name"), " · ",
      el("time", { datetime: date, title: formatDate(date, "full") }, formatDate(date)))));
}

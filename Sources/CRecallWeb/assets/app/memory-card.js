// A memory that is proposed: the person keeps it, changes it, or refuses it. Nothing is kept before.

import { api } from "./api.js";
import { openDialog, say } from "./dialog.js";
import { button, el, fill, glyph } from "./dom.js";
import { memoryKind, openMemoryForm } from "./memory-form.js";
import { mail, oneLine } from "./text.js";

/** @param {import("./types.js").WaitingMemoryProposal} proposal @param {() => void} [onDecided] */
export function proposalCard(proposal, onDecided = () => {}) {
  const card = el("section.memory-card", { "aria-label": "Proposed memory" });
  const end = (text) => {
    fill(card, el("p.memory-decided", {}, text, " ", el("a", { href: "/memory" }, "Memory")));
    onDecided();
  };
  const keep = (change) => keepMemory((resolve) => api.keepProposal(proposal.id, { ...change, resolve }), end, change.text ?? proposal.text);
  const refuse = async (never, text) => {
    try {
      await api.refuseProposal(proposal.id, never);
      end(text);
    } catch (error) {
      say(error.message);
    }
  };
  const edit = () => openMemoryForm({ title: "Edit the proposal", action: "Keep", content: proposal }, keep);
  const from = proposal.from.kind === "program" ? [" by ", mail("span", oneLine(proposal.from.source, 60))] : null;
  fill(card, el("p.memory-card-title", {}, glyph("memory"), el("span", {}, "Keep this as a memory?", from && el("span.faint", {}, " Proposed", from))),
    mail("p.memory-text", proposal.text, {}), el("p.memory-facts", {}, memoryKind(proposal)),
    proposal.contradicts && el("p.memory-facts", {}, "It contradicts what you told before: ",
      proposal.contradicts.map(({ text }, index) => [index ? "; " : "", mail("span", oneLine(text, 160))]), ". Keep asks which holds."),
    el("div.memory-actions", {},
      button(".primary", { onclick: () => keep({}).catch((error) => say(error.message)) }, "Keep"), button("", { onclick: edit }, "Edit"),
      button(".quiet", { onclick: () => refuse("statement", "Not kept, and not proposed again.") }, "Not this"),
      button(".quiet", { onclick: () => refuse("topic", "Nothing about this will be proposed again.") }, "Never about this")));
  return card;
}

/**
 * Keeps a memory; if it contradicts others, the person decides which holds.
 *
 * @param {(resolve: "ask"|"replace"|"keep-both") => Promise<import("./types.js").MemoryAddition>} request
 * @param {(text: string) => void} onKept
 * @param {string} said the new text
 */
export async function keepMemory(request, onKept, said) {
  const { outcome, memory, contradicts = [] } = await request("ask");
  if (outcome !== "contradicts") return onKept(kept[outcome] + (outcome === "added" ? `: ${memoryKind(memory)}.` : "."));
  const resolve = async (dialog, how, text) => {
    dialog.close();
    try {
      await request(how);
      onKept(text);
    } catch (error) {
      say(error.message);
    }
  };
  openDialog("Which holds?", (dialog) => [
    el("div.dialog-text", {}, el("p", {}, "You told this before:"), contradicts.map(({ text }) => mail("p.memory-text", text)),
      el("p", {}, "Now you say:"), mail("p.memory-said-now", said)),
    el("footer.dialog-actions", {}, button("", { onclick: () => dialog.close() }, "The old one holds"),
      button("", { onclick: () => resolve(dialog, "keep-both", "Both are kept.") }, "Both hold"),
      button(".primary", { onclick: () => resolve(dialog, "replace", "Kept. The old one has ended.") }, "The new one holds")),
  ], ".question");
  return undefined;
}

const kept = { added: "Kept as a memory", merged: "You told this before. Kept once", changed: "Changed" };

/**
 * The memories that an answer was made with. What the answer says itself is not said again.
 * @param {import("./types.js").Answer} answer
 */
export function usedMemories({ memories, sentences }) {
  if (!memories?.length) return null;
  const isSaid = ({ id, text }) => id && sentences.some((sentence) => sentence.text.includes(text));
  const name = (each) => (each.id ? mail("span.memory-used", oneLine(each.text, 160)) : el("span.memory-used.gone", {}, "a memory that was forgotten"));
  const used = memories.filter(({ source }) => !source);
  const unsaid = used.filter((each) => !isSaid(each));
  const remembered = (each) => (!each.id ? "Remembered from this, and forgotten since." : isSaid(each) ? "Remembered." : ["Remembered: ", name(each)]);
  const line = (...content) => el("p.memory-uses", {}, glyph("memory"), content, " ", el("a", { href: "/memory" }, "Memory"));
  return [
    unsaid.length ? line("With what you told: ", unsaid.map((each, index) => [index ? " " : "", name(each)])) : used.length > 0 && line("From what you told."),
    memories.filter(({ source }) => source).map((each) => line(remembered(each))),
  ];
}

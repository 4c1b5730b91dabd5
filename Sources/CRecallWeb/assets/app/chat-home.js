// Chat before anything is asked: questions to begin with, from the person's own library, and who will answer.

import { api } from "./api.js";
import { button, el, fill, glyph } from "./dom.js";
import { quotationsLine } from "./model-guide.js";
import { mail, oneLine } from "./text.js";

const mostSuggestions = 6;

/** @param {(question: string) => void} ask */
export function createChatHome(ask) {
  const suggestions = el("div.suggested");
  const model = el("p.home-model");
  const element = el("div.chat-home.scroller", {}, el("div.chat-home-content", {}, glyph("chat"), el("h1", {}, "Ask your library"),
    el("p.lead", {}, "Answers come from your own mail, chats, documents and notes, and every sentence says where it is from."),
    model, suggestions));
  const update = async () => {
    // Without suggestions the page is the same, only emptier.
    const { questions } = await api.suggestedQuestions().catch(() => ({ questions: [] }));
    fill(suggestions, questions.slice(0, mostSuggestions).map((question) =>
      button(".suggestion", { onclick: () => ask(question) }, mail("span", oneLine(question, 200)))));
  };
  return { element, model, update };
}

/**
 * Who answers, in one line.
 * @param {HTMLElement} note names a model, below every question: what it reads may leave this machine
 * @param {HTMLElement} home says before the first question that answers are quotations
 */
export async function showModel(note, home) {
  const status = await api.chatModel().catch(() => undefined);
  fill(note, status?.model && answersBy(status.model));
  fill(home, status && !status.model && quotationsLine(status));
}

function answersBy({ name, machine }) {
  const model = mail("span", oneLine(name, 80));
  if (!machine) return ["Answers by ", model, ", on this machine."];
  return el("strong.elsewhere", {}, "Answers by ", model, " on ", mail("span", oneLine(machine, 80)), ": what it reads leaves this machine.");
}

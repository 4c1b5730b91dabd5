// Questions in what is typed into the search box, and the way from there to Chat.

import { clauses, without } from "./query.js";
import { go } from "./router.js";

const beginnings = new RegExp(`^(?:${[
  "who", "whom", "whose", "what", "when", "where", "why", "which", "how", "did", "does", "do", "is", "are", "was", "were", "has", "have", "had",
  "can", "could", "should", "will", "would", "wer", "wen", "wem", "wann", "wo", "warum", "wieso", "wie", "welche[rsnm]?", "hat", "haben", "ist",
  "qui", "que", "quoi", "quand", "où", "pourquoi", "comment", "quién", "qué", "cuándo", "dónde", "por qué", "cómo", "cuál",
].join("|")})\\s+\\S+\\s+\\S`, "iu");

/** Whether a text reads like a question: it ends as one, or begins as one and goes on. */
export function isQuestion(text) {
  const words = text.trim();
  return /\S\s+\S.*[?？]$/u.test(words) || beginnings.test(words);
}

/** What was asked elsewhere and not taken yet. @type {{question: string, scope: string}|undefined} */
let handedOver;

/** Opens a new conversation and asks. The fields of a query become the scope. @param {string} query */
export function askInChat(query) {
  let question = query;
  const scope = [];
  for (let [clause] = clauses(question); clause; [clause] = clauses(question)) {
    scope.push(question.slice(clause.start, clause.end));
    question = without(question, clause);
  }
  handedOver = { question: question || query, scope: question ? scope.join(" ") : "" };
  openNewConversation();
}

/** Goes to Chat's empty page, also from there. */
export function openNewConversation() {
  go("/chat");
  window.dispatchEvent(new Event("recall:route"));
}

/** What was asked elsewhere, once. */
export function takeQuestion() {
  const taken = handedOver;
  handedOver = undefined;
  return taken;
}

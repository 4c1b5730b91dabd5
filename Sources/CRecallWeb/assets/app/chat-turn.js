// A question with its answer: as it is made, and as it is kept.

import { copyAnswer, nearHeading } from "./answer-copy.js";
import { citationMark, quotationFigure, sourceCards } from "./answer-sources.js";
import { answerBlocks, streamedBlocks } from "./answer-text.js";
import { formatDate } from "./dates.js";
import { failure } from "./dialog.js";
import { button, el, fill, glyph, show } from "./dom.js";
import { proposalCard, usedMemories } from "./memory-card.js";
import { mail, oneLine, visible } from "./text.js";
import { ToolChips } from "./tool-use.js";

export class Turn {
  /**
   * @param {{question: string, asked?: string}} kept
   * @param {{linkTo: import("./answer-sources.js").CitationLink, onAgain: (turn: Turn) => void}} context
   */
  constructor({ question, asked }, { linkTo, onAgain }) {
    Object.assign(this, { question, linkTo, onAgain, streamed: "" });
    const title = mail("h2.question", visible(question), { title: formatDate(asked, "full"), tabindex: -1 });
    this.body = el("div.answer-body");
    this.problem = el("div");
    this.memory = el("div");
    this.foot = el("footer.answer-foot");
    this.toolPlace = el("div");
    this.element = el("article.turn", { "aria-label": "Question and answer" }, title, this.toolPlace, this.body, this.problem, this.memory, this.foot);
  }

  /** Clears what was answered, for an answer under way. */
  begin() {
    Object.assign(this, { streamed: "", answer: undefined });
    this.tools = new ToolChips(this.linkTo);
    fill(this.toolPlace, this.tools.element);
    fill(this.problem);
    fill(this.memory);
    fill(this.foot);
    this.showWaiting("Looking in your library…");
  }

  showWaiting(text) {
    fill(this.body, el("p.waiting", {}, text));
    this.element.dataset.running = "";
  }

  /** Shows an event of an answer under way. */
  take(event, data) {
    const show = {
      toolStarted: () => this.tools.start(data),
      toolEnded: () => {
        this.tools.end(data, data.found);
        if (!this.streamed) this.showWaiting("Waiting for the model…");
      },
      text: () => this.addText(data.text),
      textWithdrawn: () => this.withdraw(),
      modelIsSilent: () => {
        if (!this.streamed) this.showWaiting("The model has not answered yet. Stop shows what was found.");
      },
      answer: () => this.showAnswer(data),
    }[event];
    show?.();
  }

  /** At most one rendering a frame, however fast the words come. */
  addText(text) {
    this.streamed += text;
    this.frame ??= requestAnimationFrame(() => this.showStreamed());
  }

  showStreamed() {
    this.frame = undefined;
    if (this.answer) return;
    fill(this.body, streamedBlocks(this.streamed));
  }

  withdraw() {
    this.streamed = "";
    this.showWaiting("Looking further…");
  }

  /** @param {import("./types.js").Answer} answer */
  showAnswer(answer) {
    this.answer = answer;
    this.end();
    if (!this.tools?.element.childNodes.length) this.showKeptTools(answer.toolCalls ?? []);
    fill(this.body, answerNodes(answer, this.linkTo));
    fill(this.problem);
    fill(this.memory, usedMemories(answer), answer.proposal && proposalCard(answer.proposal));
    fill(this.foot, this.facts(answer), this.actions());
  }

  /** The tools of a kept answer: what they found is not kept. */
  showKeptTools(uses) {
    this.tools = new ToolChips(this.linkTo);
    for (const use of uses) this.tools.end(use);
    fill(this.toolPlace, this.tools.element);
  }

  /** Nothing more comes. */
  end() {
    cancelAnimationFrame(this.frame);
    this.frame = undefined;
    this.tools?.stop();
    delete this.element.dataset.running;
  }

  /** What was written so far stays. */
  showStopped(text) {
    if (this.frame) this.showStreamed();
    this.end();
    if (!this.streamed.trim()) fill(this.body);
    fill(this.foot, el("p.answer-facts", {}, this.streamed.trim() ? `${text} What is written so far has not been checked.` : text), this.actions());
  }

  fail(error) {
    this.end();
    if (!this.streamed.trim()) fill(this.body);
    fill(this.problem, failure(error, () => this.onAgain(this)));
  }

  facts(answer) {
    const notes = (answer.notes ?? []).map((note) => el("p.note.odd", {}, mail("span", oneLine(note, 400))));
    return [notes, el("p.answer-facts", {}, writtenBy(answer))];
  }

  actions() {
    const again = button(".quiet.again", { onclick: () => this.onAgain(this) }, glyph("again"), el("span", {}, "Ask again"));
    const copy = this.answer && button(".quiet", { onclick: () => copyAnswer(this.answer), title: "Copy the answer with its sources" },
      glyph("copy"), el("span", {}, "Copy"));
    return el("div.answer-actions", {}, again, copy);
  }

  /** Only the last answer can be asked for again: those after it may rest on it. */
  markLast(isLast) {
    for (const each of this.foot.querySelectorAll(".again")) show(each, isLast);
  }

  /** What is said aloud when the answer is there. */
  get spoken() {
    if (!this.answer) return "";
    const text = this.answer.sentences.map((sentence) => sentence.text).join(" ");
    return oneLine(`${this.answer.found ? "Answer:" : nearHeading(this.answer)} ${text}`, 1200);
  }
}

/** Who wrote it, and where: a model on another machine has read what is quoted. */
function writtenBy({ model, machine, toolCalls, citations }) {
  if (!model && !citations.length) return "No model was asked.";
  // Without a model nothing is searched through tools.
  if (!model) return toolCalls?.length ? "Quotations from your library." : "Quotations from your library. No model was asked.";
  const name = mail("span", oneLine(model, 80));
  if (!machine) return ["Written by ", name, " on this machine."];
  return el("strong.elsewhere", {}, "Written by ", name, " on ", mail("span", oneLine(machine, 80)), ", not on this machine.");
}

/** @param {import("./types.js").Answer} answer */
function answerNodes(answer, linkTo) {
  const byNumber = new Map(answer.citations.map((citation) => [citation.n, citation]));
  const cited = (sentence) => sentence.citations.map((n) => byNumber.get(n)).filter(Boolean);
  const nodes = groups(answer.sentences).flatMap((group) => (group[0].quotation
    ? group.map((sentence) => quotationFigure(sentence, cited(sentence), linkTo))
    : answerBlocks(group.map((sentence) => sentencePiece(sentence, cited(sentence), linkTo)))));
  const quoted = new Set(answer.sentences.filter((each) => each.quotation).flatMap((each) => each.citations));
  return [notFound(answer), nodes, sourceCards(answer.citations.filter(({ n }) => !quoted.has(n)), linkTo)];
}

function notFound(answer) {
  const { found, model, sentences, citations } = answer;
  if (found) return null;
  if (model && sentences.some((sentence) => !sentence.quotation)) return el("p.not-found", {}, "None of what was found says this:");
  const isNear = sentences.length > 0 || citations.length > 0;
  return el("p.not-found", {}, isNear ? nearHeading(answer) : "Nothing was found. Try other words, or a wider scope.");
}

/** Quotations stand by themselves; other sentences run on. */
function groups(sentences) {
  const all = [];
  for (const sentence of sentences) {
    if (all.at(-1)?.[0].quotation === sentence.quotation) all.at(-1).push(sentence);
    else all.push([sentence]);
  }
  return all;
}

function sentencePiece({ text, dates, supported, paragraph }, citations, linkTo) {
  const marks = citations.map((each) => [" ", citationMark(each, linkTo)]);
  const wrap = (nodes) => {
    if (supported) return el("span.stated", {}, nodes, marks);
    // Its words went with the item: nothing is left to be supported.
    if (citations.some(({ state }) => state === "deleted")) return el("span.stated.gone", {}, nodes, marks);
    return el("span.stated.unsupported", {}, el("span.unsupported-text", {}, nodes), marks, el("span.unsupported-note", {}, "no source says this"));
  };
  return { text, dates, paragraph, wrap };
}

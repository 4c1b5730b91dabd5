// A conversation: its turns, and the answer under way.

import { api, APIError, ask, isAborted } from "./api.js";
import { Turn } from "./chat-turn.js";
import { failure } from "./dialog.js";
import { el, fill } from "./dom.js";
import { address } from "./router.js";

const [turnsAtOnce, polling, patience, patienceOfStopped] = [12, 500, 120_000, 20_000];
const pendingName = "recall.asked";

export class Conversation {
  /** @param {{id?: string, scope?: string, onChange: () => void, onAnswer: (turn: Turn) => void}} options without an id it is new */
  constructor({ id, scope = "", onChange, onAnswer }) {
    Object.assign(this, { id, scope, onChange, onAnswer, title: "" });
    /** @type {Turn[]} */
    this.turns = [];
    this.citations = new Map();
    this.list = el("div.turns-list");
    this.element = el("div.turns.scroller", { role: "region", "aria-label": "Conversation", tabindex: 0 }, this.list);
  }

  get isRunning() {
    return Boolean(this.request);
  }

  /** Loads what is kept, and shows its end. */
  async load() {
    try {
      const kept = await api.chat(this.id);
      Object.assign(this, { title: kept.title, scope: kept.scope ?? "", isLoaded: true });
      this.showTurns(kept.turns);
      this.awaitPending(kept.turns);
    } catch (error) {
      const isGone = error.status === 404;
      fill(this.list, isGone ? el("p.hint", {}, "This conversation is not in your library any more.") : failure(error, () => this.load()));
    }
    this.onChange();
  }

  /** Shows what has become of answers whose sources were deleted or have changed. */
  async refresh() {
    if (!this.id || this.isRunning) return;
    const kept = await api.chat(this.id).catch(() => undefined);
    if (!kept || this.isRunning) return;
    kept.turns.forEach(({ question, answer }, index) => {
      const turn = this.turns[index];
      if (turn?.question === question && turn.answer && answer) turn.showAnswer(answer);
    });
    this.markLast();
  }

  /** The last answers at once; those before them follow when there is time, without moving what is read. */
  showTurns(kept) {
    this.turns = kept.map((turn) => this.makeTurn(turn));
    fill(this.list, this.turns.map((turn) => turn.element));
    for (const { answer } of kept) answer?.citations.forEach((each) => this.linkTo(each));
    this.showAnswers(kept, kept.length);
    this.element.scrollTop = this.element.scrollHeight;
    this.markLast();
  }

  showAnswers(kept, end) {
    if (!end || this.turns.length < end) return;
    const start = Math.max(0, end - turnsAtOnce);
    const last = this.turns.at(-1).element;
    const top = last.getBoundingClientRect().top;
    for (let index = start; index < end; index += 1) if (kept[index].answer) this.turns[index].showAnswer(kept[index].answer);
    this.element.scrollBy({ top: last.getBoundingClientRect().top - top, behavior: "instant" });
    setTimeout(() => this.showAnswers(kept, start));
  }

  makeTurn(kept) {
    return new Turn(kept, { linkTo: (citation) => this.linkTo(citation), onAgain: (turn) => this.askAgain(turn) });
  }

  /** Where a citation is: the item, and its bytes, which stay in the address. */
  linkTo(citation) {
    const at = `${citation.start}-${citation.end}`;
    this.citations.set(`${citation.item} ${at}`, citation);
    return address("/chat", { id: this.id, open: citation.item, at });
  }

  /** The citation at an address. @returns {import("./types.js").Citation|undefined} */
  citation(item, at) {
    return this.citations.get(`${item} ${at}`);
  }

  /** @param {string} question */
  async ask(question) {
    const turn = this.makeTurn({ question, asked: new Date().toISOString() });
    this.turns.push(turn);
    if (this.turns.length === 1) fill(this.list);
    this.list.append(turn.element);
    this.markLast();
    await this.answer(turn, async () => false);
  }

  /** Asks the last question again; a question that was stopped or failed may have been kept or not. @param {Turn} turn */
  async askAgain(turn) {
    if (this.isRunning) return;
    await this.answer(turn, async () => {
      const last = (await api.chat(this.id)).turns.at(-1);
      turn.keptBefore = last?.asked;
      return last?.question === turn.question;
    });
  }

  /** @param {() => Promise<boolean>} isKept whether the last turn that is kept is to be replaced */
  async answer(turn, isKept) {
    const request = this.request = new AbortController();
    turn.begin();
    turn.element.classList.add("fresh");
    turn.element.scrollIntoView({ block: "start", behavior: "instant" });
    this.onChange();
    try {
      this.id ??= (await api.newChat(this.scope)).id;
      this.onChange();
      notePending(this.id, turn.question);
      const again = Boolean(turn.wasAsked && await isKept());
      turn.wasAsked = true;
      await this.follow(turn, { question: turn.question, again }, request.signal);
    } catch (error) {
      if (isAborted(error)) this.showStopped(turn);
      else turn.fail(error);
    } finally {
      this.request = undefined;
      if (!isLeaving) notePending();
      this.markLast();
      this.onAnswer(turn);
      this.onChange();
    }
  }

  async follow(turn, request, signal) {
    for await (const { event, data } of ask(this.id, request, signal)) {
      if (event === "error") throw new APIError(0, data.code, data.message ?? data.error?.message);
      turn.take(event, data);
    }
    if (!turn.answer) throw new APIError(0, "ended", "The answer ended before it was complete.");
  }

  stop() {
    this.request?.abort();
  }

  /** The server ends the answer with what it has found, and keeps it. */
  showStopped(turn) {
    turn.showStopped("Stopped.");
    if (this.id) this.poll(turn, Date.now() + patienceOfStopped);
  }

  markLast() {
    this.turns.forEach((turn, index) => turn.markLast(index === this.turns.length - 1));
  }

  /** A page that is loaded again while an answer is made shows it when it is kept. */
  awaitPending(kept) {
    const last = kept.at(-1);
    const question = pendingQuestion(this.id) ?? (last && !last.answer ? last.question : undefined);
    if (!question) return;
    if (last?.question === question && last.answer) return void notePending();
    if (last?.question !== question) this.turns.push(this.makeTurn({ question }));
    const turn = this.turns.at(-1);
    this.list.append(turn.element);
    turn.wasAsked = true;
    turn.showStopped("This page was loaded again before the answer was there.");
    this.poll(turn, Date.now() + patience);
  }

  async poll(turn, end) {
    await new Promise((resolve) => { setTimeout(resolve, polling); });
    if (this.isRunning || !this.element.isConnected || Date.now() > end) return;
    const kept = (await api.chat(this.id).catch(() => undefined))?.turns;
    if (this.isRunning) return;
    const last = kept?.length === this.turns.length ? kept.at(-1) : undefined;
    // An answer that is asked for again takes the place of the one that was kept before.
    if (last?.question !== turn.question || !last.answer || last.asked === turn.keptBefore) return void this.poll(turn, end);
    notePending();
    turn.showAnswer(last.answer);
    this.markLast();
    this.onAnswer(turn);
  }
}

// A page that is left gives up its requests, but its answer is still awaited.
let isLeaving = false;
window.addEventListener("pagehide", () => { isLeaving = true; });
window.addEventListener("pageshow", () => { isLeaving = false; });

/** Notes in this tab what is being answered, for a page that is loaded again meanwhile. */
function notePending(id, question) {
  if (id) sessionStorage.setItem(pendingName, JSON.stringify({ id, question }));
  else sessionStorage.removeItem(pendingName);
}

function pendingQuestion(id) {
  const pending = JSON.parse(sessionStorage.getItem(pendingName) ?? "{}");
  return pending.id === id ? pending.question : undefined;
}

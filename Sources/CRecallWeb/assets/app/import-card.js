// One import: how far it is, how fast, how long still, and what can be done about it.

import { api, followImport } from "./api.js";
import { duration, formatDate } from "./dates.js";
import { say } from "./dialog.js";
import { button, el, fill, glyph, show } from "./dom.js";
import { count, fileName, mail, number, oneLine, percent } from "./text.js";

const stateNames = {
  waiting: "Waiting", running: "Importing", paused: "Paused", interrupted: "Cut off", finished: "Finished", failed: "Failed", cancelled: "Cancelled",
};

const kept = "What was imported so far is kept. If it has been stopped, start it again and open the link that it prints: Import then offers to go on.";

export class ImportCard {
  constructor() {
    this.title = el("h3.import-title");
    this.state = el("span.import-state");
    this.bar = el("progress", { max: 1, "aria-label": "Progress" });
    this.facts = el("p.facts");
    this.pace = el("p.pace");
    this.problem = el("p.is-problem");
    this.actions = el("div.import-actions");
    this.element = el("article.import-card", {}, el("header", {}, this.title, this.state),
      this.bar, this.pace, this.facts, this.problem, this.actions);
  }

  /** @param {import("./types.js").Import} state */
  update(state) {
    const wasState = this.import?.state;
    this.import = state;
    // What there is to do is known better as it is read; a bar that goes back would only disturb.
    this.share = Math.max(this.share ?? 0, state.share ?? 0);
    const isLive = ["waiting", "running", "paused", "interrupted"].includes(state.state);
    const name = (path) => mail("span", oneLine(fileName(path), 120), { title: oneLine(path) });
    fill(this.title, state.task === "embedding" ? "Embedding what is not embedded yet" : state.paths.map((path, index) => [index ? ", " : "", name(path)]));
    const isStopping = wasState === state.state && /…$/u.test(this.state.textContent);
    if (!isStopping) this.state.textContent = stateNames[state.state] ?? state.state;
    this.element.dataset.state = state.state;
    show(this.bar, isLive);
    if (this.share) this.bar.value = this.share;
    else this.bar.removeAttribute("value");
    this.showNumbers(state, isLive);
    // Buttons are not made anew each second: a press would be lost between two.
    if (wasState !== state.state) fill(this.actions, this.buttons(state));
    if (this.isLost) this.setBusy(this.isLost = false);
    if (wasState && wasState !== state.state && !["waiting", "running"].includes(state.state)) this.rest(state);
  }

  showNumbers(state, isLive) {
    const past = [formatDate(state.started, "moment"), took(state)].filter(Boolean).join(" · ");
    this.pace.textContent = isLive ? paceOf(state, this.share) : past;
    const failures = el("a", { href: "/library#tab=failures" }, `${number(state.failures)} could not be read`);
    if (state.task === "embedding") return this.showEmbedded(state);
    const facts = factsOf(state).filter(Boolean).join(" · ");
    fill(this.facts, facts, state.failures > 0 && [facts && " · ", failures]);
    this.problem.textContent = state.error ? oneLine(state.error.message) : "";
  }

  showEmbedded(state) {
    this.facts.textContent = state.passagesTotal ? `${number(state.passagesEmbedded)} of ${count(state.passagesTotal, "passage")}` : "";
    this.problem.textContent = state.error ? oneLine(state.error.message) : "";
  }

  buttons(state) {
    const steer = (action, icon, label) =>
      button("", { "data-action": action, onclick: () => this.steer(action) }, glyph(icon), label);
    const cancel = steer("cancel", "close", "Cancel");
    const dismiss = button(".quiet", { onclick: () => this.dismiss() }, "Dismiss");
    if (state.state === "paused") return [steer("resume", "play", "Resume"), cancel];
    if (state.state === "failed") return [steer("resume", "play", "Try again"), dismiss];
    if (state.state === "interrupted" || state.state === "cancelled") return [steer("resume", "play", "Go on"), dismiss];
    if (state.state === "running" || state.state === "waiting") return [steer("pause", "pause", "Pause"), cancel];
    return state.state === "finished" && state.new > 0 ? [el("a.button", { href: "/library" }, "See it in the library")] : [];
  }

  /** A pause takes until the next checkpoint, some seconds at worst: until then it can only be made a cancellation. */
  async steer(action) {
    const turn = this.turn = (this.turn ?? 0) + 1;
    this.setBusy(true, action === "pause" ? "cancel" : undefined);
    this.state.textContent = { pause: "Pausing…", cancel: "Cancelling…" }[action] ?? this.state.textContent;
    try {
      const state = await api.steerImport(this.import.id, action);
      if (turn !== this.turn) return;
      this.update(state);
      // What was stopped is not followed any more, or only looked at every few seconds.
      this.unfollow();
      this.follow();
    } catch (error) {
      say(error.message);
      if (turn === this.turn) this.state.textContent = stateNames[this.import.state];
    } finally {
      if (turn === this.turn) this.setBusy(false);
    }
  }

  /** Nobody answers, or not about this import. What is shown is what was known last. @param {import("./api.js").APIError} error */
  lost(error) {
    this.isLost = true;
    this.state.textContent = error.status === 404 ? "Not in the list" : "No answer";
    this.element.dataset.state = "lost";
    this.pace.textContent = "";
    this.problem.textContent = error.status === 0 ? `${error.message} ${kept}` : error.message;
    this.setBusy(true);
  }

  /** Takes it from the list; what it stored stays. */
  async dismiss() {
    this.setBusy(true);
    try {
      await api.forgetImport(this.import.id);
      this.unfollow();
      this.element.remove();
    } catch (error) {
      say(error.message);
      this.setBusy(false);
    }
  }

  /** @param {string} [spared] the action that stays possible */
  setBusy(isBusy, spared) {
    for (const each of this.actions.children) each.disabled = isBusy && each.dataset.action !== spared;
  }

  follow() {
    if (this.stop || !["waiting", "running", "paused"].includes(this.import.state)) return;
    this.stop = followImport(this.import.id, (state) => this.update(state), (error) => this.lost(error));
  }

  /** What was stored by now is there to be found, however the import ended. */
  rest(state) {
    if (state.state === "finished") say(state.task === "embedding" ? "Everything is found by meaning now." : `Import finished: ${count(state.new, "new item")}.`);
    window.dispatchEvent(new Event("recall:library-changed"));
  }

  unfollow() {
    this.stop?.();
    this.stop = undefined;
  }
}

/** Of what was cut off, the library knows what was read, and nobody what of it was new. @param {import("./types.js").Import} state */
function factsOf(state) {
  if (state.state === "interrupted") return [state.items > 0 && `${number(state.items)} read so far`];
  return [
    `${number(state.items)} read`, `${number(state.new)} new`, state.updated && `${number(state.updated)} changed`,
    state.duplicates && `${number(state.duplicates)} already there`, state.leftOut && `${count(state.leftOut, "file")} left out`,
  ];
}

/** "Reading · 42 % · 1,480 items/s · about 2 min left" @param {import("./types.js").Import} state */
function paceOf(state, share) {
  if (state.state === "interrupted") return ["Not finished", share >= 0.01 && `${percent(share)} done`].filter(Boolean).join(" · ");
  const stage = state.state === "waiting" ? "Waits for another import" : state.stage === "embedding" ? "Understanding" : "Reading";
  const embedded = state.stage === "embedding" && `${number(state.passagesEmbedded)} of ${number(state.passagesTotal)} passages`;
  const isMoving = state.state === "running";
  return [
    stage, share >= 0.01 && percent(share), embedded,
    isMoving && state.stage === "reading" && state.itemsPerSecond > 0 && `${number(Math.round(state.itemsPerSecond))} items/s`,
    isMoving && state.secondsLeft !== undefined && `about ${duration(state.secondsLeft)} left`,
  ].filter(Boolean).join(" · ");
}

function took(state) {
  if (!state.ended || state.state !== "finished") return "";
  return `took ${duration((Date.parse(state.ended) - Date.parse(state.started)) / 1000)}`;
}

// Deletions that can still be undone. The page holds each back for ten seconds and hides what will go. Until it asks, nothing is
// deleted: a page that is left asks at once, and one that dies never does.

import { say } from "./dialog.js";
import { button, el } from "./dom.js";

const patience = 10_000;

/** @typedef {{ids: Set<string>, request: () => Promise<any>, toast: HTMLElement, timer: number, isAsked: boolean}} Held */

/** @type {Set<Held>} */
const held = new Set();
let toasts;

/** Whether an item, or a source as "source:ID", is about to be deleted. */
export function isHeld(id) {
  for (const { ids } of held) if (ids.has(id)) return true;
  return false;
}

/** @template {{id: string}} Item @param {Item[]} items those that are not about to be deleted */
export const present = (items) => items.filter(({ id }) => !isHeld(id));

/**
 * Hides what has these ids, and deletes it ten seconds later, unless that is undone.
 *
 * @param {{ids: string[], text: string, request: () => Promise<any>}} deletion
 */
export function holdBack({ ids, text, request }) {
  const one = { ids: new Set(ids), request, isAsked: false };
  one.toast = toast(text, () => undo(one));
  one.timer = setTimeout(() => carryOut(one), patience);
  held.add(one);
  tell();
}

function toast(text, onUndo) {
  if (!toasts) {
    toasts = el("div.undos", { role: "region", "aria-label": "Deletions that can be undone" });
    document.body.append(toasts);
  }
  const element = el("div.undo", { role: "status" }, el("span", {}, text), button("", { onclick: onUndo }, "Undo"), el("i.undo-time"));
  toasts.append(element);
  return element;
}

function undo(one) {
  end(one);
  held.delete(one);
  say("Nothing was deleted.");
  tell();
}

function end(one) {
  clearTimeout(one.timer);
  one.toast.remove();
  one.isAsked = true;
}

async function carryOut(one) {
  end(one);
  let gone = one.ids;
  try {
    const outcome = await one.request();
    say(outcome?.textRemains ? `Deleted. ${outcome.note}` : "Deleted.");
  } catch (error) {
    gone = undefined;
    say(`Not deleted. ${error.message}`);
  }
  held.delete(one);
  tell(gone);
  window.dispatchEvent(new Event("recall:library-changed"));
}

/** @param {Set<string>} [gone] what has been deleted now */
function tell(gone) {
  window.dispatchEvent(new CustomEvent("recall:held-changed", { detail: { gone } }));
}

// Who has said yes and goes away has not changed their mind. The requests outlive the page (`keepalive`).
window.addEventListener("pagehide", () => {
  for (const one of [...held].filter(({ isAsked }) => !isAsked)) {
    end(one);
    one.request().catch(() => {});
    held.delete(one);
  }
});

window.addEventListener("pageshow", (event) => {
  if (event.persisted) window.dispatchEvent(new Event("recall:library-changed"));
});

// Keys of the whole page. They give way to fields one types in, to open dialogs, and to modifier keys.

import { openKeyHelp } from "./help.js";
import { closeMenus } from "./menu.js";
import { openPalette } from "./palette.js";
import { go } from "./router.js";

/** @typedef {{focusInput?: () => void, move?: (step: number) => void, back?: () => boolean}} KeyTarget a view */

const places = { s: "/", c: "/chat", m: "/memory", l: "/library", i: "/import", e: "/settings" };
let awaitsPlace = 0;

/** @param {() => KeyTarget} currentView */
export function startKeyboard(currentView) {
  document.addEventListener("keydown", (event) => {
    if (opensPalette(event)) return;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (handle(event, currentView())) event.preventDefault();
  });
}

/** Ctrl-K, or ⌘K, also while one types. */
function opensPalette(event) {
  if (event.key !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return false;
  event.preventDefault();
  if (!document.querySelector("dialog[open]")) openPalette();
  return true;
}

function handle(event, view) {
  const isTyping = event.target.matches?.("input, textarea, select");
  if (event.key === "Escape") return closeMenus() || Boolean(view.back?.());
  if (event.target.closest?.(".menu-panel, [role=toolbar]")) return false;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") return arrow(event, view, isTyping);
  return !isTyping && letter(event.key, view);
}

/** Within a text to read, arrows scroll; in the search box, down leads to the results. */
function arrow(event, view, isTyping) {
  const step = event.key === "ArrowDown" ? 1 : -1;
  if (!view.move || event.target.closest?.(".reader, summary")) return false;
  if (isTyping && (step < 0 || !event.target.classList.contains("search-input"))) return false;
  view.move(step);
  return true;
}

function letter(key, view) {
  if (Date.now() < awaitsPlace && places[key]) {
    awaitsPlace = 0;
    go(places[key]);
    return true;
  }
  const action = {
    "/": () => (view.focusInput ? view.focusInput() : go("/")),
    "?": openKeyHelp,
    j: () => view.move?.(1),
    k: () => view.move?.(-1),
    g: () => { awaitsPlace = Date.now() + 1500; },
  }[key];
  action?.();
  return Boolean(action);
}

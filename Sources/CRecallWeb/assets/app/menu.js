// A button that opens a small panel below itself.

import { el, glyph } from "./dom.js";

/** @type {Set<HTMLDetailsElement>} */
const open = new Set();

/**
 * @param {{label: string, icon?: string, name?: string}} title
 * @param {(panel: HTMLElement, close: () => void) => void} onOpen fills the panel, each time anew
 */
export function menu({ label, icon, name = "" }, onOpen) {
  const panel = el("div.menu-panel");
  const summary = el("summary.chip", {}, icon && glyph(icon), el("span", {}, label), glyph("down"));
  const details = el(`details.menu${name}`, {}, summary, panel);
  const close = () => {
    details.open = false;
    summary.focus();
  };
  details.addEventListener("toggle", () => {
    open[details.open ? "add" : "delete"](details);
    panel.replaceChildren();
    if (!details.open) return;
    onOpen(panel, close);
    panel.querySelector("input, button")?.focus();
  });
  panel.addEventListener("keydown", moveWithin);
  return details;
}

/** Up and down move through what can be chosen. */
function moveWithin(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || event.target.type === "date") return;
  const stops = [...event.currentTarget.querySelectorAll("input, button")];
  const next = stops[stops.indexOf(document.activeElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Closes what is open; false if nothing was. */
export function closeMenus() {
  const wasOpen = open.size > 0;
  for (const details of open) {
    details.open = false;
    if (details.contains(document.activeElement)) details.querySelector("summary").focus();
  }
  return wasOpen;
}

document.addEventListener("pointerdown", (event) => {
  for (const details of open) if (!details.contains(event.target)) details.open = false;
});

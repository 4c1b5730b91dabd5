// Hits by month as bars. A click on one, or a drag across several, filters by those dates.

import { button, el, fill, show } from "./dom.js";
import { monthName, monthsBetween } from "./dates.js";
import { dateClause } from "./query.js";
import { count } from "./text.js";

const mostBars = 120;

/** @param {(clause: string) => void} onChoose given a date clause of the query language */
export function createTimeline(onChoose) {
  const bars = el("div.bars", { role: "toolbar", "aria-label": "Hits by month: choose to filter" });
  const [first, last, label] = [el("span"), el("span"), el("span.hovered", { "aria-hidden": "true" })];
  const element = el("div.timeline", { hidden: true }, bars, el("div.timeline-axis", {}, first, label, last));
  dragToChoose(bars, onChoose);
  walkWithArrows(bars);
  bars.addEventListener("pointerover", (event) => { label.textContent = event.target.dataset?.label ?? ""; });
  bars.addEventListener("focusin", (event) => { label.textContent = event.target.dataset?.label ?? ""; });
  bars.addEventListener("pointerleave", () => { label.textContent = ""; });

  /** @param {import("./types.js").Month[]} months */
  const update = (months) => {
    const periods = filled(months);
    show(element, periods.length > 1);
    if (periods.length < 2) return;
    draw(bars, periods);
    first.textContent = periods[0].name;
    last.textContent = periods.at(-1).name;
  };
  return { element, update };
}

/** Every month of the span, or every year where the months are too many to be seen. */
function filled(counts) {
  if (!counts.length) return [];
  const months = counts.toSorted((a, b) => (a.month < b.month ? -1 : 1));
  const items = new Map();
  const all = monthsBetween(months[0].month, months.at(-1).month);
  const key = all.length > mostBars ? (month) => month.slice(0, 4) : (month) => month;
  for (const each of all) items.set(key(each), 0);
  for (const each of months) items.set(key(each.month), (items.get(key(each.month)) ?? 0) + each.items);
  return [...items].map(([period, number]) => ({ period, items: number, name: period.length > 4 ? monthName(period) : period }));
}

function draw(bars, periods) {
  const most = Math.max(...periods.map((period) => period.items));
  fill(bars, periods.map(({ period, items, name }, index) => {
    const label = `${name}: ${count(items, "item")}`;
    const bar = button(".bar", { "aria-label": label, tabindex: index ? -1 : 0 });
    Object.assign(bar.dataset, { period, label });
    // A square root lets a month with three hits be seen beside one with three hundred.
    bar.style.setProperty("--height", items ? String(Math.max(0.08, Math.sqrt(items / most))) : "0");
    return bar;
  }));
}

function dragToChoose(bars, onChoose) {
  let start;
  const range = (end) => {
    const all = [...bars.children];
    const [low, high] = [all.indexOf(start), all.indexOf(end)].sort((a, b) => a - b);
    return all.slice(Math.max(0, low), high + 1);
  };
  const mark = (end) => {
    const chosen = new Set(end ? range(end) : []);
    for (const bar of bars.children) bar.classList.toggle("in-range", chosen.has(bar));
  };
  bars.addEventListener("pointerdown", (event) => { start = event.target.closest(".bar"); });
  bars.addEventListener("pointerover", (event) => { if (start && event.buttons) mark(event.target.closest(".bar")); });
  window.addEventListener("pointerup", () => { mark(); setTimeout(() => { start = undefined; }); });
  // A click comes after a drag only if it ends where it began; a drag's end is taken from pointerup on the bars.
  bars.addEventListener("pointerup", (event) => {
    const end = event.target.closest(".bar");
    if (start && end && start !== end) choose(range(end), onChoose);
  });
  bars.addEventListener("click", (event) => {
    const bar = event.target.closest(".bar");
    if (bar) choose([bar], onChoose);
  });
}

function choose(chosen, onChoose) {
  onChoose(dateClause(chosen[0].dataset.period, chosen.at(-1).dataset.period));
}

/** One stop for the Tab key; arrows move within. */
function walkWithArrows(bars) {
  bars.addEventListener("keydown", (event) => {
    const all = [...bars.children];
    const at = all.indexOf(document.activeElement);
    const target = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[event.key];
    if (target === undefined || !all[target]) return;
    event.preventDefault();
    all[at]?.setAttribute("tabindex", "-1");
    all[target].setAttribute("tabindex", "0");
    all[target].focus();
  });
}

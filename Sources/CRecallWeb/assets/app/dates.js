// Dates in the reader's language and time zone.

import { el } from "./dom.js";

const styles = {
  thisYear: { day: "numeric", month: "short" },
  day: { day: "numeric", month: "short", year: "numeric" },
  full: { dateStyle: "full", timeStyle: "short" },
  moment: { day: "numeric", month: "short", year: "numeric", hour: "numeric", minute: "2-digit" },
  weekday: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
  time: { hour: "numeric", minute: "2-digit" },
  month: { month: "long", year: "numeric", timeZone: "UTC" },
};
const formats = {};

/** Formats are made when they are needed: each takes some milliseconds of the start. */
function formatted(date, style) {
  formats[style] ??= new Intl.DateTimeFormat(undefined, styles[style]);
  return formats[style].format(date);
}

function parsed(text) {
  const date = text ? new Date(text) : undefined;
  return date && !Number.isNaN(date.getTime()) ? date : undefined;
}

/** "8 Aug", or "8 Aug 2023" of another year. */
export function shortDay(text) {
  const date = parsed(text);
  if (!date) return "";
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  return formatted(date, isThisYear ? "thisYear" : "day");
}

/** @param {string|undefined} text RFC 3339 @param {"day"|"moment"|"time"|"weekday"|"full"} [style] */
export function formatDate(text, style = "moment") {
  const date = parsed(text);
  return date ? formatted(date, style) : "";
}

/** A <time> that says the full date where a pointer rests on it; nothing without a date. */
export function time(text, label) {
  if (!parsed(text)) return null;
  return el("time", { datetime: text, title: formatDate(text, "full") }, label ?? shortDay(text));
}

/** "8 Aug 2023 – 17 Aug 2023", or one day. */
export function span(from, to) {
  const first = formatDate(from, "day");
  const last = formatDate(to, "day");
  return first && last && first !== last ? `${first} – ${last}` : first || last;
}

/** "March 2024" of "2024-03" */
export function monthName(month) {
  const date = parsed(`${month}-01T00:00:00Z`);
  return date ? formatted(date, "month") : month;
}

/** "about 3 min" of seconds */
export function duration(seconds) {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
  const hours = Math.floor(seconds / 3600);
  return `${hours} h ${Math.round((seconds % 3600) / 60)} min`;
}

/** All months from the first to the last, each as "2024-03". */
export function monthsBetween(first, last) {
  const months = [];
  let [year, month] = first.split("-").map(Number);
  const [lastYear, lastMonth] = last.split("-").map(Number);
  while ((year < lastYear || (year === lastYear && month <= lastMonth)) && months.length < 12 * 400) {
    months.push(`${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}`);
    month = month === 12 ? 1 : month + 1;
    if (month === 1) year += 1;
  }
  return months;
}

/** The day of a date as "2024-03-07", in the reader's time zone; empty without one. */
export function dayOf(text) {
  const date = parsed(text);
  return date ? isoDay(date) : "";
}

/** "2024-03-07" in the reader's time zone. */
export function isoDay(date) {
  const part = (value) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`;
}

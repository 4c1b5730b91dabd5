// The places that an answer cites: numbers beside its sentences, quotations, and cards.

import { datedText } from "./answer-text.js";
import { shortDay, time } from "./dates.js";
import { button, el, glyph } from "./dom.js";
import { addressBeside, count, inQuotation, itemTitle, kindNames, mail, oneLine, quoting, senderWithAddress, visible } from "./text.js";

const shownAtFirst = 4;

/** @typedef {(citation: import("./types.js").Citation) => string} CitationLink the address that opens a citation beside the answer */

const isDeleted = ({ state }) => state === "deleted";

/** The item's title, for those who do not see the card. */
function spoken(citation) {
  const parts = [senderWithAddress(citation), quoting(citation), shortDay(citation.date), sourceTitle(citation)];
  return `Source ${citation.n}: ${parts.filter(Boolean).join(", ")}${isDeleted(citation) ? ", deleted since" : ""}`;
}

function sourceTitle(citation) {
  return itemTitle({ title: oneLine(citation.title, 120), kind: citation.kind });
}

/** The number of a citation as a link; of one that is deleted, only the number. @param {CitationLink} linkTo */
export function citationMark(citation, linkTo) {
  const label = spoken(citation);
  if (isDeleted(citation)) return el("span.cite.gone", { title: label, role: "img", "aria-label": label }, citation.n);
  return el("a.cite", { href: linkTo(citation), title: label, "aria-label": label }, citation.n);
}

/** Sender and date. */
function senderAndDate(citation) {
  const from = oneLine(citation.from, 80);
  return [glyph(citation.kind), from && mail("span.sender", from), time(citation.date)];
}

/** The sender's address as the element `name`, if it is to be shown: whole, since its end tells whose it is. */
function senderAddress({ from, fromAddress, kind }, name) {
  const shown = addressBeside(from, fromAddress, kind);
  return shown && mail(name, shown);
}

/** Whom the sender quotes, as the element `name`. */
function quotingLine(citation, name) {
  const shown = quoting(citation);
  return shown && mail(name, shown);
}

function titleLine(citation) {
  const title = sourceTitle(citation);
  return mail("span.source-title", title, { title: `${kindNames[citation.kind] ?? "Item"}: ${title}` });
}

function stateNote({ state }) {
  if (state === "changed") return el("span.source-state", {}, "Has changed since");
  return state === "deleted" && el("span.source-state", {}, "Deleted since");
}

/** A quoted sentence with its source. A click on it opens the source. @param {CitationLink} linkTo */
export function quotationFigure(sentence, citations, linkTo) {
  const opens = citations.some((citation) => !isDeleted(citation));
  const quote = mail("blockquote", [el("span.quote-text", {}, datedText(inQuotation(sentence.text), [...sentence.dates ?? []])),
    citations.map((each) => [" ", citationMark(each, linkTo)])]);
  return el(`figure.quote${opens ? ".opens" : ""}`, { onclick: openSource }, quote,
    citations.map((each) => el("figcaption.source-line", {}, senderAndDate(each), senderAddress(each, "span.sender-address"),
      quotingLine(each, "span.quoting"), titleLine(each), stateNote(each))));
}

/** A click anywhere opens the source, unless it ends a selection of text. */
function openSource(event) {
  if (event.target.closest("a, button") || !window.getSelection().isCollapsed) return;
  event.currentTarget.querySelector("a.cite")?.click();
}

/** Cards of what an answer cites, the first few at first. @param {import("./types.js").Citation[]} citations @param {CitationLink} linkTo */
export function sourceCards(citations, linkTo) {
  if (!citations.length) return null;
  const list = el("ol.source-cards", { "aria-label": "Sources" }, citations.slice(0, shownAtFirst).map((each) => sourceCard(each, linkTo)));
  const rest = citations.slice(shownAtFirst);
  const more = rest.length > 0 && button(".link", { onclick: () => {
    list.append(...rest.map((each) => sourceCard(each, linkTo)));
    more.remove();
  } }, `Show ${count(rest.length, "more source")}`);
  return el("section.answer-sources", {}, list, more);
}

function sourceCard(citation, linkTo) {
  const content = [el("span.source-line", {}, el("span.cite", {}, citation.n), senderAndDate(citation), stateNote(citation)),
    senderAddress(citation, "div.sender-address"), quotingLine(citation, "div.quoting"), titleLine(citation),
    citation.text && mail("span.source-text", oneLine(visible(citation.text), 600))];
  return el("li", {}, isDeleted(citation) ? el("div.source-card.gone", {}, content)
    : el("a.source-card", { href: linkTo(citation), "aria-label": `${spoken(citation)}. ${oneLine(citation.text, 200)}` }, content));
}

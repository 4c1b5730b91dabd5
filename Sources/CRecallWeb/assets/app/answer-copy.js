// An answer as plain text with its sources, to be pasted anywhere.

import { say } from "./dialog.js";
import { inQuotation, itemTitle, oneLine, quoting, senderWithAddress, visible } from "./text.js";

/** What stands above quotations that do not surely answer.
 * @param {import("./types.js").Answer} answer */
export const nearHeading = ({ possible }) => (possible ? "This may answer it:" : "Nothing surely answers this. The nearest:");

/** @param {import("./types.js").Answer} answer */
export function plainAnswer(answer) {
  const sentences = answer.sentences.map(plainSentence);
  const heading = answer.found ? [] : [answer.citations.length ? nearHeading(answer) : "Nothing was found."];
  const sources = answer.citations.map(plainSource);
  return [...heading, sentences.join("\n"), ...(sources.length ? ["", "Sources:", ...sources] : []), ""].join("\n");
}

function plainSentence({ text, quotation, supported, citations, dates }) {
  const numbers = citations.map((n) => ` [${n}]`).join("");
  const meanings = (dates ?? []).map(({ phrase, meaning }) => ` (${phrase}: ${meaning})`).join("");
  return visible(`${quotation ? `“${inQuotation(text)}”` : text}${meanings}${numbers}${supported ? "" : " (no source says this)"}`);
}

function plainSource(citation) {
  const { n, date, title, kind, text, state } = citation;
  const facts = [senderWithAddress(citation), quoting(citation), date?.slice(0, 10), itemTitle({ title: oneLine(title, 200), kind })].filter(Boolean).join(", ");
  const became = { changed: " (has changed since)", deleted: " (deleted since)" }[state] ?? "";
  return `[${n}] ${facts}${became}${text ? `: “${inQuotation(oneLine(text, 600))}”` : ""}`;
}

/** @param {import("./types.js").Answer} answer */
export async function copyAnswer(answer) {
  try {
    await navigator.clipboard.writeText(plainAnswer(answer));
    say("Answer and sources copied.");
  } catch {
    say("This browser does not let pages copy.");
  }
}

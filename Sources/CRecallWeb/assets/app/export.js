// Takes the results of a search along, as a file that this page makes and the browser saves.

import { api } from "./api.js";
import { openDialog, say } from "./dialog.js";
import { button, el, glyph } from "./dom.js";
import { mboxPieces } from "./mbox.js";
import { menu } from "./menu.js";
import { addressBeside, bylinePart, count, itemTitle, mail, number, oneLine, personName, quoting } from "./text.js";

const [mostBytes, mostNamed] = [1_000_000_000, 20];
/** The digits of an item's id that commands ask for. */
const shownDigits = 10;

/** @typedef {{q: string, answer?: import("./types.js").SearchResponse}} Found */

/** @param {() => Found} found what is shown */
export function exportMenu(found) {
  return menu({ label: "Export", icon: "import", name: ".export" }, (panel, close) => {
    const choice = ({ label, run }) => button(".option", { onclick: () => { close(); run(); } }, glyph("document"), el("span", {}, label));
    panel.append(el("div.options", {}, exportsOf(found).map(choice)));
  });
}

/** The files that can be made of what is shown. @param {() => Found} found @returns {{label: string, run: () => void}[]} */
export function exportsOf(found) {
  const choice = (label, write) => ({ label, run: () => {
    const shown = found();
    if (shown.answer?.results.length) write(shown);
    else say("There is nothing to export.");
  } });
  return [
    choice("Markdown", (shown) => save([markdown(shown)], "text/markdown", "recall-search.md")),
    choice("JSON", (shown) => save([json(shown)], "application/json", "recall-search.json")),
    choice("Mails as sent (mbox)", mailbox),
  ];
}

/** Has the browser save a file. @param {BlobPart[]} pieces */
export function save(pieces, type, name) {
  const link = el("a", { href: URL.createObjectURL(new Blob(pieces, { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The mails among what was found, read again from their files, one after the other. @param {Found} found */
async function mailbox({ answer }) {
  const mails = mailsOf(answer.results);
  if (!mails.length) return say("There is no mail among the results.");
  const { pieces, missing } = await readAgain(mails);
  const exported = mails.length - missing.length;
  if (exported) save(pieces, "application/mbox", "recall-search.mbox");
  if (missing.length) showMissing(exported, missing);
  else say(`Exported ${count(exported, "mail")}.`);
  return undefined;
}

/** @param {import("./types.js").Result[]} results */
function mailsOf(results) {
  const items = results.flatMap(({ passages }) => passages.map(({ item }) => item)).filter(({ kind }) => kind === "email");
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

async function readAgain(mails) {
  const [pieces, missing] = [[], []];
  let size = 0;
  for (const [index, item] of mails.entries()) {
    say(`Reading mail ${number(index + 1)} of ${number(mails.length)}…`);
    try {
      if (size > mostBytes) throw new Error("The file would be larger than 1 GB.");
      const bytes = await api.mail(item.id);
      size += bytes.length;
      pieces.push(new Blob(mboxPieces(bytes, { address: item.sender?.address, date: item.date })));
    } catch (error) {
      missing.push({ item, reason: error.message });
    }
  }
  return { pieces, missing };
}

function showMissing(exported, missing) {
  const rows = missing.slice(0, mostNamed).map(({ item, reason }) =>
    el("li", {}, mail("strong", itemTitle(item)), el("span", {}, ` ${oneLine(reason, 300)}`)));
  const others = missing.length - rows.length;
  openDialog(`${number(exported)} of ${count(exported + missing.length, "mail")} exported`, () => [
    el("div.dialog-text.missing-mails", {}, el("p", {}, `${count(missing.length, "mail")} could not be read again:`),
      el("ul", {}, rows), others > 0 && el("p", {}, `And ${number(others)} more.`))]);
}

/** @param {Found} found */
function json({ q, answer }) {
  return `${JSON.stringify({ query: q, results: answer.results }, null, 2)}\n`;
}

/** Text from mail may hold marks of its own. */
const plain = (text) => text.replace(/[\\`*_[\]<>#|~]/gu, "\\$&");

function sender({ sender: person, kind }) {
  const name = personName(person);
  return [name, name && addressBeside(name, person.address, kind)].filter(Boolean).join(" ");
}

/** @param {Found} found */
function markdown({ q, answer }) {
  const entry = ({ thread, passages }) => {
    const [best] = passages;
    const facts = [best.item.kind, sender(best.item), quoting(best), best.item.date?.slice(0, 10), count(thread.items, "item")];
    const quote = best.segments.map(({ text }) => text).join("").trim().split("\n").map((line) => `> ${plain(line)}`.trimEnd());
    return [`## ${plain(oneLine(thread.title) || itemTitle(best.item))}`, "", plain(facts.filter(Boolean).map(bylinePart).join(" · ")), "", ...quote, "",
      `\`recall show ${best.item.id.slice(0, shownDigits)}\``, ""].join("\n");
  };
  return [`# ${plain(oneLine(q, 200)) || "Search"}`, "", ...answer.results.map(entry)].join("\n");
}

// Text of mail, made harmless and readable: nothing of it can reorder, colour or steer what stands around it.

import { el } from "./dom.js";

// Line breaks and tabs stay. Embeddings and overrides (U+202A-U+202E) can make "gpj.exe" read "exe.jpg".
const unsafe = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/g;

/** More marks on one letter are no writing, and take a browser minutes to draw (Stream-Safe Text Format of UAX #15). */
const marks = /(\p{M}{30})\p{M}+/gu;

/** Control characters as their pictures, what reorders text as a replacement character. */
export function visible(text) {
  return text.replace(/\r\n?/g, "\n").replace(/[\u2028\u2029]/g, "\n").replace(unsafe, picture).replace(marks, "$1");
}

function picture(character) {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? "\u2421" : "\ufffd";
}

/** In one line of at most `limit` characters, cut between code points. */
export function oneLine(text, limit = 400) {
  const line = visible(text.slice(0, limit * 4)).replace(/\s+/g, " ").trim();
  return line.length <= limit ? line : `${[...line].slice(0, limit).join("")}…`;
}

/** An element with text of mail: its direction is its own, and ends with it. */
export function mail(name, text, properties = {}) {
  return el(`${name}.mail`, { dir: "auto", ...properties }, text);
}

/** A person's name, else the address, in one line. @param {import("./types.js").Person} [person] */
export function personName(person) {
  return person ? oneLine(person.name || person.address, 120) : "";
}

/** Text in a line whose parts " · " divides: such a mark in it becomes a comma, so that it is one part. */
export function bylinePart(text) {
  return text.replace(/\s+[·•‧∙⋅]\s*|[·•‧∙⋅]\s+/gu, ", ");
}

const singleMarks = { "“": "‘", "”": "’", "„": "‚", "\"": "'", "‟": "‛", "＂": "＇" };

/** Text that stands between “ and ”, with single quotation marks for its double ones, so that it cannot seem to end. */
export function inQuotation(text) {
  return text.replace(/[“”„"‟＂]/gu, (mark) => singleMarks[mark]);
}

/**
 * The address to be shown beside a sender's name, which a sender can choose; of an e-mail without one, that there is none.
 *
 * @param {string} name as shown
 * @param {string} address
 * @param {import("./types.js").Kind} kind
 */
export function addressBeside(name, address, kind) {
  if (!name) return "";
  if (!address.includes("@")) return kind === "email" ? "(no e-mail address)" : "";
  return name === address ? "" : `<${oneLine(address, 254)}>`;
}

/** `Ada Lind <ada@people.example>` @param {import("./types.js").Citation} citation */
export function senderWithAddress({ from, fromAddress, kind }) {
  return [oneLine(from, 80), addressBeside(from, fromAddress, kind)].filter(Boolean).join(" ");
}

/** `quoting Ada Lind <ada@people.example>`, of the words of somebody else. @param {{quoting?: import("./types.js").Person}} cited */
export function quoting({ quoting: person }) {
  if (!person) return "";
  const name = oneLine(person.name || person.address, 80);
  return `quoting ${[name || "an earlier mail", addressBeside(name, person.address, "message")].filter(Boolean).join(" ")}`;
}

/** The address, where the name of a listed item's sender poses as one or as the owner's, or has none. @param {import("./types.js").ItemSummary} item */
export function addressOfDoubtful({ sender, kind }) {
  const { name = "", address = "" } = sender ?? {};
  const folded = oneLine(name).toLowerCase();
  const isDoubtful = !address.includes("@") || (folded.includes("@") && folded !== address.toLowerCase()) || folded === "me";
  return isDoubtful ? addressBeside(name || address, address, kind) : "";
}

/** A title, or what stands for one. @param {import("./types.js").ItemSummary} item */
export function itemTitle(item) {
  return oneLine(item.title || item.conversation || item.preview || "") || `Untitled ${item.kind}`;
}

/** A query filter that names a person exactly. */
export function personFilter(field, person) {
  return `${field}:${quoted(person.address || person.name)}`;
}

/** A value of the query language: in quotation marks where it needs them, which typographic ones are, too. */
export function quoted(value) {
  const clean = value.replaceAll(/["“”„«»]/gu, " ").replaceAll(/\s+/gu, " ").trim();
  return /^[\p{L}\p{N}@._-]+$/u.test(clean) ? clean : `"${clean}"`;
}

/** Segments with their marks, as nodes. @param {import("./types.js").Segment[]} segments */
export function marked(segments) {
  return segments.filter((segment) => segment.text).map((segment) => {
    const text = visible(segment.text);
    if (segment.mark === "word") return el("mark", {}, text);
    return segment.mark === "sentence" ? el("span.sentence", {}, text) : text;
  });
}

/**
 * The part of a passage that shows why it was found, from a little before its first mark.
 *
 * @param {import("./types.js").Segment[]} segments
 * @param {number} [limit] in UTF-16 units
 */
export function excerpt(segments, limit = 420) {
  const flat = segments.map((segment) => ({ ...segment, text: segment.text.replace(/\s+/g, " ") }));
  const start = excerptStart(flat);
  const kept = slice(flat, start, start + limit);
  return start > 0 ? [{ text: "…" }, ...kept] : kept;
}

function excerptStart(segments) {
  const first = segments.findIndex((segment) => segment.mark);
  if (first < 0) return 0;
  const before = segments.slice(0, first).map((segment) => segment.text).join("");
  if (before.length < 90) return 0;
  const lead = segments[first].mark === "sentence" ? 0 : 70;
  const space = before.indexOf(" ", before.length - lead - 1);
  return space < 0 ? before.length : space + 1;
}

/** The segments between two UTF-16 offsets. */
export function slice(segments, low, high) {
  const kept = [];
  let offset = 0;
  for (const segment of segments) {
    const text = segment.text.slice(Math.max(0, low - offset), Math.max(0, high - offset));
    if (text) kept.push({ ...segment, text });
    offset += segment.text.length;
  }
  return kept;
}

const numbers = new Intl.NumberFormat();

/** 12,345 */
export function number(value) {
  return numbers.format(value);
}

/** "1 item", "2 items" */
export function count(value, noun, plural = `${noun}s`) {
  return `${number(value)} ${value === 1 ? noun : plural}`;
}

/** Bytes in units of 1,000, as file managers count. */
export function bytes(value) {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  let unit = 0;
  let size = value;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${numbers.format(unit > 0 && size < 10 ? Math.round(size * 10) / 10 : Math.round(size))} ${units[unit]}`;
}

/** "42 %" of 0...1, never 100 before it is. */
export function percent(share) {
  return `${Math.floor(Math.min(1, Math.max(0, share)) * 100)} %`;
}

/** The last part of a path, for where there is little room. */
export function fileName(path) {
  return path.split("/").filter(Boolean).at(-1) ?? path;
}

/** A chat's or notebook's name; of a file's path only the end, which tells files apart. */
export function placeName(name) {
  return oneLine(name.startsWith("/") ? fileName(name) : name, 120);
}

let languageNames;

/** The name of a language by its code of ISO 639-1. */
export function languageName(code) {
  languageNames ??= new Intl.DisplayNames([document.documentElement.lang || "en"], { type: "language" });
  return languageNames.of(code) ?? code;
}

export const kindNames = { email: "E-mail", message: "Chat", document: "Document", note: "Note" };

/** Events and contacts are documents of their own formats. @param {import("./types.js").Item} item */
export function kindName({ kind, details }) {
  return { ics: "Event", vcf: "Contact" }[kind === "document" && details.format] ?? kindNames[kind];
}

const kindNouns = { email: "e-mail", message: "message", document: "document", note: "note" };

/** "3 e-mails, 1 note", always in this order; lines break between them only. @param {Partial<Record<import("./types.js").Kind, number>>} items */
export function kindCounts(items) {
  const kinds = Object.entries(kindNouns).filter(([kind]) => items[kind] > 0);
  return kinds.map(([kind, noun], index) => [index ? ", " : "", el("span.unbroken", {}, count(items[kind], noun))]);
}

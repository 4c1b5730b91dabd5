// One item of a thread, as it is read.

import { copyText } from "./dialog.js";
import { button, el, fill, glyph, iconButton, scroller, show } from "./dom.js";
import { formatDate, time } from "./dates.js";
import { hasFile, pagesView, saveFileButton } from "./document-view.js";
import { noteBody } from "./note-page.js";
import { runs } from "./passage-marks.js";
import { originalView, saveLink } from "./original.js";
import { reflow, withTables } from "./reflow.js";
import { address } from "./router.js";
import { bytes, count, fileName, itemTitle, kindName, mail, number, oneLine, personName, quoted, visible } from "./text.js";

const mostCharacters = 200_000;

/**
 * @param {import("./types.js").Item} item
 * @param {import("./types.js").Passage[]} passages of a search, those of other items included
 * @param {{
 *   threadTitle: string, isOpened: boolean, isContinued: boolean, isNext?: boolean, day?: string, page?: import("./types.js").NotePage,
 *   onDelete: (item: import("./types.js").Item) => void
 * }} context
 */
export function itemArticle(item, passages, { threadTitle, isOpened, isContinued, isNext, day, page, onDelete }) {
  const own = passages.filter((passage) => passage.item.id === item.id);
  const title = oneLine(item.title);
  const text = page ? noteBody(item, page, own, { title, marksWhole: isOpened })
    : body(runs(item.segments, own, isOpened, hasWrappedLines(item) ? reflow : undefined), hasTables(item));
  const original = item.hasHTML ? originalView(item, text) : pagesView(item, text, own);
  const article = el(`article.item${isContinued ? ".continued" : ""}`, { tabindex: -1, "aria-label": articleLabel(item) },
    day && el("h3.day", {}, el("time", { datetime: day }, formatDate(item.date, "weekday"))),
    head(item, original?.choice), title && !sameSubject(title, threadTitle) && mail("h3.item-title", title),
    !isNext && answered(item), text, earlierTexts(item), original?.pane, attachments(item), hasFile(item) && el("p.file-actions", {}, saveFileButton(item)), origin(item, onDelete));
  article.dataset.id = item.id;
  article.dataset.kind = item.kind;
  return article;
}

function articleLabel(item) {
  return [kindName(item), personName(item.sender), formatDate(item.date)].filter(Boolean).join(", ");
}

/** Notes and chats have the line breaks that their authors made. */
function hasWrappedLines({ kind }) {
  return kind === "email" || kind === "document";
}

/** What was written as plain text has bars for other reasons, such as pipes between commands. */
function hasTables({ kind, details }) {
  return kind === "document" || kind === "note" || (kind === "email" && details.hasHTML === true);
}

/** "Re: Plan" of the thread "Plan" says nothing new. */
function sameSubject(title, threadTitle) {
  const core = (text) => oneLine(text).replace(/^((re|aw|sv|fwd?|wg|tr)\s*:\s*)+/i, "").toLowerCase();
  return core(title) === core(threadTitle);
}

function head(item, choice) {
  const name = personName(item.sender);
  const mailbox = item.sender?.name && item.sender.address;
  return el("header.item-head", {}, avatar(name, item.kind),
    el("div.item-people", {},
      el("p.item-from", {}, mail("span.name", name || kindName(item)), mailbox && mail("span.address", oneLine(mailbox, 160))),
      recipients(item), attachedTo(item), item.isFormer && el("p.recipients", {}, "No longer in its file"), properties(item.details)),
    el("div.item-side", {}, itemTime(item), choice));
}

/** A document without a date of its own has only its file's, which is said to be that. */
function itemTime(item) {
  const { fileModified } = item.details;
  if (item.date || !fileModified) return time(item.date, formatDate(item.date, item.kind === "message" ? "time" : "moment"));
  return el("span.file-time", { title: "The document has no date of its own. Copying a file may change this." },
    "File changed ", time(fileModified, formatDate(fileModified, "day")));
}

/** The first letter on one of six quiet colours, the same for the same name. */
function avatar(name, kind) {
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0];
  const disc = el("span.avatar", { "aria-hidden": "true" }, letter ? letter.toUpperCase() : glyph(kind));
  let sum = 0;
  for (const character of name) sum = (sum * 31 + character.codePointAt(0)) % 9973;
  disc.dataset.hue = String(sum % 6);
  return disc;
}

const mostRecipients = 6;

function recipients(item) {
  // Nobody sent a contact: what it lists are a person's own addresses, which its text has.
  if (item.details.format === "vcf") return null;
  const roles = ["to", "cc", "bcc"].map((role) => [role, item.recipients.filter((each) => each.role === role)]);
  const present = roles.filter(([, people]) => people.length);
  if (!present.length) return null;
  return el("p.recipients", {}, present.map(([role, people], index) => [
    el("span", {}, `${index ? " · " : ""}${role} `), peopleList(people.map((each) => each.person))]));
}

function peopleList(people) {
  const element = el("span");
  const names = (shown) => shown.flatMap((person, index) => [index ? ", " : "",
    mail("span", personName(person), { title: oneLine(person.address, 160) })]);
  fill(element, names(people.slice(0, mostRecipients)));
  if (people.length > mostRecipients) {
    const rest = people.length - mostRecipients;
    element.append(" ", button(".link", { onclick: () => fill(element, names(people.slice(0, 500))) }, `and ${number(rest)} more`));
  }
  return element;
}

function attachedTo(item) {
  const parent = item.attachedTo;
  return parent && el("p.recipients", {}, "attached to ",
    el("a", { href: address(`/item/${parent.id}`), dir: "auto" }, oneLine(parent.title) || "a message"));
}

/** The message that it answers, as chats quote it. It is left out where that stands right above (`isNext`). */
function answered({ answers }) {
  return answers && el("p.answered", {}, el("a", { href: address(`/item/${answers.id}`), title: "Go to the message that it answers" },
    mail("span.name", personName(answers.sender)), " ", mail("span", oneLine(answers.preview) || "a message")));
}

/** What a message said before it was edited. Anybody can write a file in which it was. */
function earlierTexts({ details: { earlierTexts: texts } }) {
  return texts && el("details.earlier-texts", {}, el("summary", {}, "Edited. What it said before"),
    texts.map((text) => mail("p.text", visible(text))));
}

const mostProperties = 30;

/**
 * What a note says of itself: its tags, which lead to the others that have them, its other names, and its properties. Of a mail
 * that it is junk, and the labels that its program gave it: "Spam".
 */
function properties({ tags = [], labels = [], isJunk = false, aliases = [], properties: others = [] }) {
  const parts = [
    isJunk ? el("span", {}, "In the junk or trash") : null,
    ...labels.slice(0, mostProperties).map((label) => linkToAll("label", label, oneLine(label, 80))),
    ...tags.slice(0, mostProperties).map((tag) => linkToAll("tag", tag, `#${oneLine(tag, 80)}`)),
    aliases.length ? el("span", {}, "also called ", mail("span", oneLine(aliases.join(", "), 200))) : null,
    ...others.slice(0, mostProperties).map(({ name, value }) => el("span", {}, mail("span.property", oneLine(name, 60)), " ", mail("span", oneLine(value, 200)))),
  ].filter(Boolean);
  return parts.length ? el("p.recipients.properties", {}, parts.flatMap((part, index) => [index ? " · " : "", part])) : null;
}

/** A tag or label that leads to all that have it; one without letters and digits is in no query. @param {string} value */
function linkToAll(field, value, text) {
  return /[\p{L}\p{N}]/u.test(value) ? el("a", { href: address("/", { q: `${field}:${quoted(value)}` }), dir: "auto" }, text) : mail("span", text);
}

function body(all, hasTables) {
  const element = el("div.item-body");
  const length = all.reduce((sum, run) => sum + run.text.length, 0);
  const whole = () => fill(element, blocks(all, hasTables));
  if (length <= mostCharacters) return whole();
  // Browsers take seconds to lay out megabytes of text, so a very long item begins near what was found.
  fill(element, blocks(around(all), hasTables), button(".link", { onclick: whole }, `Show the whole text (${number(length)} characters)`));
  return element;
}

function around(all) {
  let before = 0;
  for (const run of all) {
    if (run.mark) break;
    before += run.text.length;
  }
  const start = before < mostCharacters ? 0 : before - mostCharacters / 4;
  const kept = [];
  let offset = 0;
  for (const run of all) {
    const text = run.text.slice(Math.max(0, start - offset), Math.max(0, start + mostCharacters - offset));
    if (text) kept.push({ ...run, text });
    offset += run.text.length;
  }
  return kept;
}

/** The author's own text, and what they quote behind a small button each. */
function blocks(all, hasTables) {
  const groups = [];
  for (const run of all) {
    if (groups.at(-1)?.quoted !== run.quoted) groups.push({ quoted: run.quoted, runs: [] });
    groups.at(-1).runs.push(run);
  }
  const isAllQuoted = groups.every((group) => group.quoted);
  return groups.filter((group) => group.runs.some((run) => run.text.trim()))
    .map((group, index, shown) => (group.quoted && !isAllQuoted
      // The lines above what is marked may say whose words it has.
      ? folded(group.runs, hasTables, isMarked(group) || isMarked(shown[index + 1])) : textBlock(group.runs, hasTables)));
}

function textBlock(group, hasTables, name = "div.text") {
  const first = group[0];
  const trimmed = [{ ...first, text: first.text.replace(/^\s*\n/, "") }, ...group.slice(1)];
  const parts = hasTables ? withTables(trimmed) : [{ runs: trimmed }];
  return mail(name, parts.map(({ runs: own, rows }) => (rows ? table(rows) : own.map(textRun))));
}

function textRun(run) {
  const text = visible(run.text);
  if (!run.mark) return text;
  const name = run.mark === "word" ? "mark" : "span.sentence";
  return el(run.isBest ? `${name}.best` : name, {}, text);
}

/** The bars between cells are not seen, and copied with them. */
function table(rows) {
  const cell = (own, index) => el("td", { dir: "auto" }, index > 0 && el("span.unseen", { "aria-hidden": "true" }, "| "), own.map(textRun));
  return scroller("Table", el("table", {}, el("tbody", {}, rows.map((cells) => el("tr", {}, cells.map(cell))))));
}

function isMarked(group) {
  return Boolean(group?.runs.some((run) => run.mark));
}

function folded(group, hasTables, opens) {
  const text = textBlock(group, hasTables, "div.text.quoted");
  const lines = group.map((run) => run.text).join("").trim().split("\n").length;
  const toggle = button(".fold", { "aria-expanded": "false", title: "Show quoted text" }, glyph("more"));
  toggle.setAttribute("aria-label", `Quoted text, ${count(lines, "line")}`);
  const set = (isOpen) => {
    show(text, isOpen);
    toggle.setAttribute("aria-expanded", String(isOpen));
  };
  toggle.addEventListener("click", () => set(text.hidden));
  set(opens);
  return el("div.quotation", {}, toggle, text);
}

function attachments(item) {
  if (!item.attachments.length) return null;
  return el("ul.attachments", { "aria-label": "Attachments" }, item.attachments.map((attachment, index) => {
    const label = attachmentLabel(attachment, item.kind === "message");
    const type = oneLine(attachment.type, 80) || "A file";
    if (isLeftOut(attachment)) return el("li", {}, el("span.attachment.left-out", { title: "Not in the chat's export" }, label));
    return el("li", {}, attachment.item
      ? el("a.attachment", { href: address(`/item/${attachment.item}`), title: `${type}: open its text` }, label)
      : el("span.attachment", { title: item.kind === "note" ? type : `${type}: its text is not in the library` }, label), item.hasOriginal && saveLink(item, index));
  }));
}

function documentDates({ created, modified, fileModified }) {
  return [["Created", created], ["Modified", modified], ["File changed", fileModified]]
    .filter(([, date]) => date).map(([name, date]) => [name, formatDate(date)]);
}

const mediaNames = {
  photo: "Photo", video: "Video", audio: "Voice message", sticker: "Sticker", gif: "GIF", contact: "Contact", document: "Document",
  media: "Photo or video",
};

/** In a chat the name of a file is what the telephone made up. */
function attachmentLabel(attachment, isMessage) {
  const name = oneLine(attachment.name, 120) || "Unnamed";
  const media = mediaNames[attachment.media];
  if (!isMessage || !media) return [glyph("clip"), mail("span", name), size(attachment)];
  const isNamed = attachment.name.includes(".");
  return [glyph(["photo", "video", "media", "gif", "sticker"].includes(attachment.media) ? "picture" : "clip"),
    el("span", {}, media), isNamed ? mail("span.figure", name) : null, size(attachment)];
}

function size({ bytes: value }) {
  return value === undefined ? null : el("span.figure", {}, bytes(value));
}

/** A file that an export only mentions. */
function isLeftOut({ media, name, bytes: value, item }) {
  return media !== "file" && value === undefined && !item && !name.includes(".");
}

/** The server opens no program for a page, so that nothing but a person does: a path is copied and opened by hand. */
function copyPath(path) {
  return iconButton("copy", `Copy the path of ${oneLine(fileName(path), 80)}`, () => copyText(path, "Path copied."));
}

/** The way to all that a sender is known by. @param {import("./types.js").Person} [sender] */
function whoIs(sender) {
  const who = sender?.address || sender?.name;
  return who && el("a", { href: address("/library", { tab: "people", who: who.slice(0, 400) }) }, "Who is ", mail("span", personName(sender)), "?");
}

/** Where it is from and what was odd about it: there for those who ask. */
function origin(item, onDelete) {
  const facts = [
    ...item.sources.map((path) => ["File", path, copyPath(path)]),
    item.url && ["Original", item.url],
    ...documentDates(item.details),
    ["Id", item.id],
    ...item.defects.map((defect) => ["Note", defect]),
  ].filter(Boolean);
  return el("details.origin", {}, el("summary", { "aria-label": `Details of ${itemTitle(item)}`, title: "Details" }, "Details"),
    el("dl", {}, facts.map(([term, value, action]) => [el("dt", {}, term), mail("dd", visible(value)), action && el("dd.fact-action", {}, action)])),
    el("p.origin-actions", {}, whoIs(item.sender), button(".link.danger-link", { onclick: () => onDelete(item) }, "Delete this item…")));
}

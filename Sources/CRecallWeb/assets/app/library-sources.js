// The sources that items came from, and what of them could not be read.

import { api } from "./api.js";
import { formatDate } from "./dates.js";
import { deleteSource } from "./deletion.js";
import { confirmed, failure, say } from "./dialog.js";
import { button, el, fill, glyph, iconButton, show } from "./dom.js";
import { isHeld } from "./held-deletion.js";
import { bytes, count, fileName, mail, number, oneLine } from "./text.js";

const shownAtFirst = 100;

export function createSources() {
  /** The folders whose files are shown, also after one is deleted. @type {Set<string>} */
  const unfolded = new Set();
  const page = createPage(async (rest) => {
    const { sources } = await api.sources();
    const filter = el("input.text-input", {
      type: "search", placeholder: "Filter by path", "aria-label": "Filter sources", oninput: () => render(),
    });
    const list = el("ul.sources");
    const render = () => {
      const text = filter.value.toLowerCase();
      const shown = sources.filter(({ id, path }) => path.toLowerCase().includes(text) && !isHeld(`source:${id}`));
      fill(list, limited(text ? shown : gathered(shown), (each) => (each.files ? folderRow(each, unfolded) : sourceRow(each))));
    };
    render();
    fill(rest, el("h1", {}, "Sources"), el("p.lead", {}, sources.length
      ? `You imported ${count(sources.length, "file")}. Deleting one here deletes its items from Recall; the file itself stays.`
      : "Nothing has been imported yet."), sources.length > 10 && filter, list);
  });
  window.addEventListener("recall:held-changed", page.update);
  return page;
}

export function createFailures() {
  const page = createPage(async (rest) => {
    const { total, failures, nextCursor } = await api.failures(undefined, shownAtFirst);
    const row = (one) => failureRow(one, () => dismiss(one.path, page.load));
    const list = el("ul.failures", {}, failures.map(row));
    fill(rest, el("h1", {}, "Could not be read"), el("p.lead", {}, total
      ? `${count(total, "thing")} could not be read, each with its reason. Everything else was imported, and the next import tries again.`
      : "Everything that was tried last was read."),
    total > 1 && el("p.list-actions", {}, button("", { onclick: () => dismissAll(total, page.load) }, glyph("check"), "Dismiss all")),
    list, moreFailures(list, row, nextCursor));
  });
  return page;
}

/** A page that loads whenever it is shown. */
function createPage(render) {
  const content = el("div.page");
  const element = el("div.scroller.library-page", { hidden: true }, content);
  const load = () => render(content).catch((error) => fill(content, failure(error, load)));
  const setShown = (isShown) => {
    if (isShown && element.hidden) load();
    show(element, isShown);
  };
  const update = () => { if (!element.hidden) load(); };
  return { element, load, update, show: setShown };
}

/** Takes failures from the list. Files of which nothing could be read are tried again by the next import of their folder. */
async function dismiss(path, reload) {
  try {
    const { dismissed } = await api.dismissFailures(path);
    say(`${count(dismissed, "failure")} dismissed.`);
    reload();
  } catch (error) {
    say(error.message);
  }
}

async function dismissAll(total, reload) {
  const isSure = await confirmed({
    title: `Dismiss ${count(total, "failure")}?`, action: "Dismiss all",
    text: [el("p", {}, "The list is emptied; your files and items stay as they are. What the next import cannot read is listed again.")],
  });
  if (isSure) await dismiss(undefined, reload);
}

/** All rows would be too many to lay out at once: the first hundred, and the others if wanted. */
function limited(values, row) {
  const first = values.slice(0, shownAtFirst).map(row);
  if (values.length <= shownAtFirst) return first;
  const more = el("li.more", {}, button(".link", { onclick: () => more.replaceWith(...values.slice(shownAtFirst).map(row)) },
    `Show ${number(values.length - shownAtFirst)} more`));
  return [...first, more];
}

/** The files of one folder together, in the place of the first. @param {import("./types.js").Source[]} sources */
function gathered(sources) {
  const folders = Map.groupBy(sources.filter(({ folder }) => folder), ({ folder }) => folder);
  return sources.flatMap((source) => {
    const files = folders.get(source.folder);
    if (!files) return [source];
    return files[0] === source ? [{ folder: source.folder, files }] : [];
  });
}

/** @param {{folder: string, files: import("./types.js").Source[]}} row @param {Set<string>} unfolded */
function folderRow({ folder, files }, unfolded) {
  const sum = (property) => files.reduce((all, file) => all + Number(file[property]), 0);
  const facts = [count(files.length, "file"), count(sum("items"), "item"), bytes(sum("bytes")),
    sum("failures") ? `${number(sum("failures"))} could not be read` : "", sum("isGone") ? `${number(sum("isGone"))} not there any more` : "",
  ].filter(Boolean).join(" · ");
  const list = el("ul.sources");
  const summary = el("summary.source", {}, el("div", {}, mail("p.source-name", oneLine(fileName(folder), 200)),
    mail("p.path", oneLine(folder, 400)), el("p.facts", {}, facts)), glyph("down"));
  const details = el("details.source-folder", { open: unfolded.has(folder), ontoggle: () => {
    unfolded[details.open ? "add" : "delete"](folder);
    fill(list, details.open && limited(files, sourceRow));
  } }, summary, list);
  return el("li", {}, details);
}

/** @param {import("./types.js").Source} source */
function sourceRow(source) {
  const facts = [source.format, count(source.items, "item"), bytes(source.bytes),
    source.failures ? `${number(source.failures)} could not be read` : "", source.isComplete ? "" : "not finished",
    source.isGone ? "the file is not there any more" : "",
    source.isUploaded ? "a copy in Recall’s folder" : "",
    source.imported ? formatDate(source.imported, "day") : ""].filter(Boolean).join(" · ");
  const name = oneLine(fileName(source.path), 200);
  const path = mail("p.path", oneLine(source.path, 400));
  return el("li.source", {}, el("div", {}, mail("p.source-name", name), path, el("p.facts", {}, facts)),
    iconButton("trash", `Delete what came from ${name}`, () => deleteSource(source)));
}

/** @param {import("./types.js").Failure} one */
function failureRow(one, onDismiss) {
  const where = [fileName(one.path), one.place].filter(Boolean).join(", ");
  return el("li.failed", {}, el("div", {}, mail("p.source-name", oneLine(where, 300)), el("p", {}, mail("span", oneLine(one.message, 400))),
    mail("p.path", oneLine(one.path, 400)), one.isAttachment && el("p.facts", {}, "Only the attachment is missing; its message is there.")),
  button(".quiet", { onclick: onDismiss, "aria-label": `Dismiss what is said of ${oneLine(where, 200)}` }, "Dismiss"));
}

function moreFailures(list, row, cursor) {
  if (!cursor) return null;
  const more = button(".more-items", { onclick: async () => {
    try {
      const next = await api.failures(cursor, shownAtFirst);
      list.append(...next.failures.map(row));
      cursor = next.nextCursor;
      show(more, Boolean(cursor));
    } catch (error) {
      say(error.message);
    }
  } }, "Show more");
  return more;
}

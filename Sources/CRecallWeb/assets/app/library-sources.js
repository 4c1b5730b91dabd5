// The sources that items came from, and what of them could not be read.

import { api } from "./api.js";
import { formatDate } from "./dates.js";
import { deleteSource } from "./deletion.js";
import { failure } from "./dialog.js";
import { button, el, fill, iconButton, show } from "./dom.js";
import { bytes, count, fileName, mail, number, oneLine } from "./text.js";

const shownAtFirst = 100;

export function createSources() {
  const page = createPage(async (rest) => {
    const { sources } = await api.sources();
    const filter = el("input.text-input", {
      type: "search", placeholder: "Filter by path", "aria-label": "Filter sources", oninput: () => render(),
    });
    const list = el("ul.sources");
    const render = () => {
      const text = filter.value.toLowerCase();
      fill(list, limited(sources.filter((source) => source.path.toLowerCase().includes(text)), (source) => sourceRow(source, page.load)));
    };
    render();
    fill(rest, el("h1", {}, "Sources"), el("p.lead", {}, sources.length
      ? `${count(sources.length, "file")} that your items came from. Deleting a source deletes its items here, never the file.`
      : "Nothing has been imported yet."), sources.length > 10 && filter, list);
  });
  return page;
}

export function createFailures() {
  const page = createPage(async (rest) => {
    const { total, failures } = await api.failures(0, shownAtFirst);
    const list = el("ul.failures", {}, failures.map(failureRow));
    fill(rest, el("h1", {}, "Not read"), el("p.lead", {}, total
      ? `${count(total, "thing")} could not be read, each with its reason. Everything else was imported; the next import tries again.`
      : "Everything was read."), list, moreFailures(list, failures.length, total));
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
  return { element, load, show: setShown };
}

/** All rows would be too many to lay out at once: the first hundred, and the others if wanted. */
function limited(values, row) {
  const first = values.slice(0, shownAtFirst).map(row);
  if (values.length <= shownAtFirst) return first;
  const more = el("li.more", {}, button(".link", { onclick: () => more.replaceWith(...values.slice(shownAtFirst).map(row)) },
    `Show ${number(values.length - shownAtFirst)} more`));
  return [...first, more];
}

/** @param {import("./types.js").Source} source */
function sourceRow(source, reload) {
  const facts = [source.format, count(source.items, "item"), bytes(source.bytes),
    source.failures ? `${number(source.failures)} not read` : "", source.isComplete ? "" : "not read to its end yet",
    source.imported ? formatDate(source.imported, "day") : ""].filter(Boolean).join(" · ");
  const remove = async () => { if (await deleteSource(source)) reload(); };
  const name = oneLine(fileName(source.path), 200);
  const path = mail("p.path", oneLine(source.path, 400));
  return el("li.source", {}, el("div", {}, mail("p.source-name", name), path, el("p.facts", {}, facts)),
    iconButton("trash", `Delete what came from ${name}`, remove));
}

/** @param {import("./types.js").Failure} one */
export function failureRow(one) {
  const where = [fileName(one.path), one.place].filter(Boolean).join(", ");
  return el("li.failed", {}, mail("p.source-name", oneLine(where, 300)), el("p", {}, mail("span", oneLine(one.message, 400))),
    mail("p.path", oneLine(one.path, 400)), one.isAttachment && el("p.facts", {}, "Only the attachment is missing; its message is there."));
}

function moreFailures(list, shown, total) {
  if (shown >= total) return null;
  const more = button(".more-items", { onclick: async () => {
    const next = await api.failures(list.children.length, shownAtFirst);
    list.append(...next.failures.map(failureRow));
    if (!next.failures.length || list.children.length >= total) more.remove();
  } }, "Show more");
  return more;
}

// Documents as their files have them: the pages of a PDF as pictures, and the file to save.

import { api, isAborted, pageAddress } from "./api.js";
import { failure, say } from "./dialog.js";
import { button, el, fill, glyph, show } from "./dom.js";
import { fileName, oneLine } from "./text.js";

const mostPages = 2000;

/** Whether an item's file can be asked for. @param {import("./types.js").Item} item */
export function hasFile(item) {
  const { path } = item.details;
  return (item.kind === "document" || item.kind === "note") && (Boolean(item.attachedTo) || item.sources.includes(path));
}

/** What saves the file of a document or note. @param {import("./types.js").Item} item */
export function saveFileButton(item) {
  const name = oneLine(fileName(item.details.path ?? ""), 80);
  return button(".quiet.save-file", { title: `Save ${name}`, onclick: () => save(item.id) }, glyph("import"), el("span", {}, "Save file"));
}

async function save(id) {
  try {
    const { name, content } = await api.file(id);
    const link = el("a", { href: URL.createObjectURL(content), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  } catch (error) {
    say(error.message);
  }
}

/**
 * What switches a PDF document between its text and pictures of its pages.
 *
 * @param {import("./types.js").Item} item
 * @param {HTMLElement} text the element with its text
 * @param {import("./types.js").Passage[]} passages of the item, best first
 * @returns {{choice: HTMLElement, pane: HTMLElement}|undefined} nothing for other documents
 */
export function pagesView(item, text, passages) {
  const { format, pages } = item.details;
  if (item.kind !== "document" || format !== "pdf" || !pages || !hasFile(item)) return undefined;
  const pane = el("div.pages", { hidden: true });
  const views = [button(".segment", { onclick: () => choose(false) }, "Text"), button(".segment", { onclick: () => choose(true) }, "Pages")];
  const choose = (isPages) => {
    views.forEach((view, index) => view.setAttribute("aria-pressed", String(isPages === Boolean(index))));
    show(text, !isPages);
    show(pane, isPages);
    if (isPages) openPages(item, pane, foundPage(item, passages[0]), passages.length > 0);
    else fill(pane);
  };
  choose(false);
  return { choice: el("div.segments.view-choice", { role: "group", "aria-label": "View" }, views), pane };
}

/** The page, from 1, on which the first word is that was found in a passage, or else its first mark. */
export function foundPage(item, passage) {
  if (!passage) return 1;
  const word = passage.segments.findIndex((segment) => segment.mark === "word");
  const first = Math.max(0, word >= 0 ? word : passage.segments.findIndex((segment) => segment.mark));
  const before = passage.segments.slice(0, first).map((segment) => segment.text).join("");
  const offset = passage.range[0] + new TextEncoder().encode(before).length;
  return Math.max(1, (item.details.pageStarts ?? []).filter((start) => start <= offset).length);
}

/** The page that is wanted is asked for first: a picture could not say why there is none. */
async function openPages(item, pane, wanted, isFound) {
  fill(pane, el("p.hint", { role: "status" }, "Reading the file again…"));
  try {
    await api.pagePicture(item.id, wanted);
    const count = Math.min(item.details.pages, mostPages);
    const pages = Array.from({ length: count }, (_, index) => page(item, index + 1, pane));
    fill(pane, pages, item.details.pages > count && el("p.hint", {}, `Only the first ${count} pages are shown.`));
    pages[wanted - 1]?.classList.toggle("found-page", count > 1 && wanted > 1);
    if (isFound) pages[wanted - 1]?.prepend(el("p.hint", {}, "What was found is marked in Text, not in the pictures of pages."));
    pages[wanted - 1]?.scrollIntoView({ block: "start" });
  } catch (error) {
    if (!isAborted(error)) fill(pane, failure(error, () => openPages(item, pane, wanted, isFound)));
  }
}

/** Pictures keep the place of their page before they are there, so that nothing moves while others load. */
function page(item, number, pane) {
  const label = `Page ${number} of ${item.details.pages}`;
  const picture = el("img", { src: pageAddress(item.id, number), alt: label, loading: "lazy", decoding: "async",
    onload: ({ target }) => pane.style.setProperty("--page-ratio", `${target.naturalWidth} / ${target.naturalHeight}`) });
  return el("figure.page-picture", {}, picture, el("figcaption.figure", {}, label));
}

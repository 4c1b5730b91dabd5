// E-mails as they were sent: a page of its own in a frame in which nothing runs or loads, and attachments to save.

import { api, attachmentAddress, isAborted, originalAddress } from "./api.js";
import { failure, say } from "./dialog.js";
import { button, el, fill, glyph, show } from "./dom.js";
import { oneLine } from "./text.js";

/**
 * What switches an e-mail between its text and the page that was sent.
 *
 * @param {import("./types.js").Item} item
 * @param {HTMLElement} text the element with its text
 * @returns {{choice: HTMLElement, pane: HTMLElement}}
 */
export function originalView(item, text) {
  const pane = el("div.original", { hidden: true });
  const views = [button(".segment", { onclick: () => choose(false) }, "Text"), button(".segment", { onclick: () => choose(true) }, "Original")];
  let request;
  const choose = (isOriginal) => {
    views.forEach((view, index) => view.setAttribute("aria-pressed", String(isOriginal === Boolean(index))));
    show(text, !isOriginal);
    show(pane, isOriginal);
    request?.abort();
    request = new AbortController();
    if (isOriginal) open(item, pane, request.signal);
    else fill(pane);
  };
  choose(false);
  return { choice: el("div.segments.view-choice", { role: "group", "aria-label": "View" }, views), pane };
}

/** Asks first whether there is such a page: a frame could not say why there is none. */
async function open(item, pane, signal) {
  fill(pane, el("p.hint", { role: "status" }, "Reading the e-mail again…"));
  try {
    await api.original(item.id, signal);
    fill(pane, el("p.hint", {}, "Nothing is ever loaded from the web. Links lead nowhere; point at one to see its address."),
      frame(item));
  } catch (error) {
    if (isAborted(error)) return;
    const isPlain = error.code === "no-html";
    fill(pane, isPlain ? el("p.hint", { role: "status" }, error.message) : failure(error, () => open(item, pane, signal)));
  }
}

/** With an empty sandbox nothing in it may run, send, open or lead anywhere, whatever it is. */
function frame(item) {
  return el("iframe.original-frame", { sandbox: "", referrerpolicy: "no-referrer", title: "The e-mail as it was sent", src: originalAddress(item.id) });
}

/**
 * What saves an attachment.
 *
 * @param {import("./types.js").Item} item
 * @param {number} index of the attachment
 */
export function saveLink(item, index) {
  const label = `Save ${oneLine(item.attachments[index].name, 120) || "the attachment"}`;
  return el("a.attachment.save", { href: attachmentAddress(item.id, index), download: "", "aria-label": label, title: label,
    onclick: (event) => save(event, item.id, index) }, glyph("import"));
}

/** Fetched here, so that this page can say why there is no file; with a modifier key it is a link as any other. */
async function save(event, id, index) {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  try {
    const { name, content } = await api.attachment(id, index);
    const link = el("a", { href: URL.createObjectURL(content), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  } catch (error) {
    say(error.message);
  }
}

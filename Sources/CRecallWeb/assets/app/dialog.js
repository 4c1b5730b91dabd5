// Questions, and short words about what has been done.

import { button, el, iconButton } from "./dom.js";

/**
 * Opens a modal dialog: focus stays within it and goes back when it closes, Escape closes it.
 *
 * @param {string} title
 * @param {(dialog: HTMLDialogElement) => (Node|string)[]} content
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, content, name = "") {
  const heading = el("h2", { id: "dialog-title" }, title);
  const dialog = /** @type {HTMLDialogElement} */ (el(`dialog${name}`, { "aria-labelledby": "dialog-title" }));
  dialog.append(el("header.dialog-head", {}, heading, iconButton("close", "Close", () => dialog.close())), ...content(dialog));
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Asks before something that cannot be taken back. The safe answer has the focus.
 *
 * @param {{title: string, text: (Node|string)[], action: string}} question
 * @returns {Promise<boolean>}
 */
export async function confirmed({ title, text, action }) {
  return await chosen({ title, text, actions: [action] }) === 0;
}

/**
 * Asks which of several things to do that cannot be taken back.
 *
 * @param {{title: string, text: (Node|string)[], actions: string[]}} question
 * @returns {Promise<number|undefined>} the position of the chosen action, if any was
 */
export function chosen({ title, text, actions }) {
  return new Promise((resolve) => {
    let answer;
    const dialog = openDialog(title, (self) => [
      el("div.dialog-text", {}, ...text),
      el("footer.dialog-actions", {},
        button("", { autofocus: true, onclick: () => self.close() }, "Keep"),
        actions.map((action, index) => button(".danger", { onclick: () => { answer = index; self.close(); } }, action))),
    ], ".question");
    dialog.addEventListener("close", () => resolve(answer));
  });
}

let notice;

/** Says something for some seconds, aloud as well. */
export function say(text) {
  notice ??= document.getElementById("notice");
  notice.textContent = text;
  notice.classList.add("shown");
  clearTimeout(say.timer);
  say.timer = setTimeout(() => notice.classList.remove("shown"), 5000);
}

/** Copies to the clipboard, and says so. @param {string} done */
export async function copyText(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    say(done);
  } catch {
    say("This browser does not let pages copy.");
  }
}

/** What went wrong, with a way to try again. */
export function failure(error, retry) {
  return el("div.failure", { role: "alert" }, el("p", {}, error.message || "Something went wrong in this page."),
    retry && button("", { onclick: retry }, "Try again"));
}

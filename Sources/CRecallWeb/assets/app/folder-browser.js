// Chooses a file or folder on the machine that Recall runs on: a browser's own file dialog could only upload copies.

import { api, isAborted } from "./api.js";
import { failure, openDialog } from "./dialog.js";
import { button, el, fill, glyph, iconButton } from "./dom.js";
import { bytes, mail, oneLine } from "./text.js";

/** @returns {Promise<string|undefined>} the path that was chosen */
export function chooseInFolders({ foldersOnly = false } = {}) {
  return new Promise((resolve) => {
    let chosen;
    const dialog = openDialog(foldersOnly ? "Choose a folder" : "Choose what to import", (self) => {
      const choose = (path) => { chosen = path; self.close(); };
      return folderPanel(choose, foldersOnly);
    }, ".wide.folders");
    dialog.addEventListener("close", () => resolve(chosen));
  });
}

function folderPanel(choose, foldersOnly) {
  let request;
  let path;
  const place = el("p.path");
  const list = el("div.options.folder-list", { "aria-label": "Files and folders" });
  const take = button(".primary", { onclick: () => choose(path) }, "Choose this folder");
  const open = async (target) => {
    request?.abort();
    request = new AbortController();
    try {
      const folder = await api.folder(target, request.signal);
      path = folder.path;
      fill(place, mail("span", oneLine(path)));
      fill(list, rows(folder, open, choose, foldersOnly));
      list.querySelector("button")?.focus();
    } catch (error) {
      if (!isAborted(error)) fill(list, failure(error, target ? () => open() : undefined));
    }
  };
  open();
  return [el("div.folder-place", {}, iconButton("place", "Home folder", () => open()), place), list, el("footer.dialog-actions", {}, take)];
}

/** @param {import("./types.js").Folder} folder */
function rows(folder, open, choose, foldersOnly) {
  const entries = folder.entries.filter((entry) => entry.isFolder || !foldersOnly);
  const parent = folder.parent && button(".option", { onclick: () => open(folder.parent) }, glyph("back"), el("span", {}, "Up"));
  const each = entries.map((entry) => button(".option", { onclick: () => (entry.isFolder ? open(entry.path) : choose(entry.path)) },
    glyph(entry.isFolder ? "folder" : "document"), mail("span", oneLine(entry.name, 200)),
    entry.bytes !== undefined && el("span.figure", {}, bytes(entry.bytes))));
  return [parent, ...each, !entries.length && el("p.hint", {}, "Nothing in here.")];
}

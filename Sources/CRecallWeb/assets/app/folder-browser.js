// Chooses a file or folder on the machine that Recall runs on: a browser's own file dialog could only upload copies.

import { api, isAborted } from "./api.js";
import { failure, openDialog } from "./dialog.js";
import { button, el, fill, glyph, iconButton } from "./dom.js";
import { bytes, mail, number, oneLine } from "./text.js";

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
  const places = el("div.chips.folder-places", { role: "group", "aria-label": "Places" });
  const list = el("div.options.folder-list", { "aria-label": "Files and folders" });
  const take = button(".primary", { onclick: () => choose(path) }, "Choose this folder");
  const open = async (target) => {
    request?.abort();
    request = new AbortController();
    try {
      const folder = await api.folder(target, request.signal);
      path = folder.path;
      fill(place, mail("span", oneLine(path)));
      fill(places, folder.places.map((each) =>
        button(".chip", { onclick: () => open(each.path), title: each.path }, glyph("folder"), mail("span", placeName(each.name)))));
      fill(list, rows(folder, open, choose, foldersOnly));
      list.querySelector("button")?.focus();
    } catch (error) {
      if (!isAborted(error)) fill(list, failure(error, target ? () => open() : undefined));
    }
  };
  open();
  return [el("div.folder-place", {}, iconButton("place", "Home folder", () => open()), place), places, list, el("footer.dialog-actions", {}, take)];
}

/** Where a mail program keeps its mail says little by its name. */
function placeName(name) {
  return /thunderbird/iu.test(name) ? "Thunderbird" : /evolution/u.test(name) ? "Evolution" : oneLine(name.split("/").pop(), 60);
}

/** @param {import("./types.js").Folder} folder */
function rows(folder, open, choose, foldersOnly) {
  const entries = folder.entries.filter((entry) => entry.isFolder || !foldersOnly);
  const [hidden, inSight] = [true, false].map((isHidden) => entries.filter((entry) => entry.name.startsWith(".") === isHidden));
  const row = (entry) => entryRow(entry, () => (entry.isFolder ? open(entry.path) : choose(entry.path)));
  const parent = folder.parent && button(".option", { onclick: () => open(folder.parent) }, glyph("back"), el("span", {}, "Up"));
  // Thunderbird keeps its mail in a hidden folder.
  const more = hidden.length > 0 && button(".option", { onclick: () => more.replaceWith(...hidden.map(row)) }, glyph("more"),
    el("span", {}, `${number(hidden.length)} hidden`));
  return [parent, inSight.map(row), more, !entries.length && el("p.hint", {}, "Nothing in here.")];
}

/** @param {import("./types.js").FolderEntry} entry */
function entryRow(entry, onclick) {
  return button(".option", { onclick }, glyph(entry.isFolder ? "folder" : "document"), mail("span", oneLine(entry.name, 200)),
    entry.bytes !== undefined && el("span.figure", {}, bytes(entry.bytes)));
}

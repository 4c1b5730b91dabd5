// Import: choose, see what it was recognised as, start, and watch.

import { api, isAborted } from "./api.js";
import { failure, say } from "./dialog.js";
import { button, el, fill, glyph, show } from "./dom.js";
import { chooseInFolders } from "./folder-browser.js";
import { ImportCard } from "./import-card.js";
import { exportGuide } from "./import-guide.js";
import { bytes, count, mail, oneLine, percent } from "./text.js";
import { droppedFiles, droppedPaths, importCopies } from "./upload.js";

const typingPause = 350;

export class ImportView {
  constructor() {
    /** @type {Map<string, ImportCard>} */
    this.cards = new Map();
    this.input = el("input.text-input", {
      type: "text", required: true, "aria-label": "Path of a file or folder", placeholder: "Path of a file or folder",
      autocomplete: "off", spellcheck: "false",
      oninput: () => this.pathChanged(typingPause),
    });
    this.recognised = el("div.recognised", { "aria-live": "polite" });
    this.list = el("div.imports");
    this.earlier = el("section", {}, el("h2", {}, "Imports"), this.list);
    this.element = el("section.view.scroller", {}, el("div.page", {}, el("h1", {}, "Import"),
      el("p.lead", {}, "Mail, chats, documents and notes, from files on this machine. They are read where they are and not changed."),
      this.form(), this.recognised, this.dropZone(), this.earlier, exportGuide()));
  }

  /** Where files are dropped, or chosen in the browser's own dialog: both give copies only. */
  dropZone() {
    const chooser = el("input", { type: "file", multiple: true, hidden: true, "aria-label": "Files to copy and import",
      onchange: () => {
        this.copy([...chooser.files].map((file) => ({ name: file.name, file })));
        chooser.value = "";
      } });
    this.copying = el("div.copying", { "aria-live": "polite" });
    this.drop = el("div.drop-zone", {}, el("p", {}, "Or drop files and folders here, or ",
      button(".link", { onclick: () => chooser.click() }, "choose files"), "."),
    el("p.hint", {}, "A browser does not tell where a file is, so Recall keeps a copy in its own folder. Deleting the source deletes the copy."),
    chooser, this.copying);
    return this.drop;
  }

  /** What was dropped anywhere in the app. @param {DataTransfer} transfer */
  async takeDrop(transfer) {
    const paths = droppedPaths(transfer);
    if (paths.length === 1) return this.setPath(paths[0]);
    try {
      if (paths.length) this.showImport(await api.startImport(paths));
      else await this.copy(await droppedFiles(transfer));
    } catch (error) {
      say(error.message);
    }
    return undefined;
  }

  /** @param {import("./upload.js").Chosen[]} files */
  async copy(files) {
    if (!files.length) return;
    const request = new AbortController();
    const bar = el("progress", { max: 1, value: 0, "aria-label": "Copied" });
    const text = el("p.facts");
    const line = el("div.copy", {}, text, bar, button("", { onclick: () => request.abort() }, glyph("close"), "Cancel"));
    this.copying.append(line);
    const showProgress = (done) => {
      bar.value = done.total ? done.bytes / done.total : 1;
      text.textContent = `Copying ${count(files.length, "file")}, ${bytes(done.total)} · ${percent(bar.value)}`;
    };
    showProgress({ bytes: 0, total: files.reduce((sum, { file }) => sum + file.size, 0) });
    try {
      this.showImport(await importCopies(files, showProgress, request.signal));
    } catch (error) {
      if (!isAborted(error)) say(error.message);
    } finally {
      line.remove();
    }
  }

  form() {
    const submit = (event) => {
      event.preventDefault();
      this.start();
    };
    const browse = async () => {
      const path = await chooseInFolders();
      if (path) this.setPath(path);
    };
    this.startButton = el("button.primary", { type: "submit" }, "Import");
    return el("form.path-form", { onsubmit: submit }, this.input,
      button("", { onclick: browse }, glyph("folder"), "Browse…"), this.startButton);
  }

  setPath(path) {
    this.input.value = path;
    this.pathChanged(0);
    this.startButton.focus();
  }

  pathChanged(pause) {
    this.request?.abort();
    clearTimeout(this.timer);
    this.found = undefined;
    this.startButton.disabled = false;
    fill(this.recognised);
    if (this.input.value.trim()) this.timer = setTimeout(() => this.recognise(), pause);
  }

  async recognise() {
    const request = this.request = new AbortController();
    fill(this.recognised, el("p.hint", {}, "Looking…"));
    try {
      const { paths } = await api.recognise([this.input.value.trim()], request.signal);
      [this.found] = paths;
      this.startButton.disabled = Boolean(this.found.error);
      fill(this.recognised, recognition(this.found));
    } catch (error) {
      if (isAborted(error)) return;
      this.startButton.disabled = false;
      fill(this.recognised, failure(error, () => this.recognise()));
    }
  }

  /** Imports what was recognised. Who is quicker than that presses once all the same. */
  async start() {
    if (this.startButton.disabled || !this.input.value.trim()) return this.input.focus();
    this.startButton.disabled = true;
    if (!this.found) {
      this.request?.abort();
      clearTimeout(this.timer);
      await this.recognise();
    }
    if (!this.found || this.found.error) return undefined;
    this.startButton.disabled = true;
    try {
      this.showImport(await api.startImport([this.input.value.trim()]));
      this.input.value = "";
      this.found = undefined;
      fill(this.recognised);
    } catch (error) {
      say(error.message);
    }
    this.startButton.disabled = false;
    return undefined;
  }

  async show() {
    try {
      const { imports } = await api.imports();
      for (const state of [...imports].reverse()) this.showImport(state);
      show(this.earlier, this.cards.size > 0);
    } catch (error) {
      fill(this.list, failure(error, () => this.show()));
    }
  }

  hide() {
    for (const card of this.cards.values()) card.unfollow();
  }

  /** The newest first; what runs is followed. */
  showImport(state) {
    let card = this.cards.get(state.id);
    if (!card) {
      card = new ImportCard();
      this.cards.set(state.id, card);
      this.list.prepend(card.element);
    }
    show(this.earlier, true);
    card.update(state);
    card.follow();
  }

  focusInput() {
    this.input.focus();
  }
}

/** @param {import("./types.js").RecognisedPath} found */
function recognition(found) {
  if (found.error) return el("p.recognition.is-problem", {}, mail("span", oneLine(found.error.message, 300)));
  const formats = (found.formats ?? []).map(({ format, files }) =>
    el("span.chip.still", {}, `${oneLine(format, 60)}: ${count(files, "file")}`));
  return el("div.recognition", {}, glyph("check"), el("div", {}, mail("p", oneLine(found.summary ?? "", 300)), el("p.chips", {}, formats)));
}

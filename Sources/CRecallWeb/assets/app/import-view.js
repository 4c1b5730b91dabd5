// Import: choose, see what it was recognised as, start, and watch.

import { api, isAborted } from "./api.js";
import { failure, say } from "./dialog.js";
import { button, el, fill, glyph, show } from "./dom.js";
import { chooseInFolders } from "./folder-browser.js";
import { ImportCard } from "./import-card.js";
import { exportGuide } from "./import-guide.js";
import { count, mail, oneLine } from "./text.js";

const typingPause = 350;

export class ImportView {
  constructor() {
    /** @type {Map<string, ImportCard>} */
    this.cards = new Map();
    this.input = el("input.text-input", {
      type: "text", "aria-label": "Path of a file or folder", placeholder: "Path of a file or folder",
      autocomplete: "off", spellcheck: "false",
      oninput: () => this.pathChanged(typingPause),
    });
    this.recognised = el("div.recognised", { "aria-live": "polite" });
    this.list = el("div.imports");
    this.earlier = el("section", {}, el("h2", {}, "Imports"), this.list);
    this.element = el("section.view.scroller", {}, el("div.page", {}, el("h1", {}, "Import"),
      el("p.lead", {}, "Mail, chats, documents and notes, from files on this machine. They are read where they are and not changed."),
      this.form(), this.recognised, this.earlier, exportGuide()));
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
    this.startButton = el("button.primary", { type: "submit", disabled: true }, "Import");
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
    this.startButton.disabled = true;
    fill(this.recognised);
    if (this.input.value.trim()) this.timer = setTimeout(() => this.recognise(), pause);
  }

  async recognise() {
    const request = this.request = new AbortController();
    fill(this.recognised, el("p.hint", {}, "Looking…"));
    try {
      const { paths } = await api.recognise([this.input.value.trim()], request.signal);
      const [found] = paths;
      this.startButton.disabled = !found || Boolean(found.error);
      fill(this.recognised, found && recognition(found));
    } catch (error) {
      if (!isAborted(error)) fill(this.recognised, failure(error, () => this.recognise()));
    }
  }

  async start() {
    if (this.startButton.disabled) return;
    this.startButton.disabled = true;
    try {
      this.showImport(await api.startImport([this.input.value.trim()]));
      this.input.value = "";
      fill(this.recognised);
    } catch (error) {
      say(error.message);
      this.startButton.disabled = false;
    }
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

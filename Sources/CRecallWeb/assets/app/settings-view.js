// Settings: what the library holds and how far it is understood, its models, the folders that are watched, other assistants and
// what they asked, the look, the sessions.

import { api } from "./api.js";
import { AssistantClients } from "./assistant-clients.js";
import { formatDate } from "./dates.js";
import { confirmed, failure, say } from "./dialog.js";
import { button, el, fill, glyph, iconButton } from "./dom.js";
import { chooseInFolders } from "./folder-browser.js";
import { backlogNotice } from "./library-notices.js";
import { quotationsLine } from "./model-guide.js";
import { bytes, count, kindCounts, mail, number, oneLine, percent } from "./text.js";
import { chooseTheme, chosenTheme } from "./theme.js";
import { ToolCallList } from "./tool-call-list.js";

export class SettingsView {
  constructor() {
    this.library = el("div");
    this.model = el("div");
    this.chatModel = el("div");
    this.clients = new AssistantClients();
    this.calls = new ToolCallList();
    this.folders = el("div");
    this.about = el("p.facts");
    const section = (title, ...content) => el("section.card", {}, el("h2", {}, title), ...content);
    this.element = el("section.view.scroller", {}, el("div.page", {}, el("h1", {}, "Settings"),
      section("Library", this.library), section("Models", this.model, this.chatModel), section("Watched folders", this.folders),
      section("Other assistants", this.clients.element), section("What they asked", this.calls.element),
      section("Look", themeChoice()), section("Sessions", sessions()), this.about));
  }

  async show() {
    this.clients.show();
    this.calls.show();
    this.showChatModel();
    try {
      const [status, settings] = await Promise.all([api.status(), api.settings()]);
      fill(this.library, libraryFacts(status), this.upkeep(status.maintenance));
      fill(this.model, modelFacts(status));
      this.showFolders(settings);
      this.about.textContent = `Recall ${status.programVersion}. No telemetry, no updates by itself, no network but this machine’s own.`;
    } catch (error) {
      fill(this.library, failure(error, () => this.show()));
    }
  }

  async showChatModel() {
    try {
      const status = await api.chatModel();
      fill(this.chatModel, status.model ? chatModelFacts(status.model) : el("p.hint", {}, quotationsLine(status)));
    } catch (error) {
      fill(this.chatModel, failure(error, () => this.showChatModel()));
    }
  }

  /** @param {import("./types.js").Settings} settings */
  showFolders(settings) {
    const folders = settings.watched;
    const watched = folders.map((folder) => folder.path);
    this.watched = watched;
    const rows = folders.map((folder) => el("li.source", {},
      el("div", {}, mail("p.path", oneLine(folder.path)), el("p.facts", {}, lastLook(folder, settings))),
      iconButton("close", `Stop watching ${oneLine(folder.path, 80)}`, () => this.saveFolders(watched.filter((each) => each !== folder.path)))));
    const add = async () => {
      const path = await chooseInFolders({ foldersOnly: true });
      if (path && !watched.includes(path)) await this.saveFolders([...watched, path]);
    };
    const hint = "What changes in these folders is imported seconds later, while Recall runs. To stop watching one deletes nothing.";
    fill(this.folders, el("p.hint", {}, hint),
      el("ul.sources", {}, rows), button("", { onclick: add }, glyph("folder"), "Watch a folder…"), this.quietHours(settings));
  }

  /** The hours in which nothing is imported by itself. @param {import("./types.js").Settings} settings */
  quietHours({ quietHours, areQuiet }) {
    const [from, until] = (quietHours ?? "22:00-07:00").split("-");
    const time = (label, value) => el("input", { type: "time", required: true, value, "aria-label": label, onchange: () => box.checked && save() });
    const [start, end] = [time("Quiet from", from), time("Quiet until", until)];
    const save = () => this.saveQuietHours(box.checked ? `${start.value}-${end.value}` : null);
    const box = el("input", { type: "checkbox", checked: Boolean(quietHours), onchange: save });
    return el("p.choice.quiet-hours", {}, el("label", {}, box, " Leave them alone from "), start, " to ", end, areQuiet ? " (now)" : "");
  }

  /** @param {string?} quietHours */
  async saveQuietHours(quietHours) {
    try {
      this.showFolders(await api.saveSettings({ watchedFolders: this.watched, quietHours }));
    } catch (error) {
      say(error.message);
      this.show();
    }
  }

  /** @param {import("./types.js").Status["maintenance"]} maintenance */
  upkeep({ isOn, last }) {
    const box = el("input", { type: "checkbox", checked: isOn, onchange: () => this.saveUpkeep(box) });
    const done = last ? ` Last on ${formatDate(last)}.` : "";
    return el("label.choice", {}, box, ` Keep the library in order in quiet moments.${done}`);
  }

  /** @param {HTMLInputElement} box */
  async saveUpkeep(box) {
    try {
      await api.saveSettings({ watchedFolders: this.watched, maintenance: box.checked });
    } catch (error) {
      box.checked = !box.checked;
      say(error.message);
    }
  }

  async saveFolders(watchedFolders) {
    try {
      const saved = await api.saveSettings({ watchedFolders });
      this.showFolders(saved);
    } catch (error) {
      say(error.message);
    }
  }
}

/**
 * @param {import("./types.js").WatchedFolder} folder
 * @param {import("./types.js").Settings} settings
 */
function lastLook(folder, { areQuiet, quietHours }) {
  if (folder.problem) return oneLine(folder.problem);
  if (folder.isMissing) return "It is not there now.";
  if (folder.waitingSince && areQuiet) return `A change waits until ${quietHours.split("-")[1]}.`;
  if (folder.waitingSince) {
    const isHeld = Date.now() - new Date(folder.waitingSince).getTime() > 60_000;
    return isHeld ? "A change waits until the machine is less busy." : "A change is about to be imported.";
  }
  if (!folder.lastLooked) return "Not looked at yet.";
  const failed = folder.failures ? `, ${count(folder.failures, "failure")}` : "";
  return `Last looked ${formatDate(folder.lastLooked)}: ${folder.items ? `${count(folder.items, "item")} new or changed` : "nothing new"}${failed}.`;
}

/** @param {import("./types.js").Status} status */
function libraryFacts(status) {
  const { library, hasWriter } = status;
  const kinds = kindCounts(library.items);
  return [
    facts([
      ["Items", kinds.length ? kinds : "none yet"],
      ["Threads", number(library.threads)],
      ["Storage", `${bytes(library.bytes)} in one file`],
      ["Where", mail("span.path", oneLine(library.path))],
      ["Address", el("span", {}, location.origin)],
      ["Import", hasWriter ? "One is running, here or in another program." : "None is running."],
    ]),
    coverage(library), backlogNotice(status),
  ];
}

function facts(pairs) {
  return el("dl.facts-list", {}, pairs.map(([term, value]) => [el("dt", {}, term), el("dd", {}, value)]));
}

/** What is indexed, what is not, and why. */
function coverage({ passages, embeddedPassages, failures }) {
  const share = passages ? embeddedPassages / passages : 1;
  const meter = el("meter", { min: 0, max: 1, value: share, "aria-label": "Share of passages searchable by meaning" });
  const left = passages - embeddedPassages;
  const why = el("a", { href: "/library#tab=failures" }, "see why");
  return el("div.coverage", {}, meter,
    el("p", {}, `By words: all ${count(passages, "passage")}. `,
      `By meaning: ${left > 0 ? `${percent(share)}, ${number(left)} to go` : "all of them"}.`),
    el("p", {}, failures ? [`${count(failures, "thing")} could not be read: `, why, "."] : "Everything was read."));
}

/** @param {import("./types.js").Status} status */
function modelFacts({ model, generations }) {
  const command = el("code", {}, "recall model install");
  if (!model) return el("p", {}, "No model is installed, so Recall searches by words alone. To search by meaning: ", command);
  return [
    facts([...modelsOf(model, generations), ["Runs", "on this machine’s processor"]]),
    model.problem && el("p.is-problem", {}, mail("span", oneLine(model.problem))),
  ];
}

/**
 * The model that searches, and the one beside it.
 * @param {{name: string, precision: string}} model
 * @param {import("./types.js").Generation[]} generations
 */
function modelsOf(model, generations) {
  const serving = generations.find(({ state }) => state === "serving");
  const labels = { building: "Next", kept: "Kept", unused: "Not used" };
  const notes = {
    building: ({ embedded, passages }) => `, ${percent(embedded / Math.max(1, passages))} embedded: searches change over when all is`,
    unused: () => ", not complete, or not as good",
    kept: () => ", the vectors of before: recall model use --rollback",
  };
  const rows = generations.filter(({ state }) => state !== "serving").map((generation) => [
    labels[generation.state], [mail("span", oneLine(generation.model)), notes[generation.state](generation)]]);
  return [
    ["Search", mail("span", oneLine(serving?.model ?? model.name))],
    ["Precision", oneLine(serving?.precision ?? model.precision)],
    ...rows,
  ];
}

/** @param {import("./types.js").ChatModel} model */
function chatModelFacts({ name, server, machine }) {
  const place = machine ? mail("strong", oneLine(machine, 200)) : "this machine";
  return facts([["Answers", mail("span", oneLine(name))], ["Runs", [oneLine(server, 60), " on ", place]]]);
}

function themeChoice() {
  const names = { system: "As the system", light: "Light", dark: "Dark" };
  const choice = (theme) => el("label.choice", {}, el("input", {
    type: "radio", name: "theme", value: theme, checked: theme === chosenTheme(), onchange: () => chooseTheme(theme),
  }), names[theme]);
  return el("fieldset.choices", {}, el("legend", {}, "Colours"), Object.keys(names).map(choice));
}

function sessions() {
  const end = async () => {
    const isSure = await confirmed({
      title: "End all sessions?",
      text: [el("p", {}, "Every browser and program loses access, this page too. You get a new link from “recall serve”.")],
      action: "End all sessions",
    });
    if (!isSure) return;
    try {
      await api.endSessions();
      window.dispatchEvent(new Event("recall:session-ended"));
    } catch (error) {
      say(error.message);
    }
  };
  return [el("p.hint", {}, "Whoever has a link or a token of this library can search it. New ones can be made at any time."),
    button("", { onclick: end }, "End all sessions…")];
}

// What a library's owner may want to do about it, said once, with the button that does it.

import { api } from "./api.js";
import { say } from "./dialog.js";
import { button, el } from "./dom.js";
import { holdBack, isHeld } from "./held-deletion.js";
import { ImportCard } from "./import-card.js";
import { count, mail, number, oneLine } from "./text.js";

/**
 * The imports that were cut off or paused, each with what goes on with it; what is not embedded they embed as well.
 *
 * @param {import("./types.js").Import[]} imports
 */
export function unfinishedImports(imports) {
  return imports.filter(({ state, task }) => task === "files" && ["interrupted", "paused"].includes(state)).map((state) => {
    const card = new ImportCard();
    card.update(state);
    card.follow();
    return card.element;
  });
}

/** Says how many passages are found by words only, and embeds them. @param {import("./types.js").Status} status */
export function backlogNotice({ library, model }) {
  const left = library.passages - library.embeddedPassages;
  if (left <= 0) return null;
  const which = library.embeddedPassages
    ? `${number(left)} of ${count(library.passages, "passage")} ${left === 1 ? "is" : "are"} not embedded yet: found by words, not by meaning. `
    : `Nothing is embedded yet: ${count(left, "passage")} ${left === 1 ? "is" : "are"} found by words, not by meaning. `;
  const text = el("p", {}, which,
    !model && ["No model is installed. To install one: ", el("code", {}, "recall model install")]);
  return notice(text, model && ["Embed now", api.embed]);
}

/** Offers to try Recall with the sample. @param {import("./types.js").Status} status */
export function sampleOffer({ sample }) {
  return sample && notice(el("p", {}, "Nothing at hand? The sample archive is two years in the life of Hanna Brandreth, who does not exist: "
    + "mail, two chats, notes and documents. It is removed with one click."), ["Try it with the sample archive", api.importSample]);
}

const sampleID = "sample";

/** Says that the sample is here, and removes it. @param {import("./types.js").Status} status */
export function sampleNotice({ sample }) {
  if (!sample?.isImported || isHeld(sampleID)) return null;
  const remove = button("", { onclick: () =>
    holdBack({ ids: [sampleID], text: "Removed the sample.", request: api.removeSample }) }, "Remove the sample");
  return el("div.library-notice", {}, el("p", {}, "The sample archive is in your library: the mail, chats, notes and documents of Hanna "
    + "Brandreth, who does not exist."), remove);
}

/** Asks once whether somebody is the library's owner. The page does not wait for it. @param {() => void} answered */
export function ownerQuestion(answered) {
  const place = el("div", { hidden: true });
  api.ownerQuestion().then((question) => question.name && place.replaceWith(ownerNotice(question, answered)), () => {});
  return place;
}

/**
 * @param {{name?: string, written?: string[]}} question
 * @param {() => void} answered
 */
function ownerNotice({ name, written }, answered) {
  const [address, ...others] = written;
  const isAddress = (each) => /[@:+\d]/.test(each);
  const addresses = written.filter((each) => isAddress(each) && each !== name).join(", ");
  const names = others.filter((each) => !isAddress(each)).join(", ");
  const answer = (mine) => async () => {
    try {
      await api.answerOwnerQuestion(mine);
      answered();
    } catch (error) {
      say(error.message);
    }
  };
  const inChats = names ? [", and ", mail("strong", oneLine(names, 80)), " in your chats"] : [];
  return el("div.library-notice", {}, el("p", {}, "Are you ", mail("strong", oneLine(name, 80)),
    addresses ? [" (", mail("span", oneLine(addresses, 200)), ")"] : "", inChats,
    "? Your mail and messages are then known as one person’s."),
  el("div.notice-actions", {}, button(".primary", { onclick: answer(written) }, "Yes, that is me"),
    others.length > 0 && button("", { onclick: answer([address]) }, `Only ${oneLine(address, 80)}`), button("", { onclick: answer([]) }, "No")));
}

/** A sentence with a button that starts an import, which then takes its place. */
function notice(text, action) {
  const element = el("div.library-notice", {}, text);
  if (!action) return element;
  const [label, start] = action;
  const startButton = button(".primary", { onclick: async () => {
    startButton.disabled = true;
    try {
      const card = new ImportCard();
      card.update(await start());
      card.follow();
      element.replaceWith(card.element);
    } catch (error) {
      say(error.message);
      startButton.disabled = false;
    }
  } }, label);
  element.append(startButton);
  return element;
}

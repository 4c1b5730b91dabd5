// Who else somebody is: finds the other person, and asks before the two become one.

import { api, isAborted } from "./api.js";
import { failure, openDialog } from "./dialog.js";
import { button, el, fill } from "./dom.js";
import { knownBy, sentCount } from "./people-row.js";
import { mail, oneLine } from "./text.js";

const typingPause = 150;
const most = 20;

/**
 * @param {import("./types.js").ListedPerson} person
 * @returns {Promise<import("./types.js").ListedPerson|undefined>} the other one, once that is confirmed
 */
export function choosePerson(person) {
  return new Promise((resolve) => {
    let chosen;
    const dialog = openDialog("Same person as…", (self) => {
      const content = el("div.people-merge");
      const end = (other) => { chosen = other; self.close(); };
      const ask = (other) => {
        fill(content, question(person, other, () => find(), () => end(other)));
        content.querySelector("footer button").focus();
      };
      const find = () => {
        const [field, list] = finder(person, ask);
        fill(content, el("p.dialog-text", {}, mail("strong", oneLine(person.name, 120))), field, list);
        field.focus();
      };
      find();
      return [content];
    }, ".question");
    dialog.querySelector("input")?.focus();
    dialog.addEventListener("close", () => resolve(chosen));
  });
}

/** A field, and those whom it finds. */
function finder(person, onChoose) {
  let timer, request;
  const list = el("div.options", { role: "group", "aria-label": "People" });
  const load = async () => {
    request?.abort();
    request = new AbortController();
    try {
      const words = field.value.trim();
      const { people } = words ? await api.people(words, 0, most, request.signal) : { people: [] };
      fill(list, options(people.filter(({ identifier }) => identifier && identifier !== person.identifier), words, onChoose));
    } catch (error) {
      if (!isAborted(error)) fill(list, failure(error, load));
    }
  };
  const field = el("input.text-input", { type: "search", "aria-label": "Name or address of the other", placeholder: "Name or address of the other",
    autocomplete: "off", dir: "auto", oninput: () => { clearTimeout(timer); timer = setTimeout(load, typingPause); } });
  load();
  return [field, list];
}

function options(people, words, onChoose) {
  if (!people.length) return el("p.hint", { role: "status" }, words ? "Nobody else has this name or address." : "Type some letters of it.");
  return people.map((other) => button(".option", { onclick: () => onChoose(other) }, card(other)));
}

/** Who somebody is, for a question. @param {import("./types.js").ListedPerson} person */
export function card(person) {
  return el("span.person-card", {}, el("span.person-head", {}, mail("span.person-name", oneLine(person.name, 120) || "Unnamed"),
    person.isOwner && el("span.person-owner", {}, "You"), sentCount(person)), knownBy(person));
}

function question(person, other, onBack, onConfirm) {
  return [el("div.dialog-text", {}, el("p", {}, "Are these one person?"), el("ul.person-cards", {}, [person, other].map((each) => el("li", {}, card(each)))),
    el("p", {}, "Searches for one will find what both wrote. You can undo this.")),
  el("footer.dialog-actions", {}, button("", { onclick: onBack }, "Back"), button(".primary", { onclick: onConfirm }, "They are one person"))];
}

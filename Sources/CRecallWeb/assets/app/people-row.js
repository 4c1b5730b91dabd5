// A person in the list: folded, a name and where it writes from; unfolded, all of it and what can be said of it.

import { button, el } from "./dom.js";
import { address } from "./router.js";
import { count, mail, number, oneLine, personFilter } from "./text.js";

const shownAtFirst = 20;

/**
 * @param {import("./types.js").ListedPerson} person
 * @param {{
 *   isUnfolded: boolean, onFold: (isUnfolded: boolean) => void, onSplit: (address: string) => void,
 *   onMerge: () => void, onOwner: () => void
 * }} context
 */
export function personRow(person, { isUnfolded, onFold, onSplit, onMerge, onOwner }) {
  const { name, names, addresses } = person;
  const others = names.filter((each) => each !== name);
  const canSplit = addresses.length > 1 || others.length > 0;
  const body = () => [
    addresses.length > 0 && shortened(addresses, (each) => addressRow(each, canSplit && onSplit), "ul.person-addresses"),
    others.length > 0 && el("div.person-names", {}, el("p.facts", {}, "Also called"), shortened(others, (each) => mail("li", oneLine(each, 160)), "ul")),
    reasons(person),
    el("div.person-actions", {}, search(person), person.identifier ? statements(person, onMerge, onOwner) : shared()),
  ];
  const details = el("details.person", { open: isUnfolded, ontoggle: () => onFold(details.open) },
    el("summary", {}, el("span.person-head", {}, mail("span.person-name", oneLine(name, 120) || "Unnamed"), person.isOwner && el("span.person-owner", {}, "You"),
      sentCount(person)), knownBy(person)), el("div.person-body", {}, body()));
  return el("li", {}, details);
}

/** What tells apart people of one name. @param {import("./types.js").ListedPerson} person */
export function knownBy({ name, names, addresses }) {
  // Who has no name is called by an address.
  const known = (addresses.length ? addresses : names).filter((each) => each !== name);
  const rest = known.length - 3;
  return el("span.person-known", {}, known.slice(0, 3).map((each, index) => [index ? ", " : "", mail("span", oneLine(each, 80))]),
    rest > 0 && ` and ${number(rest)} more`);
}

/** How much somebody wrote. Of a contact who wrote nothing, nothing is said. @param {import("./types.js").ListedPerson} person */
export function sentCount({ sent }) {
  return sent > 0 && el("span.figure", {}, `sent ${count(sent, "item")}`);
}

const reasonNames = { stated: "you say so", contact: "one contact", address: "one address", number: "one number", name: "one full name" };

/** Why names and addresses are one person, of those that are written otherwise. @param {import("./types.js").ListedPerson} person */
function reasons({ links }) {
  const written = ({ name, address: at }) => oneLine(name && at ? `${name} <${at}>` : name || at, 160);
  const shown = links.filter(({ first, second }) => written(first).toLowerCase() !== written(second).toLowerCase());
  if (!shown.length) return null;
  const row = ({ reason, confidence, first, second }) => el("li", {}, mail("span", written(first)), " is ", mail("span", written(second)),
    el("span.facts", {}, `: ${reasonNames[reason]}, ${Math.round(confidence * 100)} % sure`));
  return el("details.person-reasons", {}, el("summary", {}, "Why one person"), shortened(shown, row, "ul"));
}

function addressRow(written, onSplit) {
  const shown = oneLine(written, 160);
  return el("li", {}, mail("span.person-address", shown), onSplit && button(".link", { onclick: () => onSplit(written),
    "aria-label": `${shown} is another person` }, "Another person"));
}

/** @param {import("./types.js").ListedPerson} person */
function search(person) {
  if (!person.sent) return null;
  const named = person.identifier ? { address: person.identifier, name: "" } : { address: person.addresses[0] ?? "", name: person.name };
  return el("a.button", { href: address("/", { q: personFilter("from", named) }) }, person.isOwner ? "Search what you wrote" : "Search what they wrote");
}

function statements(person, onMerge, onOwner) {
  return [button("", { onclick: onMerge, "aria-label": `${oneLine(person.name, 80)} is the same person as …` }, "Same person as…"),
    !person.isOwner && button("", { onclick: onOwner, "aria-label": `${oneLine(person.name, 80)} is me` }, "This is me")];
}

function shared() {
  return el("p.facts", {}, "Others share each of these addresses and names, so nothing can be said of this person alone.");
}

/** The first rows, and the others if wanted. */
function shortened(values, row, name) {
  const list = el(name, {}, values.slice(0, shownAtFirst).map(row));
  const rest = values.slice(shownAtFirst);
  if (!rest.length) return list;
  const more = el("li", {}, button(".link", { onclick: () => more.replaceWith(...rest.map(row)) }, `Show ${number(rest.length)} more`));
  list.append(more);
  return list;
}

// What Search shows before anything is typed: what there is, by month and by person, and what came last.

import { api } from "./api.js";
import { isoDay, time } from "./dates.js";
import { failure } from "./dialog.js";
import { button, el, fill, glyph, iconButton } from "./dom.js";
import { present } from "./held-deletion.js";
import { forgetAllRecent, forgetRecent, keptSearches, toggleSaved } from "./kept-searches.js";
import { backlogNotice, ownerQuestion, sampleNotice, sampleOffer, unfinishedImports } from "./library-notices.js";
import { address } from "./router.js";
import { count, itemTitle, kindCounts, mail, number, oneLine, personName } from "./text.js";
import { createTimeline } from "./timeline.js";

const [newest, people, recent] = [6, 10, 8];
/** So many items are looked at for the newest, and so many more where a chat has most of them. */
const looks = [100, 400];

/** @param {(query: string) => void} setQuery */
export function createHome(setQuery) {
  const timeline = createTimeline(setQuery);
  const element = el("div.home.scroller");
  const update = async () => {
    try {
      const [facets, latest, kept, status] = await Promise.all([api.facets(""), newestItems(), keptSearches(), api.status()]);
      timeline.update(facets.months);
      const unfinished = status.unfinishedImports ? unfinishedImports((await api.imports()).imports) : [];
      const notices = unfinished.length ? unfinished : backlogNotice(status);
      fill(element, facets.total
        ? overview(facets, newestOf(latest), kept, timeline.element, setQuery, update, status, notices) : emptyLibrary(status, unfinished));
    } catch (error) {
      fill(element, el("div.home-content", {}, failure(error, update)));
    }
  };
  return { element, update };
}

/** @param {import("./types.js").Facets} facets */
function overview(facets, latest, kept, timeline, setQuery, update, status, notices) {
  const kinds = kindCounts(Object.fromEntries(facets.kinds.map(({ kind, items }) => [kind, items])));
  return el("div.home-content", {},
    el("header.home-head", {}, el("h1", {}, `${count(facets.total, "item")}, yours alone`),
      el("p.lead", {}, kinds, `, in ${count(facets.threads, "thread")}. Everything stays on this machine.`)),
    notices, sampleNotice(status), !status.sample?.isImported && ownerQuestion(update),
    searches("Saved searches", kept.saved, setQuery, (query) => toggleSaved(query).then(update)),
    searches("Recent searches", kept.recent.slice(0, recent), setQuery, (query) => forgetRecent(query).then(update),
      () => forgetAllRecent().then(update)),
    el("section", { "aria-label": "By month" }, timeline),
    facets.people.length > 0 && el("section", {}, el("h2", {}, "People"), el("div.chips", {}, peopleChips(facets, setQuery))),
    el("section", {}, el("h2", {}, "Newest"), el("ul.newest", {}, latest.map(newestRow))));
}

/** Chips that search again, each with what forgets it. */
function searches(title, queries, setQuery, forget, forgetAll) {
  if (!queries.length) return null;
  const chip = (query) => el("span.chip.kept", {}, button(".kept-query", { onclick: () => setQuery(query) }, mail("span", oneLine(query, 80))),
    iconButton("close", `Forget “${oneLine(query, 80)}”`, () => forget(query), ".kept-forget"));
  return el("section.kept-searches", {}, el("header.section-head", {}, el("h2", {}, title),
    forgetAll && button(".link", { onclick: forgetAll }, "Forget all")), el("div.chips", {}, queries.map(chip)));
}

function peopleChips(facets, setQuery) {
  return facets.people.slice(0, people).map(({ person, query, items }) =>
    button(".chip", { onclick: () => setQuery(query) },
      mail("span", personName(person) || "Unnamed"), el("span.figure", {}, number(items))));
}

/** What a chat's export says of a message that is gone. */
const deletedMessage = /^(this message was deleted|you deleted this message)\.?$/iu;

/** Items, newest first, until enough threads are among them. Junk, and what is still to come, as in a calendar, is no news. */
async function newestItems() {
  const past = await itemsOf(`date:..${isoDay(new Date())} -in:junk`);
  return past.length ? past : itemsOf("");
}

async function itemsOf(query) {
  const items = [];
  for (const size of looks) {
    const page = await api.items(query, items.length, size);
    items.push(...page.items);
    if (newestOf(items).length === newest || items.length >= page.total) break;
  }
  return items;
}

/** The last item of each chat and thread that stays; without a date it is news only where nothing has one. @param {import("./types.js").ListedItem[]} items newest first */
function newestOf(items) {
  const first = new Map();
  const dated = items.filter(({ date }) => date);
  for (const item of present(dated.length ? dated : items)) {
    const isGone = item.kind === "message" && deletedMessage.test(oneLine(item.preview ?? ""));
    const place = threadOf(item);
    if (!isGone && !first.has(place)) first.set(place, item);
  }
  return [...first.values()].slice(0, newest);
}

/** What the items of one thread have in common. */
function threadOf(item) {
  const common = item.kind === "message" ? item.conversation : item.threadItems > 1 && withoutReplies(oneLine(item.title));
  return common ? `${item.kind} ${common}` : item.id;
}

const withoutReplies = (title) => title.replace(/^((re|aw|sv|fwd?|wg|tr)\s*:\s*)+/iu, "").toLowerCase();

function newestRow(item) {
  const sender = personName(item.sender);
  return el("li", {}, el("a.newest-row", { href: address("/", { open: item.id }) }, glyph(item.kind),
    el("span.newest-text", {}, mail("span.newest-title", itemTitle(item)),
      sender && mail("span.newest-sender", sender), (item.title || item.conversation) && mail("span.newest-preview", oneLine(item.preview ?? "", 160))),
    time(item.date)));
}

/** @param {import("./types.js").Status} status */
function emptyLibrary(status, unfinished) {
  return el("div.home-content.empty", {}, glyph("import"), el("h1", {}, "Your library is empty"),
    el("p.lead", {}, "Bring in mail, chats, documents and notes. They stay on this machine, and so does everything you ask."),
    el("a.button.primary", { href: "/import" }, "Import something"), unfinished, unfinished.length === 0 && sampleOffer(status));
}

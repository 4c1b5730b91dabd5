// Recent and saved searches, which the server keeps beside the library.

import { api } from "./api.js";
import { say } from "./dialog.js";

const mostRecent = 20;

/** @type {import("./types.js").Searches} */
let kept = { recent: [], saved: [] };

/** @returns {Promise<import("./types.js").Searches>} */
export async function keptSearches() {
  kept = await api.searches();
  return kept;
}

export const isSaved = (query) => kept.saved.includes(query.trim());

/** @type {Promise<void>} the changes, one after the other */
let changes = Promise.resolve();

/** Changes what the server has now: another tab may have changed it meanwhile. */
function change(change) {
  changes = changes.then(async () => {
    try {
      const now = await keptSearches();
      const changed = change(now);
      if (changed) kept = await api.keepSearches({ ...now, ...changed });
    } catch (error) {
      say(error.message);
    }
  });
  return changes;
}

const without = (list, query) => list.filter((each) => each !== query);

/** Notes a search that led somewhere. */
export async function noteSearch(query) {
  const text = query.trim();
  if (!text || text.length > 2000) return;
  await change(({ recent }) => recent[0] !== text && { recent: [text, ...without(recent, text)].slice(0, mostRecent) });
}

/** Saves a search, or stops saving it. */
export async function toggleSaved(query) {
  const text = query.trim();
  await change(({ saved }) => ({ saved: saved.includes(text) ? without(saved, text) : [text, ...saved].slice(0, 100) }));
}

export const forgetRecent = (query) => change(({ recent }) => ({ recent: without(recent, query) }));
export const forgetAllRecent = () => change(() => ({ recent: [] }));

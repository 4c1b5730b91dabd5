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

async function keep(change) {
  try {
    kept = await api.keepSearches({ ...kept, ...change });
  } catch (error) {
    say(error.message);
  }
}

const without = (list, query) => list.filter((each) => each !== query);

/** Notes a search that led somewhere. */
export async function noteSearch(query) {
  const text = query.trim();
  if (!text || text.length > 2000) return;
  await keptSearches();
  if (kept.recent[0] !== text) await keep({ recent: [text, ...without(kept.recent, text)].slice(0, mostRecent) });
}

/** Saves a search, or stops saving it. */
export async function toggleSaved(query) {
  const text = query.trim();
  await keptSearches();
  await keep({ saved: isSaved(text) ? without(kept.saved, text) : [text, ...kept.saved].slice(0, 100) });
}

export const forgetRecent = (query) => keep({ recent: without(kept.recent, query) });
export const forgetAllRecent = () => keep({ recent: [] });

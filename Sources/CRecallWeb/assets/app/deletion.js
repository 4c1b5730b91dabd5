// Deletes for good, after a question that says how much will go.

import { api } from "./api.js";
import { confirmed, say } from "./dialog.js";
import { el } from "./dom.js";
import { count, fileName, itemTitle, mail, number, oneLine } from "./text.js";

const forGood = "Text, words and vectors are removed from your library. This cannot be undone. "
  + "The files that you imported from stay as they are.";

function going(items) {
  return `${count(items, "item")} ${items === 1 ? "goes" : "go"}`;
}

async function deleted(question, request) {
  if (!await confirmed(question)) return undefined;
  try {
    const gone = await request();
    say(`Deleted ${count(gone.items, "item")}.`);
    window.dispatchEvent(new Event("recall:library-changed"));
    return gone;
  } catch (error) {
    say(error.message);
    return undefined;
  }
}

/** @param {import("./types.js").Item} item @returns the numbers that are gone, or undefined */
export function deleteItem(item) {
  const items = 1 + item.attachments.filter((attachment) => attachment.item).length;
  const attached = items > 1 ? ` (with ${count(items - 1, "attachment")})` : "";
  return deleted({
    title: `Delete ${items === 1 ? "this item" : `${number(items)} items`}?`,
    text: [el("p", {}, mail("strong", itemTitle(item)), attached, `: ${going(items)}.`), el("p", {}, forGood)],
    action: items === 1 ? "Delete item" : `Delete ${number(items)} items`,
  }, () => api.deleteItem(item.id));
}

/** @param {import("./types.js").Thread} thread @param {string} id of any of its items */
export function deleteThread(thread, id) {
  return deleted({
    title: thread.kind === "message" ? "Delete this part of the chat?" : "Delete the whole thread?",
    text: [el("p", {}, mail("strong", oneLine(thread.title) || "This thread"), `: ${going(thread.items)}, with what is attached.`),
      el("p", {}, forGood)],
    action: thread.items === 1 ? "Delete 1 item" : `Delete ${number(thread.items)} items`,
  }, () => api.deleteThread(id));
}

/** @param {import("./types.js").Source} source */
export async function deleteSource(source) {
  let deletion;
  try {
    deletion = await api.sourceDeletion(source.id);
  } catch (error) {
    say(error.message);
    return undefined;
  }
  const kept = source.items - deletion.items;
  return deleted({
    title: "Delete what came from this source?",
    text: [el("p", {}, mail("strong", oneLine(fileName(source.path))), `: ${going(deletion.items)}.`,
      kept > 0 ? ` ${number(kept)} more stay, because another source has them too.` : ""), el("p", {}, forGood)],
    action: deletion.items === 1 ? "Delete 1 item" : `Delete ${number(deletion.items)} items`,
  }, () => api.deleteSource(source.id));
}

// Deletes for good, after a question that says how much will go, and ten seconds in which it can be undone.

import { api } from "./api.js";
import { chosen, confirmed, say } from "./dialog.js";
import { el } from "./dom.js";
import { holdBack } from "./held-deletion.js";
import { count, fileName, itemTitle, mail, number, oneLine } from "./text.js";

const forGood = "Text, words and vectors are removed from your library. After ten seconds this cannot be undone.";
const copiesStay = "The files that you imported from stay as they are. Of a file that you dropped here, the words remain in "
  + "Recall’s copy until its last item is deleted.";
const filesStay = "The files that you imported from stay as they are.";
const uploadGoes = "This file was copied into Recall’s folder when you dropped it here. The copy is deleted too: keep another one "
  + "if you still need the file.";

function going(items) {
  return `${count(items, "item")} ${items === 1 ? "goes" : "go"}`;
}

/** @returns {Promise<boolean>} whether it is to be deleted */
async function deleted(question, { ids, items, request }) {
  if (!await confirmed(question)) return false;
  holdBack({ ids, text: `Deleting ${count(items, "item")} …`, request });
  return true;
}

/** @param {import("./types.js").Item} item */
export function deleteItem(item) {
  const ids = [item.id, ...item.attachments.map((attachment) => attachment.item).filter(Boolean)];
  const items = ids.length;
  const attached = items > 1 ? ` (with ${count(items - 1, "attachment")})` : "";
  return deleted({
    title: `Delete ${items === 1 ? "this item" : `${number(items)} items`}?`,
    text: [el("p", {}, mail("strong", itemTitle(item)), attached, `: ${going(items)}.`), el("p", {}, `${forGood} ${copiesStay}`)],
    action: items === 1 ? "Delete item" : `Delete ${number(items)} items`,
  }, { ids, items, request: () => api.deleteItem(item.id) });
}

/** @param {import("./types.js").Thread} thread @param {string} id of any of its items @param {string[]} ids of those that are shown */
export function deleteThread(thread, id, ids) {
  return deleted({
    title: "Delete the whole thread?",
    text: [el("p", {}, mail("strong", oneLine(thread.title) || "This thread"), `: ${going(thread.items)}, with what is attached.`),
      el("p", {}, `${forGood} ${copiesStay}`)],
    action: thread.items === 1 ? "Delete 1 item" : `Delete ${number(thread.items)} items`,
  }, { ids, items: thread.items, request: () => api.deleteThread(id, thread.items) });
}

/**
 * Deletes a chat: the session that is open, or all of it.
 *
 * @param {import("./types.js").Thread} chat @param {import("./types.js").Thread} session @param {string} id of a message of it
 * @param {string[]} ids of those of the session that are shown @param {string[]} all of the chat that are shown
 */
export async function deleteMessages(chat, session, id, ids, all) {
  const hasMore = chat.items > session.items;
  const name = mail("strong", oneLine(chat.title) || "This chat");
  const messages = (n) => count(n, "message");
  const choice = await chosen({
    title: hasMore ? "Delete this part of the chat, or all of it?" : "Delete the whole chat?",
    text: [el("p", {}, name, hasMore
      ? `: the part that is open has ${messages(session.items)}, the whole chat ${number(chat.items)}. What is attached goes with them.`
      : `: ${messages(chat.items)}, with what is attached.`),
    el("p", {}, `${forGood} ${copiesStay}`)],
    actions: hasMore
      ? [`Delete ${messages(session.items)}`, `Delete all ${number(chat.items)}`] : [`Delete ${messages(chat.items)}`],
  });
  if (choice === undefined) return;
  const isAll = choice === 1 || !hasMore;
  const gone = isAll ? chat.items : session.items;
  holdBack({
    ids: isAll ? all : ids,
    text: `Deleting ${messages(gone)} …`,
    request: () => isAll ? api.deleteMessages(id, gone) : api.deleteThread(id, gone),
  });
}

/** @param {import("./types.js").Source} source */
export async function deleteSource(source) {
  let deletion;
  try {
    deletion = await api.sourceDeletion(source.id);
  } catch (error) {
    say(error.message);
    return false;
  }
  const kept = source.items - deletion.items;
  return deleted({
    title: "Delete what came from this source?",
    text: [el("p", {}, mail("strong", oneLine(fileName(source.path))), `: ${going(deletion.items)}.`,
      kept > 0 ? ` ${number(kept)} more stay, because another source has them too.` : ""),
    el("p", {}, forGood), el("p", {}, source.isUploaded ? uploadGoes : filesStay)],
    action: deletion.items === 1 ? "Delete 1 item" : `Delete ${number(deletion.items)} items`,
  }, { ids: [`source:${source.id}`], items: deletion.items, request: () => api.deleteSource(source.id) });
}

/** @param {{id: string, title: string, questions: number}} conversation */
export async function deleteConversation({ id, title, questions }) {
  const isSure = await confirmed({
    title: "Delete this conversation?",
    text: [el("p", {}, mail("strong", oneLine(title) || "Untitled conversation"), `: ${count(questions, "question")} with ${questions === 1 ? "its answer" : "the answers"}.`),
      el("p", {}, "After ten seconds this cannot be undone. The items that it cites stay in your library.")],
    action: "Delete conversation",
  });
  if (isSure) holdBack({ ids: [`conversation:${id}`], text: "Deleting the conversation …", request: () => api.deleteChat(id) });
}

// The HTTP API of this machine's `recall serve`. Nothing else is ever called.

import { serverEvents } from "./event-stream.js";
import { keyed, sessionHeader } from "./session.js";

const root = "/api/v1";

/** Why a request failed, in words for the person at the screen. */
export class APIError extends Error {
  /** @param {number} status 0 if nobody answered @param {string} code @param {string} message */
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** True for a request that was given up on purpose: there is nothing to tell. */
export function isAborted(error) {
  return error?.name === "AbortError";
}

async function send(method, path, body, signal) {
  const options = { method, signal, credentials: "same-origin", cache: "no-store", headers: sessionHeader() };
  if (body instanceof Blob) {
    options.body = body;
    options.headers["Content-Type"] = "application/octet-stream";
  } else if (body !== undefined) {
    options.body = JSON.stringify(body);
    options.headers["Content-Type"] = "application/json";
  }
  // A deletion may be asked for while the page is left.
  if (method === "DELETE") options.keepalive = true;
  let response;
  try {
    response = await fetch(root + path, options);
  } catch (error) {
    throw isAborted(error) ? error : unreachable();
  }
  if (!response.ok) throw await refusal(response);
  return response;
}

function unreachable() {
  return new APIError(0, "unreachable", "Recall does not answer. Is “recall serve” still running?");
}

async function refusal(response) {
  // Everyone who shows something needs to know that the session is over, so this one goes to the whole page.
  if (response.status === 401) window.dispatchEvent(new Event("recall:session-ended"));
  const answer = await response.json().catch(() => undefined);
  const { code = "unknown", message } = answer?.error ?? {};
  return new APIError(response.status, code, message ?? `Recall answered with ${response.status}.`);
}

async function json(method, path, body, signal) {
  const response = await send(method, path, body, signal);
  return response.status === 204 ? undefined : response.json();
}

function parameters(values) {
  const present = Object.entries(values).filter(([, value]) => value !== undefined);
  return present.length ? `?${new URLSearchParams(present)}` : "";
}

/** Lines of newline-delimited JSON as they come. */
async function* lines(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    const parts = (rest + (value ?? "")).split("\n");
    rest = done ? "" : parts.pop();
    for (const line of parts) if (line.trim()) yield JSON.parse(line);
    if (done) return;
  }
}

/**
 * Searches, giving each answer as it comes: words first, then refined by meaning.
 *
 * @param {{query: string, limit?: number, sort?: "relevance"|"date"}} request
 * @param {AbortSignal} signal ends the search, also on the server
 * @returns {AsyncGenerator<import("./types.js").SearchResponse>}
 */
export async function* search(request, signal) {
  const response = await send("POST", "/search/stream", request, signal);
  try {
    yield* lines(response);
  } catch (error) {
    throw isAborted(error) || error instanceof SyntaxError ? error : unreachable();
  }
}

const memory = (id) => `/memories/${encodeURIComponent(id)}`;
const proposal = (id) => `/memories/proposals/${encodeURIComponent(id)}`;
const chat = (id) => `/conversations/${encodeURIComponent(id)}`;

/**
 * Asks a question in a conversation, giving what happens as it comes; `answer` or `error` is the last.
 *
 * @param {{question: string, again?: boolean}} request again: in place of the last answer
 * @param {AbortSignal} signal ends the answer, also on the server
 */
export async function* ask(id, request, signal) {
  const response = await send("POST", `${chat(id)}/questions`, request, signal);
  try {
    yield* serverEvents(response);
  } catch (error) {
    throw isAborted(error) || error instanceof SyntaxError ? error : unreachable();
  }
}

const item = (id) => `/items/${encodeURIComponent(id)}`;
const attachment = (id, index) => `${item(id)}/attachments/${index}`;

/** Where the page of an e-mail is, for a frame. */
export const originalAddress = (id) => keyed(`${root}${item(id)}/html`);

/** Where a picture beside a note is, by its source as the note has it. */
export const pictureAddress = (id, source) => keyed(`${root}${item(id)}/picture${parameters({ source })}`);

/** Where the picture of a page of a document is. */
export const pageAddress = (id, number) => keyed(`${root}${item(id)}/pages/${number}`);

/** Where an attachment's bytes are. */
export const attachmentAddress = (id, index) => keyed(root + attachment(id, index));

/** The name in Content-Disposition, which the server has made safe. */
function fileName(response) {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
  return encoded ? decodeURIComponent(encoded) : "attachment";
}

/** A file to save. */
async function saved(path) {
  const response = await send("GET", path);
  return { name: fileName(response), content: await response.blob() };
}

const get = (path, signal) => json("GET", path, undefined, signal);

/** The resources of the API, one function each; all give promises and throw `APIError`. */
export const api = {
  items: (query, offset, limit, signal) => get(`/items${parameters({ query, offset, limit })}`, signal),
  facets: (query, signal) => get(`/items/facets${parameters({ query })}`, signal),
  thread: (id, before, after, signal) => get(`${item(id)}/thread${parameters({ before, after })}`, signal),
  conversation: (id, before, after, signal) => get(`${item(id)}/conversation${parameters({ before, after })}`, signal),
  similar: (id, limit, signal) => get(`${item(id)}/similar${parameters({ limit })}`, signal),
  original: async (id, signal) => { await (await send("GET", `${item(id)}/html`, undefined, signal)).arrayBuffer(); },
  page: (id, signal) => get(`${item(id)}/page`, signal),
  pagePicture: async (id, number, signal) => {
    await (await send("GET", `${item(id)}/pages/${number}`, undefined, signal)).arrayBuffer();
  },
  attachment: (id, index) => saved(attachment(id, index)),
  file: (id) => saved(`${item(id)}/file`),
  mail: async (id) => new Uint8Array(await (await send("GET", `${item(id)}/mail`)).arrayBuffer()),
  deleteItem: (id) => json("DELETE", item(id)),
  deleteThread: (id, items) => json("DELETE", `${item(id)}/thread${parameters({ items })}`),

  /** Deletes a whole chat of messages, not one of questions. */
  deleteMessages: (id, messages) => json("DELETE", `${item(id)}/conversation${parameters({ items: messages })}`),

  chats: (query, cursor, limit, signal) => get(`/conversations${parameters({ query: query || undefined, cursor, limit })}`, signal),
  chat: (id, signal) => get(chat(id), signal),
  newChat: (scope) => json("POST", "/conversations", { scope: scope || undefined }),
  changeChat: (id, changes) => json("PATCH", chat(id), changes),
  deleteChat: (id) => json("DELETE", chat(id)),
  chatFile: (id) => saved(`${chat(id)}/export`),
  suggestedQuestions: (signal) => get("/conversations/suggestions", signal),
  memories: (query, signal) => get(`/memories${parameters({ query: query || undefined })}`, signal),
  addMemory: (memory) => json("POST", "/memories", memory),
  changeMemory: (id, changes) => json("PATCH", memory(id), changes),
  forgetMemory: (id) => json("DELETE", memory(id)),
  keepProposal: (id, changes) => json("POST", `${proposal(id)}/keep`, changes),
  refuseProposal: (id, never) => json("POST", `${proposal(id)}/refuse`, { never }),
  memoryFile: async () => (await send("GET", "/memories/export")).text(),
  assistantClients: (signal) => get("/mcp/clients", signal),
  addAssistantClient: (client) => json("POST", "/mcp/clients", client),
  revokeAssistantClient: (id) => json("DELETE", `/mcp/clients/${encodeURIComponent(id)}`),
  toolCalls: (cursor, limit, signal) => get(`/mcp/calls${parameters({ cursor, limit })}`, signal),
  chatModel: (signal) => get("/models/chat", signal),

  people: (words, offset, limit, signal) => get(`/people${parameters({ words: words || undefined, offset, limit })}`, signal),
  mergeSuggestions: (signal) => get("/people/suggestions", signal),
  sayWhoIsWho: (statement) => json("POST", "/people/statements", statement),
  ownerQuestion: () => get("/people/question"),
  answerOwnerQuestion: (written) => json("POST", "/people/question", { written }),
  personStatements: (signal) => get("/people/statements", signal),
  undoPersonStatement: (id = "latest") => json("DELETE", `/people/statements/${id}`),

  sources: (signal) => get("/sources", signal),
  sourceDeletion: (id) => get(`/sources/${encodeURIComponent(id)}/deletion`),
  deleteSource: (id) => json("DELETE", `/sources/${encodeURIComponent(id)}`),
  failures: (cursor, limit, signal) => get(`/failures${parameters({ cursor, limit })}`, signal),
  dismissFailures: (path) => json("DELETE", `/failures${parameters({ path })}`),

  folder: (path, signal) => get(`/folders${parameters({ path })}`, signal),
  recognise: (paths, signal) => json("POST", "/imports/recognise", { paths }, signal),
  startImport: (paths) => json("POST", "/imports", { paths }),
  imports: (signal) => get("/imports", signal),
  forgetImport: (id) => json("DELETE", `/imports/${encodeURIComponent(id)}`),
  embed: () => json("POST", "/embedding"),
  importSample: () => json("POST", "/sample"),
  removeSample: () => json("DELETE", "/sample"),
  beginUpload: (name, bytes, signal) => json("POST", "/uploads", { name, bytes }, signal),
  sendPiece: (id, offset, piece, signal) => json("PUT", `/uploads/${encodeURIComponent(id)}${parameters({ offset })}`, piece, signal),
  cancelUpload: (id) => json("DELETE", `/uploads/${encodeURIComponent(id)}`),
  importUploads: (uploads) => json("POST", "/uploads/import", { uploads }),
  steerImport: (id, action) => json("POST", `/imports/${encodeURIComponent(id)}/${action}`),

  status: (signal) => get("/status", signal),
  settings: (signal) => get("/settings", signal),
  saveSettings: (settings) => json("PUT", "/settings", settings),
  searches: (signal) => get("/searches", signal),
  keepSearches: (searches) => json("PUT", "/searches", searches),
  endSessions: () => json("POST", "/session/rotate"),
};

/**
 * Follows an import until it ends, also over a restart of the server.
 *
 * @param {string} id
 * @param {(state: import("./types.js").Import) => void} onState
 * @param {(error: APIError) => void} onLost called while nobody answers, and if the import is not known any more
 * @returns {() => void} stops following; the import goes on
 */
export function followImport(id, onState, onLost) {
  const path = `/imports/${encodeURIComponent(id)}`;
  let events, timer;
  let isOver = false;
  const stop = () => {
    isOver = true;
    clearTimeout(timer);
    events?.close();
  };
  const take = (state) => {
    if (isOver) return;
    // The server closes the stream after the last state; a browser would open it again for ever.
    if (["finished", "failed", "cancelled", "interrupted"].includes(state.state)) stop();
    onState(state);
  };
  const look = async () => {
    try {
      take(await get(path));
      if (!isOver) timer = setTimeout(open, lookPause);
    } catch (error) {
      if (isOver) return;
      if (error.status === 404 || error.status === 401) stop();
      else timer = setTimeout(look, lookPause);
      onLost(error);
    }
  };
  const open = () => {
    events = new EventSource(keyed(`${root}${path}/events`));
    events.addEventListener("import", (event) => take(JSON.parse(event.data)));
    // The stream of an import at rest ends as well, so what an end means has to be asked.
    events.addEventListener("error", () => {
      events.close();
      if (!isOver) look();
    });
  };
  open();
  return stop;
}

const lookPause = 2000;

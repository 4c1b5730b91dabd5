// Copies files into the library's folder, in pieces, since a page does not learn where they are; then imports them from there.

import { api } from "./api.js";

const pieceBytes = 1_000_000;
const mostFiles = 2_000;

/** @typedef {{name: string, file: File}} Chosen name with the folders that it was dropped in */

/** The paths of what is dropped, where the browser tells them. @param {DataTransfer} transfer */
export function droppedPaths(transfer) {
  const lines = transfer.getData("text/uri-list").split(/\r?\n/u).filter((line) => line.startsWith("file:///"));
  return lines.map((line) => decodeURIComponent(new URL(line).pathname));
}

/** All files of what is dropped, those in folders included. @param {DataTransfer} transfer @returns {Promise<Chosen[]>} */
export async function droppedFiles(transfer) {
  // The list is empty once the event is over, so the entries are taken before anything is waited for.
  const dropped = [...transfer.items].filter(({ kind }) => kind === "file").map((item) => [item.webkitGetAsEntry(), item.getAsFile()]);
  const found = [];
  for (const [entry, file] of dropped) {
    if (entry) await collect(entry, "", found);
    else if (file) found.push({ name: file.name, file });
  }
  return found;
}

async function collect(entry, folder, found) {
  if (found.length > mostFiles) return;
  const name = folder + entry.name;
  if (entry.isFile) {
    found.push({ name, file: await new Promise((resolve, reject) => { entry.file(resolve, reject); }) });
    return;
  }
  const reader = entry.createReader();
  for (;;) {
    // At most a hundred entries at a time.
    const entries = await new Promise((resolve, reject) => { reader.readEntries(resolve, reject); });
    if (!entries.length) return;
    for (const each of entries) await collect(each, `${name}/`, found);
  }
}

/**
 * Copies files and starts their import.
 *
 * @param {Chosen[]} files
 * @param {(done: {bytes: number, total: number}) => void} onProgress
 * @param {AbortSignal} signal gives up: what was copied is removed
 * @returns {Promise<import("./types.js").Import>}
 */
export async function importCopies(files, onProgress, signal) {
  if (files.length > mostFiles) throw new Error(`These are more than ${mostFiles} files. Import the folder by its path instead.`);
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  const uploads = [];
  let bytes = 0;
  try {
    for (const { name, file } of files) {
      const { id } = await api.beginUpload(name, file.size, signal);
      uploads.push(id);
      for (let offset = 0; offset < file.size; offset += pieceBytes) {
        const piece = file.slice(offset, offset + pieceBytes);
        await api.sendPiece(id, offset, piece, signal);
        bytes += piece.size;
        onProgress({ bytes, total });
      }
    }
    signal.throwIfAborted();
    return await api.importUploads(uploads);
  } catch (error) {
    await Promise.allSettled(uploads.map(api.cancelUpload));
    throw error;
  }
}

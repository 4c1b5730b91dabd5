// How to get one's own data out of common programs, in short.

import { el } from "./dom.js";

const guides = [
  ["Gmail", ["Open Google Takeout and choose Mail, Keep and Chat.", "Import the .zip or .tgz file that it sends, as it is."]],
  ["Thunderbird", ["Help › Troubleshooting Information shows the profile folder.", "Import its Mail or ImapMail folder as it is."]],
  ["Apple Mail", ["Choose mailboxes, then Mailbox › Export Mailbox.", "Import the .mbox folder it makes."]],
  ["Outlook", ["Export to files of the kind .eml, or move the mail to Thunderbird first."]],
  ["WhatsApp", ["In a chat: More › Export chat, without media.", "Import the .txt or .zip file."]],
  ["Obsidian and other Markdown notes", ["Import the folder of the vault.", "Watch it in Settings to keep it current."]],
  ["Documents", ["Import any folder. What Recall can read in it is read; the rest is left out and counted."]],
  ["Anything else", ["A script of a few lines can write Recall JSONL: see docs/recall-jsonl.md and “recall validate”."]],
];

export function exportGuide() {
  return el("section.guide", {}, el("h2", {}, "How to get your data out of other programs"),
    guides.map(([program, steps]) => el("details", {}, el("summary", {}, program), el("ol", {}, steps.map((step) => el("li", {}, step))))));
}

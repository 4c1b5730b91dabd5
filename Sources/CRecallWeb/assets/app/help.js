// The dialogs behind "?": keys, and the query language.

import { openDialog } from "./dialog.js";
import { button, el } from "./dom.js";

const keys = [
  [["/"], "Search"],
  [["↓", "↑", "j", "k"], "Next and previous result"],
  [["Enter"], "Open and read; in the search box, the first result"],
  [["Shift Enter"], "In Chat: a new line of your question; Enter asks"],
  [["Esc"], "Back: stop an answer, close what is open, then to the search box"],
  [["g"], "then s, c, m, l, i or e: go to Search, Chat, Memory, Library, Import, Settings"],
  [["Ctrl K", "⌘ K"], "Commands: go anywhere, search again, ask, open a person, export what is found"],
  [["←", "→", "Home", "End"], "Between the months above a list; Enter shows only that month"],
  [["?"], "These keys"],
];

/** Which keys do what. */
export function openKeyHelp() {
  openDialog("Keys", () => [
    el("dl.keys", {}, keys.map(([names, meaning]) => [
      el("dt", {}, names.map((name) => [el("kbd", {}, name), " "])), el("dd", {}, meaning)])),
  ]);
}

const examples = [
  ["budget meeting", "ranks by these words and what they mean; none is required"],
  ['"annual plan"', "must stand together"],
  ["budg*", "a word begins so"],
  ["-draft", "must not occur"],
  ["cat OR dog", "one of them; parentheses group"],
  ["cat NEAR/5 dog", "at most five words apart"],
  ["from:anna", "sender’s name or address; also to: cc: with:"],
  ["subject:invoice", "words of the title"],
  ["in:inbox", "folder, chat or notebook"],
  ["kind:email", "or message, document, note, pdf"],
  ["has:attachment", "also has:picture, filename:plan, larger:2M"],
  ["lang:de", "written in a language, by its code or name"],
  ["date:2024-03..2024-05", "also date:2024, date:2w, after:yesterday, before:march"],
];

/** The query language by examples; a click on one adds it. @param {(example: string) => void} add */
export function openQueryHelp(add) {
  openDialog("What a query may say", (dialog) => {
    const choose = (example) => () => { dialog.close(); add(example); };
    return [
      el("p.dialog-text", {}, "Ask in your own words. Quotation marks, signs and fields hold exactly, for every result."),
      el("dl.examples", {}, examples.map(([example, meaning]) => [
        el("dt", {}, button(".example", { onclick: choose(example), title: "Add to the query" }, example)), el("dd", {}, meaning)])),
    ];
  }, ".wide");
}

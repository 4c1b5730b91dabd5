// How to get answers in a language model's words: a short dialog, offered where answers are quotations.

import { copyText, openDialog } from "./dialog.js";
import { button, el, glyph } from "./dom.js";

/** One line, and the way to more. @param {import("./types.js").ChatModelStatus} status without a model */
export function quotationsLine({ command }) {
  return ["Answers are quotations. ", button(".link", { onclick: () => openGuide(command), "aria-haspopup": "dialog" }, "Use a language model")];
}

/** @param {string} command chooses the model */
function openGuide(command) {
  openDialog("Use a language model", (dialog) => [
    el("div.dialog-text", {},
      el("p", {}, "It reads what Recall finds and answers in its own words. Recall checks each sentence against its sources. "
        + "It runs on this machine, and what it reads stays here."),
      el("ol.steps", {},
        el("li", {}, "Install Ollama, LM Studio or llama.cpp, and start it."),
        el("li", {}, "Download a model with it. With Ollama: ", el("code", {}, "ollama pull qwen3:4b")),
        el("li", {}, "Choose it in a terminal: ", el("code.token-text", {}, command))),
      el("p", {}, "It answers your next question.")),
    el("footer.dialog-actions", {},
      button("", { onclick: () => copyText(command, "The command is copied.") }, glyph("copy"), "Copy the command"),
      button(".primary", { onclick: () => dialog.close() }, "Done")),
  ], ".wide.model-guide");
}

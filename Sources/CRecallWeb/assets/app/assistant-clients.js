// The programs that may read the library over HTTP: each with a scope of its own, and a token that is shown once.

import { api } from "./api.js";
import { time } from "./dates.js";
import { confirmed, copyText, failure, openDialog, say } from "./dialog.js";
import { button, el, fill, glyph } from "./dom.js";
import { mail, oneLine } from "./text.js";

const longestName = 60;
const longestScope = 2000;

export class AssistantClients {
  constructor() {
    this.list = el("ul.sources");
    this.empty = el("p.hint");
    const hint = "An assistant that connects to this address needs a token of its own. What it reads goes to its language model: "
      + "if that is in the cloud, it leaves this machine.";
    this.element = el("div", {}, el("p.hint", {}, hint), el("p.token-address", {}, el("code", {}, address())), this.empty, this.list,
      button("", { onclick: () => this.add() }, glyph("link"), "Add an assistant…"));
  }

  async show() {
    try {
      const { clients } = await api.assistantClients();
      this.empty.textContent = clients.length ? "" : "No assistant has a token.";
      fill(this.list, clients.map((each) => this.row(each)));
    } catch (error) {
      fill(this.list, failure(error, () => this.show()));
    }
  }

  /** @param {import("./types.js").AssistantClient} client */
  row(client) {
    const name = oneLine(client.name, longestName);
    const scope = client.scope ? ["may read ", mail("span", oneLine(client.scope, 200))] : ["may read everything"];
    const used = client.used ? ["last used ", time(client.used)] : "never used";
    return el("li.source.assistant", {},
      el("div", {}, mail("p.source-name", name), el("p.hint", {}, scope, " · added ", time(client.created), " · ", used)),
      button(".quiet", { onclick: () => this.revoke(client.id, name), "aria-label": `Revoke ${name}` }, "Revoke"));
  }

  add() {
    const name = /** @type {HTMLInputElement} */ (el("input.text-input", { required: true, maxlength: longestName, autocomplete: "off", dir: "auto", autofocus: true }));
    const scope = /** @type {HTMLInputElement} */ (el("input.text-input", { maxlength: longestScope, autocomplete: "off", dir: "auto", placeholder: "in:work -in:private" }));
    const problem = el("p.problem", { role: "alert" });
    const field = (label, input) => el("label.field", {}, el("span", {}, label), input);
    openDialog("Add an assistant", (dialog) => {
      const submit = async (event) => {
        event.preventDefault();
        try {
          const added = await api.addAssistantClient({ name: name.value.trim(), scope: scope.value.trim() });
          dialog.close();
          showToken(added);
          this.show();
        } catch (error) {
          problem.textContent = error.message;
        }
      };
      return [el("form.memory-form", { onsubmit: submit }, field("Name", name), field("Only items that these fields select (empty: everything)", scope),
        el("p.hint", {}, "Without limits it may also read your memories of normal sensitivity; with one it is given none."), problem,
        el("footer.dialog-actions", {}, button("", { onclick: () => dialog.close() }, "Cancel"), el("button.primary", { type: "submit" }, "Add")))];
    }, ".wide");
  }

  async revoke(id, name) {
    const text = [mail("strong", name), el("p", {}, "Its next request is refused. What it has read it may have kept.")];
    if (!await confirmed({ title: "Revoke its token?", text, action: "Revoke" })) return;
    try {
      await api.revokeAssistantClient(id);
      say("Revoked.");
      this.show();
    } catch (error) {
      say(error.message);
    }
  }
}

function address() {
  return `${location.origin}/mcp`;
}

/** The only place where a token is shown: it is gone with the dialog. @param {import("./types.js").NewAssistantClient} added */
function showToken({ client, token }) {
  const value = `Bearer ${token}`;
  openDialog("Copy the token now", (dialog) => [
    el("div.dialog-text", {},
      el("p", {}, "It is not shown again. In the settings of ", mail("strong", oneLine(client.name, longestName)), " enter:"),
      el("p", {}, "Address ", el("code.token-text", {}, address())),
      el("p", {}, "Header Authorization ", el("code.token-text", {}, value))),
    el("footer.dialog-actions", {},
      button("", { onclick: () => copyText(value, "The token is copied.") }, glyph("copy"), "Copy"),
      button(".primary", { onclick: () => dialog.close() }, "Done")),
  ], ".wide.token-dialog");
}

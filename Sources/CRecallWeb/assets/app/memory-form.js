// What a memory says, its type, who may see it and how long it holds: the fields that are edited.

import { shortDay } from "./dates.js";
import { openDialog } from "./dialog.js";
import { button, el } from "./dom.js";

export const typeNames = { fact: "Fact", preference: "Preference", person: "Person", plan: "Plan", instruction: "Instruction" };
export const sensitivityNames = {
  normal: "Normal: any program that you let in may see it",
  private: "Private: it never leaves this machine",
  secret: "Secret: no model sees it either",
};

/** What the person leaves to the words: "I prefer ...", "until June". */
const fromWords = "As its words say";

/** What is said of a memory beside its text. @param {{type: string, sensitivity: string, until?: string}} memory */
export function memoryKind({ type, sensitivity, until }) {
  return [typeNames[type], sensitivity === "normal" ? null : sensitivity, until && `until ${shortDay(`${lastDay(until)}T12:00`)}`].filter(Boolean).join(" · ");
}

/**
 * Opens the fields of a memory.
 *
 * @param {{title: string, action: string, content?: Partial<import("./types.js").Memory>}} form
 * @param {(change: object) => Promise<void>} onSave closes the dialog unless it fails
 */
export function openMemoryForm({ title, action, content = {} }, onSave) {
  const text = /** @type {HTMLTextAreaElement} */ (el("textarea.text-input", { rows: 3, maxlength: 1000, required: true, dir: "auto", "aria-label": "What to remember",
    placeholder: "My dentist is Dr. Weber", autofocus: true }));
  text.value = content.text ?? "";
  const type = choice("Type", content.type ? typeNames : { "": fromWords, ...typeNames }, content.type ?? "");
  const sensitivity = choice("Who may see it", content.sensitivity ? sensitivityNames : { "": fromWords, ...sensitivityNames }, content.sensitivity ?? "");
  const until = el("input.text-input", { type: "date", "aria-label": "True until", value: lastDay(content.until) });
  const problem = el("p.problem", { role: "alert" });
  openDialog(title, (dialog) => {
    const submit = async (event) => {
      event.preventDefault();
      try {
        const end = until.value || content.text ? endOf(until.value, content.until) : undefined;
        await onSave({ text: text.value, type: type.value || undefined, sensitivity: sensitivity.value || undefined, until: end });
        dialog.close();
      } catch (error) {
        problem.textContent = error.message;
      }
    };
    const field = (label, input) => el("label.field", {}, el("span", {}, label), input);
    return [el("form.memory-form", { onsubmit: submit }, field("What to remember", text), field("Type", type), field("Who may see it", sensitivity),
      field("Last day that it is true (optional)", until), problem,
      el("footer.dialog-actions", {}, button("", { onclick: () => dialog.close() }, "Cancel"), el("button.primary", { type: "submit" }, action)))];
  }, ".wide");
}

function choice(label, names, chosen) {
  return el("select.text-input", { "aria-label": label },
    Object.entries(names).map(([value, name]) => el("option", { value, selected: value === chosen }, name)));
}

/** The end of the last day, in this browser's time zone; null without one. An end within that day stays. */
function endOf(day, kept) {
  if (!day) return null;
  if (day === lastDay(kept)) return kept;
  const [year, month, date] = day.split("-").map(Number);
  return new Date(year, month - 1, date + 1).toISOString().replace(/\.\d+Z$/u, "Z");
}

/** The last day of what ends at a time. */
export function lastDay(until) {
  if (!until) return "";
  const last = new Date(new Date(until).getTime() - 1);
  const pad = (value) => String(value).padStart(2, "0");
  return `${last.getFullYear()}-${pad(last.getMonth() + 1)}-${pad(last.getDate())}`;
}

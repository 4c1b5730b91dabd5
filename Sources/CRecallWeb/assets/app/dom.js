// Builds the page from elements and text nodes only: no markup is ever parsed, so text from mail stays text.

const svgNamespace = "http://www.w3.org/2000/svg";

/** @typedef {Node|string|number|null|undefined|false} Child */

/**
 * An element. `el("a.title", {href: "/", onclick: open}, "Recall")`.
 *
 * @param {string} name tag and classes, such as "div.row.wide"
 * @param {Record<string, any>} [properties] attributes; functions become listeners; null and false are left out
 * @param {...(Child|Child[])} children
 * @returns {HTMLElement}
 */
export function el(name, properties = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(properties)) setProperty(element, key, value);
  append(element, children);
  return element;
}

function setProperty(element, key, value) {
  if (value === null || value === undefined || value === false) return;
  if (typeof value === "function") element.addEventListener(key.replace(/^on/, ""), value);
  else element.setAttribute(key, value === true ? "" : String(value));
}

/** Appends children, leaving out what is empty. */
export function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/** Replaces all children. */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/** A button that never submits a form. */
export function button(name, properties, ...children) {
  return el(`button${name}`, { type: "button", ...properties }, ...children);
}

/** A button that is only an icon: its label is what it does. */
export function iconButton(icon, label, onclick, name = ".quiet.icon-only") {
  return button(name, { "aria-label": label, title: label, onclick }, glyph(icon));
}

/** What may be wider than its place, such as a table: scrolled by itself, by keys too. */
export function scroller(label, child) {
  return el("div.table-scroll.scroller", { tabindex: 0, role: "group", "aria-label": label }, child);
}

const wide = window.matchMedia("(min-width: 900px)");

/** Whether a list and the reading pane stand side by side, as in style.css. */
export function isWide() {
  return wide.matches;
}

/** Shows or hides without touching layout classes. */
export function show(element, isShown) {
  element.hidden = !isShown;
}

const shapes = {
  search: ["M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13Z", "M15.5 15.5 20 20"],
  chat: ["M5 5h14a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-7l-4.5 4v-4H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1Z"],
  memory: ["M7 4h10v16l-5-4.2L7 20Z"],
  library: ["M5 4v16", "M9.5 4v16", "M13 4.6l3-.8 4 15.4-3 .8Z"],
  import: ["M12 4v11", "M7.5 10.5 12 15l4.5-4.5", "M4.5 15.5V19a1 1 0 0 0 1 1h13a1 1 0 0 0 1-1v-3.5"],
  settings: ["M4 7.5h9", "M17 7.5h3", "M15 5.2a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6Z", "M4 16.5h3", "M11 16.5h9",
    "M9 14.2a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6Z"],
  email: ["M4 6h16v12H4Z", "M4.5 6.5 12 13l7.5-6.5"],
  message: ["M5 5h14a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-7l-4.5 4v-4H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1Z"],
  document: ["M6.5 3.5h7.5l4 4v13H6.5Z", "M13.5 4v4h4"],
  note: ["M5 4.5h14v10l-5 5H5Z", "M14 19.5v-5h5", "M8.5 9h7", "M8.5 12.5h4"],
  close: ["M6 6l12 12", "M18 6 6 18"],
  back: ["M14.5 5.5 8 12l6.5 6.5"],
  trash: ["M5 7h14", "M9.5 7V4.5h5V7", "M7 7l.8 12.5h8.4L17 7", "M10.3 10.5v5.5", "M13.7 10.5v5.5"],
  link: ["M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1", "M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1"],
  similar: ["M9 4.5a5 5 0 1 1 0 10 5 5 0 0 1 0-10Z", "M15 9.5a5 5 0 1 1 0 10 5 5 0 0 1 0-10Z"],
  clip: ["M17.5 11.5 11 18a4 4 0 0 1-5.7-5.7l7.4-7.3a2.7 2.7 0 0 1 3.8 3.8l-7 7a1.3 1.3 0 0 1-1.9-1.9l6-6"],
  person: ["M12 4.5a3.7 3.7 0 1 1 0 7.4 3.7 3.7 0 0 1 0-7.4Z", "M4.8 20c.6-3.8 3.4-5.6 7.2-5.6s6.6 1.8 7.2 5.6"],
  place: ["M3.5 6.5h6l2 2.5h9v9.5h-17Z"],
  calendar: ["M4.5 6h15v13.5h-15Z", "M4.5 10h15", "M8.5 3.8V7", "M15.5 3.8V7"],
  down: ["M7 10l5 5 5-5"],
  more: ["M6 12h.01", "M12 12h.01", "M18 12h.01"],
  help: ["M9.2 9.3a2.8 2.8 0 1 1 4 2.6c-.8.4-1.2 1-1.2 1.9v.4", "M12 17.4h.01"],
  folder: ["M3.5 6.5h6l2 2.5h9v9.5h-17Z"],
  pause: ["M9 6v12", "M15 6v12"],
  play: ["M8 5.5v13l10.5-6.5Z"],
  check: ["M5 12.5 10 17.5 19.5 7"],
  filter: ["M4 6.5h16", "M7.5 12h9", "M10.5 17.5h3"],
  star: ["M12 4.2l2.4 5 5.4.7-4 3.8 1 5.4-4.8-2.6-4.8 2.6 1-5.4-4-3.8 5.4-.7Z"],
  picture: ["M4.5 5.5h15v13h-15Z", "M4.5 16l4.5-5 4 4 2.5-2.5 4 4", "M15.5 8.6h.01"],
  again: ["M19 12a7 7 0 1 1-2.2-5.1", "M19.5 3.5v4.2h-4.2"],
  send: ["M12 19V5.5", "M6 11.5 12 5.5l6 6"],
  stop: ["M6.5 6.5h11v11h-11Z"],
  pen: ["M5 19l1-4L16 5l3 3L9 18Z", "M13.8 7.2l3 3"],
  copy: ["M9 9h10.5v10.5H9Z", "M15 9V4.5H4.5V15H9"],
};

/** An icon of lines, invisible to assistive technology. @param {keyof typeof shapes} name */
export function glyph(name) {
  const svg = document.createElementNS(svgNamespace, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "glyph");
  svg.setAttribute("aria-hidden", "true");
  for (const shape of shapes[name] ?? []) {
    const path = document.createElementNS(svgNamespace, "path");
    path.setAttribute("d", shape);
    svg.append(path);
  }
  return svg;
}

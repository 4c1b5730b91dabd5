// Starts the app: one view per place, made when it is first shown and kept.

import { ChatView } from "./chat-view.js";
import { el, fill, glyph } from "./dom.js";
import { ImportView } from "./import-view.js";
import { ItemView } from "./item-view.js";
import { startKeyboard } from "./keyboard.js";
import { LibraryView } from "./library-view.js";
import { MemoryView } from "./memory-view.js";
import { offerCommands } from "./palette.js";
import { address, go, startRouter } from "./router.js";
import { SearchView } from "./search-view.js";
import { awaitSession } from "./session.js";
import { SettingsView } from "./settings-view.js";
import { applyTheme } from "./theme.js";

const places = {
  "": { title: "Search", icon: "search", view: SearchView },
  chat: { title: "Chat", icon: "chat", view: ChatView },
  memory: { title: "Memory", icon: "memory", view: MemoryView },
  library: { title: "Library", icon: "library", view: LibraryView },
  import: { title: "Import", icon: "import", view: ImportView },
  settings: { title: "Settings", icon: "settings", view: SettingsView },
  item: { title: "Item", view: ItemView },
};

const main = document.getElementById("main");
const views = new Map();
const links = new Map();
/** Where each place was left, so that its link leads back there. */
const left = new Map();
let current;

function viewOf(place) {
  if (!views.has(place)) {
    const view = new places[place].view();
    views.set(place, view);
    main.append(view.element);
  }
  return views.get(place);
}

function buildNavigation() {
  for (const [place, { title, icon }] of Object.entries(places)) {
    if (!icon) continue;
    const link = el("a", { href: `/${place}` }, glyph(icon), el("span", {}, title));
    links.set(place, link);
  }
  fill(document.getElementById("places"), [...links.values()]);
}

/** @param {import("./router.js").Route} route */
function showRoute(route) {
  const next = viewOf(route.place);
  if (current && current !== next) current.hide?.();
  for (const view of views.values()) view.element.hidden = view !== next;
  const isArrival = current !== next;
  current = next;
  current.show(route);
  if (isArrival) arrive(route.place);
  left.set(route.place, address(location.pathname, Object.fromEntries(route.state)));
  if (route.place !== "item") links.get(route.place).href = left.get(route.place);
}

function arrive(place) {
  document.title = place ? `${places[place].title} · Recall` : "Recall";
  for (const [each, link] of links) {
    if (each === place) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  // On a phone the focus would bring up the keyboard over half of the page.
  if (!window.matchMedia("(pointer: coarse)").matches) current.focusInput?.();
}

/** Files that are dropped anywhere are for Import; otherwise the browser would leave the app to show them. */
function takeDrops() {
  const holdsFiles = (event) => event.dataTransfer?.types.includes("Files") && !main.inert;
  window.addEventListener("dragover", (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    document.body.dataset.dragging = "";
  });
  window.addEventListener("dragleave", (event) => { if (!event.relatedTarget) delete document.body.dataset.dragging; });
  window.addEventListener("drop", (event) => {
    delete document.body.dataset.dragging;
    if (!holdsFiles(event)) return;
    event.preventDefault();
    viewOf("import").takeDrop(event.dataTransfer);
    go("/import");
  });
}

function showSessionEnd() {
  document.getElementById("session-end").hidden = false;
  main.inert = true;
  awaitSession(() => location.reload());
}

applyTheme();
buildNavigation();
window.addEventListener("recall:session-ended", showSessionEnd);
startRouter(showRoute);
startKeyboard(() => current);
offerCommands(() => current?.commands?.() ?? []);
takeDrops();

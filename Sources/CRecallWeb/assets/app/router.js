// Which place is shown, and what of it. A query stands after the "#": browsers do not send that part to any server.

/** @typedef {{place: string, id?: string, state: URLSearchParams}} Route */

const places = new Set(["", "chat", "memory", "library", "import", "settings", "item"]);

/** @returns {Route} */
export function currentRoute() {
  const [, place = "", id] = location.pathname.split("/");
  const state = new URLSearchParams(location.hash.slice(1));
  return places.has(place) ? { place, id: id && decodeURIComponent(id), state } : { place: "", state };
}

/** An address in this app; empty values are left out. */
export function address(path, state = {}) {
  const present = Object.entries(state).filter(([, value]) => value);
  return present.length ? `${path}#${new URLSearchParams(present)}` : path;
}

/** Goes to a place. `replace` is for steps that nobody wants to take back, such as each typed letter. */
export function go(target, { replace = false } = {}) {
  if (target === location.pathname + location.hash) return;
  history[replace ? "replaceState" : "pushState"](null, "", target);
  window.dispatchEvent(new Event("recall:route"));
}

/** The address of what is typed, written a little later: browsers allow only some hundred changes of it a minute. */
export class LateAddress {
  /** @param {() => string} target */
  write(target) {
    this.cancel();
    this.timer = setTimeout(() => history.replaceState(null, "", target()), 400);
  }

  cancel() {
    clearTimeout(this.timer);
  }
}

/** @param {(route: Route) => void} onRoute called now and whenever the place changes */
export function startRouter(onRoute) {
  const route = () => onRoute(currentRoute());
  window.addEventListener("popstate", route);
  window.addEventListener("recall:route", route);
  document.addEventListener("click", followLink);
  route();
}

/** Links within the app change the place without loading the page; with a modifier key they stay links. */
function followLink(event) {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target.closest?.("a[href]");
  if (!link || link.origin !== location.origin || link.target) return;
  event.preventDefault();
  go(link.pathname + link.hash);
}

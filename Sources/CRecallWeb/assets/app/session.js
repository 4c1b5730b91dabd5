// The secrets of this browser's session. Browsers send a cookie to every port of this machine, so the server asks for one of
// these as well; hand-over.js keeps them in the storage of this port.

const name = "recall.session";

const secrets = () => (localStorage.getItem(name) ?? ".").split(".");

/** What says that a request comes from this page. */
export const sessionHeader = () => ({ "Recall-Session": secrets()[0] });

/** An address for what sends no header: frames, pictures, links to save, event streams. */
export function keyed(address) {
  return `${address}${address.includes("?") ? "&" : "?"}key=${secrets()[1]}`;
}

/** Calls `onSession` when a link was opened in another window. */
export function awaitSession(onSession) {
  window.addEventListener("storage", (event) => { if (event.key === name && event.newValue) onSession(); });
}

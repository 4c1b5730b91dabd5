// One item on a page of its own, as a copied link leads to it.

import { el } from "./dom.js";
import { Reader } from "./reader.js";
import { go } from "./router.js";

export class ItemView {
  constructor() {
    this.reader = new Reader(() => go("/"), (id) => { if (location.pathname === "/" && !location.hash) go(`/item/${id}`); });
    this.element = el("section.view.item-view", {}, this.reader.element);
  }

  show(route) {
    if (route.id && route.id !== this.reader.id) this.reader.open(route.id, [], { takesFocus: true });
  }

  commands() {
    return this.reader.commands();
  }

  back() {
    go("/");
    return true;
  }
}

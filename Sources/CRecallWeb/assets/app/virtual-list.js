// A list of any length of which only the visible rows exist. Browsers stop at some 16 to 33 million pixels of height,
// so a longer list is scrolled in a shorter space: small steps move by pixels, large ones in proportion.

import { isAborted } from "./api.js";
import { el } from "./dom.js";

const [mostHeight, pageSize, keptPages, extraRows, settle] = [8_000_000, 100, 40, 8, 60];

export class VirtualList {
  /**
   * @param {object} options
   * @param {number} options.rowHeight in pixels, the same for all
   * @param {string} options.label
   * @param {(offset: number, limit: number, signal: AbortSignal) => Promise<{total: number, items: any[]}>} options.load
   * @param {(item: any) => Node} options.renderRow
   * @param {(error: Error) => void} options.onError
   */
  constructor({ rowHeight, label, load, renderRow, onError }) {
    Object.assign(this, { rowHeight, load, renderRow, onError });
    this.space = el("div.virtual-space", { role: "list", "aria-label": label });
    const properties = { tabindex: 0, "aria-label": label, role: "region", onscroll: () => this.scrolled() };
    this.element = el("div.virtual.scroller", properties, this.space);
    new ResizeObserver(() => this.draw()).observe(this.element);
    this.reset();
  }

  /** Forgets everything, for another query; the first page comes with the total. */
  reset() {
    this.requests?.forEach((request) => request.abort());
    Object.assign(this, { total: 0, top: 0, lastScroll: 0, active: -1, pages: new Map(), requests: new Map() });
    this.rows?.forEach((row) => row.remove());
    this.rows = new Map();
    this.space.replaceChildren();
    this.element.scrollTop = 0;
  }

  /** Loads the first page. @returns {Promise<number|undefined>} the total */
  async start() {
    this.reset();
    await this.fetchPage(0);
    return this.total;
  }

  /** Loads what is in sight anew, where the list stands. */
  async reload() {
    this.requests.forEach((request) => request.abort());
    this.requests.clear();
    this.pages.clear();
    this.markStale();
    await this.fetchPage(Math.floor(this.top / this.rowHeight / pageSize));
    return this.total;
  }

  /** Renders all rows again from what is loaded. */
  renderAgain() {
    this.markStale();
    this.draw();
  }

  markStale() {
    for (const row of this.rows.values()) delete row.dataset.loaded;
  }

  setTotal(total) {
    this.total = total;
    this.height = Math.min(mostHeight, total * this.rowHeight);
    this.space.style.setProperty("height", `${this.height}px`);
  }

  /** How far the rows can go, to how far the scrollbar can. */
  get ratio() {
    const view = this.element.clientHeight;
    return this.height > view ? (this.total * this.rowHeight - view) / (this.height - view) : 1;
  }

  scrolled() {
    const { scrollTop, clientHeight } = this.element;
    const step = scrollTop - this.lastScroll;
    const last = this.total * this.rowHeight - clientHeight;
    const isAtEdge = scrollTop <= 0 || scrollTop >= this.height - clientHeight - 1;
    this.top = Math.abs(step) < clientHeight && !isAtEdge ? this.top + step : scrollTop * this.ratio;
    this.top = Math.max(0, Math.min(last, this.top));
    this.lastScroll = scrollTop;
    this.draw();
  }

  /** Makes the rows that are in sight and removes the others. */
  draw() {
    if (!this.total) {
      for (const [index, row] of this.rows) this.removeRow(index, row);
      return;
    }
    const first = Math.max(0, Math.floor(this.top / this.rowHeight) - extraRows);
    const last = Math.min(this.total, Math.ceil((this.top + this.element.clientHeight) / this.rowHeight) + extraRows);
    for (const [index, row] of this.rows) if (index < first || index >= last) this.removeRow(index, row);
    for (let index = first; index < last; index += 1) this.place(index);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.fetchVisible(first, last), settle);
  }

  removeRow(index, row) {
    // Focus would fall to the page, and the keys that scroll this list with it.
    if (row.contains(document.activeElement)) this.element.focus({ preventScroll: true });
    row.remove();
    this.rows.delete(index);
  }

  place(index) {
    const row = this.rows.get(index) ?? this.newRow(index);
    const top = this.element.scrollTop + index * this.rowHeight - this.top;
    row.style.setProperty("transform", `translateY(${top}px)`);
    const item = this.itemAt(index);
    if (item === undefined || row.dataset.loaded !== undefined) return;
    row.replaceChildren(this.renderRow(item));
    row.dataset.loaded = "";
    if (index === this.active && this.wantsFocus) this.focusActive();
  }

  newRow(index) {
    const row = el("div.virtual-row", { role: "listitem", "aria-posinset": index + 1, "aria-setsize": this.total }, el("i.placeholder"));
    row.style.setProperty("height", `${this.rowHeight}px`);
    this.rows.set(index, row);
    this.space.append(row);
    return row;
  }

  itemAt(index) {
    return this.pages.get(Math.floor(index / pageSize))?.[index % pageSize];
  }

  fetchVisible(first, last) {
    const wanted = new Set();
    for (let page = Math.floor(first / pageSize); page * pageSize < last; page += 1) wanted.add(page);
    for (const [page, request] of this.requests) if (!wanted.has(page)) request.abort();
    for (const page of wanted) if (!this.pages.has(page) && !this.requests.has(page)) this.fetchPage(page);
  }

  async fetchPage(page) {
    const request = new AbortController();
    this.requests.set(page, request);
    try {
      const { total, items } = await this.load(page * pageSize, pageSize, request.signal);
      if (request.signal.aborted) return;
      this.keep(page, items);
      if (total !== this.total) this.setTotal(total);
      this.draw();
    } catch (error) {
      if (!isAborted(error)) this.onError(error);
    } finally {
      if (this.requests.get(page) === request) this.requests.delete(page);
    }
  }

  keep(page, items) {
    this.pages.set(page, items);
    if (this.pages.size > keptPages) this.pages.delete(this.pages.keys().next().value);
  }

  /** Moves the focus by rows, scrolling as needed. */
  move(step) {
    const seen = Math.ceil(this.top / this.rowHeight);
    this.active = Math.max(0, Math.min(this.total - 1, this.active < 0 ? seen : this.active + step));
    const top = this.active * this.rowHeight;
    const view = this.element.clientHeight;
    const distance = top < this.top ? top - this.top : Math.max(0, top + this.rowHeight - this.top - view);
    if (distance) this.element.scrollBy(0, distance);
    this.wantsFocus = true;
    this.draw();
    this.focusActive();
  }

  focusActive() {
    const link = this.rows.get(this.active)?.querySelector("a");
    link?.focus({ preventScroll: true });
    if (link) this.wantsFocus = false;
  }

  /** The row that someone clicked becomes the one that keys go on from. */
  noteActive(target) {
    for (const [index, row] of this.rows) if (row.contains(target)) this.active = index;
  }
}

/**
 * A list to choose from, as Discord shows it: a button that opens a list of options with
 * descriptions and emojis. The keyboard stays on the button; arrows, Home, End and the first
 * letters move, Enter and the space bar choose, Escape closes.
 */

import { h } from "../lib/dom.js";
import { emojiElement } from "../lib/emoji.js";
import { icon } from "../lib/icons.js";

/** @import { SelectOption } from "../types.d.ts" */

/**
 * An option, with a picture where it has one of another kind than an emoji.
 *
 * @typedef {SelectOption & { picture?: () => Element }} Option
 */

/**
 * @typedef {object} SelectSetting
 * @property {Option[]} options
 * @property {string} placeholder
 * @property {number} [min] with 0 a single choice can be taken back
 * @property {number} [max] with more than 1 the list stays open until it is closed
 * @property {boolean} [disabled]
 * @property {string} label what a screen reader says that it is
 * @property {string} [key] the button's data-key
 * @property {(values: string[]) => void} [onchange] called with a single choice at once, with
 *   several when the list closes
 */

const SEARCH_PAUSE = 700; // milliseconds after which typing begins a new word
const MARGIN = 8;
const HIGHEST = 320;

let made = 0;

/**
 * The element has an own property `values`: the chosen values in the order of the options. Setting
 * it chooses without calling `onchange`.
 *
 * @param {SelectSetting} setting
 * @returns {HTMLElement & { values: string[] }}
 */
export function selectElement(setting) {
  const select = new Select(setting);
  return Object.defineProperty(/** @type {any} */ (select.element), "values", {
    get: () => select.values,
    set: (values) => select.choose(values),
  });
}

/** @param {Option} option */
function pictureOf({ picture, emoji, label }) {
  return picture ? picture() : emojiElement(emoji, label);
}

class Select {
  #options;
  #many;
  #min;
  #max;
  #placeholder;
  #onchange;
  /** @type {Set<string>} */
  #chosen;
  #active = -1;
  #typed = "";
  #typedAt = 0;
  #before = "";
  #face = h("span", { class: "select-face" });
  #button;
  #list;
  #rows;

  /** @param {SelectSetting} setting */
  constructor({ options, placeholder, min = 1, max = 1, disabled, label, key, onchange }) {
    this.#options = options;
    this.#min = min;
    this.#max = max;
    this.#many = max > 1;
    this.#placeholder = placeholder;
    this.#onchange = onchange;
    this.#chosen = new Set(options.filter((one) => one.default).map((one) => one.value));
    const id = `select-${++made}`;
    this.#rows = options.map((option, at) => this.#row(option, at, id));
    this.#list = h(
      "ul",
      {
        class: "select-list",
        id,
        role: "listbox",
        popover: "manual",
        "aria-label": label,
        "aria-multiselectable": this.#many ? "true" : null,
        // The keyboard must not leave the button when an option is pressed.
        onmousedown: (/** @type {Event} */ event) => event.preventDefault(),
      },
      this.#rows,
    );
    this.#button = h(
      "button",
      {
        class: "select-button",
        type: "button",
        role: "combobox",
        disabled,
        "data-key": key,
        "aria-label": label,
        "aria-haspopup": "listbox",
        "aria-expanded": "false",
        "aria-controls": id,
        onclick: () => (this.#open ? this.#close() : this.#show()),
        // One that was taken off the page while it was open chooses nothing.
        onblur: () => queueMicrotask(() => this.#close({ tell: this.element.isConnected })),
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          if (!this.#take(event)) return;
          event.preventDefault();
          event.stopPropagation();
        },
        // Firefox makes a click of the space bar's release, whatever became of its press.
        onkeyup: (/** @type {KeyboardEvent} */ event) =>
          event.key === " " && event.preventDefault(),
      },
      this.#face,
      icon("down"),
    );
    this.element = h("div", { class: "select" }, this.#button, this.#list);
    this.#draw();
  }

  /** @returns {string[]} */
  get values() {
    const values = this.#options.map((option) => option.value);
    return values.filter((value) => this.#chosen.has(value));
  }

  /** @param {string[]} values */
  choose(values) {
    this.#chosen = new Set(values);
    this.#draw();
  }

  get #open() {
    return this.#button.ariaExpanded === "true";
  }

  /**
   * @param {Option} option
   * @param {number} at
   * @param {string} id
   */
  #row(option, at, id) {
    return h(
      "li",
      {
        class: "select-option",
        role: "option",
        id: `${id}-${at}`,
        onclick: () => this.#toggle(at),
        onpointermove: () => at !== this.#active && this.#mark(at),
      },
      pictureOf(option),
      h(
        "span",
        { class: "option-words" },
        h("span", { class: "option-label" }, option.label),
        option.description && h("span", { class: "option-description" }, option.description),
      ),
      h("span", { class: this.#many ? "option-mark many" : "option-mark" }),
    );
  }

  /** Show what is chosen. */
  #draw() {
    const chosen = this.#options.filter((option) => this.#chosen.has(option.value));
    const full = this.#many && chosen.length >= this.#max;
    this.#face.replaceChildren(
      ...chosen.map((option) =>
        h("span", { class: "select-chosen" }, pictureOf(option), option.label),
      ),
    );
    if (chosen.length === 0) this.#face.textContent = this.#placeholder;
    this.#face.classList.toggle("empty", chosen.length === 0);
    for (const [at, row] of this.#rows.entries()) {
      const selected = this.#chosen.has(this.#options[at]?.value ?? "");
      row.ariaSelected = String(selected);
      row.ariaDisabled = full && !selected ? "true" : null;
    }
  }

  #show() {
    if (this.#button.ariaBusy === "true") return;
    this.#before = this.values.join();
    this.#button.focus();
    this.#list.showPopover();
    this.#button.ariaExpanded = "true";
    this.#place();
    const first = this.#options.findIndex((option) => this.#chosen.has(option.value));
    this.#mark(Math.max(0, first));
    addEventListener("scroll", this.#scrolled, { capture: true });
    addEventListener("resize", this.#place);
  }

  #close({ tell = true } = {}) {
    if (!this.#open) return;
    removeEventListener("scroll", this.#scrolled, { capture: true });
    removeEventListener("resize", this.#place);
    this.#button.ariaExpanded = "false";
    this.#button.removeAttribute("aria-activedescendant");
    if (this.#list.isConnected) this.#list.hidePopover();
    if (tell && this.values.join() !== this.#before) this.#onchange?.(this.values);
  }

  /** @param {Event} event */
  #scrolled = (event) => {
    if (event.target !== this.#list) this.#place();
  };

  /** Under the button, or over it where there is more room. */
  #place = () => {
    const beside = this.#button.getBoundingClientRect();
    const under = innerHeight - beside.bottom - MARGIN;
    const over = beside.top - MARGIN;
    const { style } = this.#list;
    const up = under < Math.min(HIGHEST, this.#list.scrollHeight) && over > under;
    style.left = `${beside.left}px`;
    style.width = `${beside.width}px`;
    style.top = up ? "auto" : `${beside.bottom}px`;
    style.bottom = up ? `${innerHeight - beside.top}px` : "auto";
    style.maxHeight = `${Math.min(HIGHEST, Math.max(under, over))}px`;
  };

  /** @param {number} at */
  #toggle(at) {
    const value = this.#options[at]?.value;
    if (value === undefined || this.#rows[at]?.ariaDisabled === "true") return;
    const had = this.#chosen.has(value);
    if (!this.#many) this.#chosen = new Set(had && this.#min === 0 ? [] : [value]);
    else if (had) this.#chosen.delete(value);
    else this.#chosen.add(value);
    this.#draw();
    if (!this.#many) this.#close();
  }

  /** @param {number} at */
  #mark(at) {
    this.#rows[this.#active]?.classList.remove("active");
    this.#active = Math.max(0, Math.min(at, this.#rows.length - 1));
    const row = this.#rows[this.#active];
    row?.classList.add("active");
    row?.scrollIntoView({ block: "nearest" });
    if (row) this.#button.setAttribute("aria-activedescendant", row.id);
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key was meant for the list
   */
  #take({ key, ctrlKey, metaKey, altKey }) {
    if (ctrlKey || metaKey) return false;
    const choosing = key === "Enter" || (key === " " && !this.#isTyping());
    if (this.#open) {
      if (choosing) this.#toggle(this.#active);
      else if (key === "Escape" || (key === "ArrowUp" && altKey)) this.#close();
      else return this.#move(key) || this.#search(key);
      return true;
    }
    if (!choosing && !["ArrowDown", "ArrowUp"].includes(key)) {
      return this.#move(key) || this.#search(key);
    }
    this.#show();
    return true;
  }

  /** @param {string} key */
  #move(key) {
    const last = this.#rows.length - 1;
    const to = { ArrowDown: this.#active + 1, ArrowUp: this.#active - 1, Home: 0, End: last }[key];
    if (to === undefined) return false;
    if (!this.#open) this.#show();
    this.#mark(to);
    return true;
  }

  #isTyping() {
    return Date.now() - this.#typedAt < SEARCH_PAUSE;
  }

  /**
   * Move to the next option that begins with what is typed; the same letter again moves on.
   *
   * @param {string} letter
   */
  #search(letter) {
    if (letter.length !== 1) return false;
    if (!this.#open) this.#show();
    const typed = letter.toLowerCase();
    this.#typed = this.#isTyping() && this.#typed !== typed ? this.#typed + typed : typed;
    this.#typedAt = Date.now();
    const from = this.#typed.length === 1 ? this.#active + 1 : this.#active;
    const order = this.#options.map((_, at) => (from + at) % this.#options.length);
    const found = order.find((at) =>
      this.#options[at]?.label.toLowerCase().startsWith(this.#typed),
    );
    if (found !== undefined) this.#mark(found);
    return true;
  }
}

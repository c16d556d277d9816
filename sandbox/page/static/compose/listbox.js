/**
 * The list that opens over the message box: commands, people, choices. The keyboard stays in the
 * field that the list belongs to.
 *
 * @import { Entry } from "./slash.js"
 */

import { h } from "../lib/dom.js";

let made = 0;

/** @template {{ label: string, note?: string }} [T=Entry] */
export class Listbox {
  /** @type {T[]} */
  #entries = [];
  #active = -1;

  /**
   * @param {HTMLElement} field
   * @param {object} how
   * @param {string} how.label what the list is called
   * @param {(entry: T, event: Event) => void} how.choose
   */
  constructor(field, { label, choose }) {
    this.field = field;
    this.choose = choose;
    this.id = `list-${++made}`;
    this.rows = h("ul", {
      role: "listbox",
      id: this.id,
      "aria-label": label,
      // What scrolls must be in reach of the keyboard, or belong to a combobox.
      tabindex: field.role === "combobox" ? null : 0,
    });
    this.note = h("p", { class: "compose-list-note", role: "status" });
    this.element = h("div", { class: "compose-list", hidden: true }, this.rows, this.note);
    // The keyboard must not leave the field when the list is pressed with the mouse.
    this.element.addEventListener("mousedown", (event) => event.preventDefault());
    field.setAttribute("aria-controls", this.id);
    field.addEventListener("blur", () => this.hide());
    this.hide();
  }

  /** Whether there is something to choose. */
  get open() {
    return !this.element.hidden && this.#entries.length > 0;
  }

  /** @returns {T | null} the one that Enter would choose */
  get active() {
    return this.#entries[this.#active] ?? null;
  }

  /**
   * @param {T[]} entries
   * @param {object} [how]
   * @param {boolean} [how.first] whether the first one is marked at once
   * @param {string} [how.note] said where there is nothing to choose
   */
  show(entries, { first = true, note = "" } = {}) {
    this.#entries = entries;
    this.rows.replaceChildren(...entries.map((entry, at) => this.#row(entry, at)));
    this.rows.hidden = !entries.length;
    this.note.textContent = entries.length ? "" : note;
    this.element.hidden = !entries.length && !note;
    this.#tell("aria-expanded", String(this.open));
    this.#mark(first && entries.length ? 0 : -1);
  }

  hide() {
    this.show([]);
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key was meant for the list
   */
  takes(event) {
    if (!this.open || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey)
      return false;
    const last = this.#entries.length - 1;
    switch (event.key) {
      case "ArrowDown":
        return this.#mark(this.#active === last ? 0 : this.#active + 1);
      case "ArrowUp":
        return this.#mark(this.#active <= 0 ? last : this.#active - 1);
      case "Home":
        return this.active !== null && this.#mark(0);
      case "End":
        return this.active !== null && this.#mark(last);
      case "Enter":
      case "Tab":
        return this.#take(this.active, event);
      case "Escape":
        this.hide();
        return true;
      default:
        return false;
    }
  }

  /**
   * @param {T | null} entry
   * @param {Event} event
   */
  #take(entry, event) {
    if (!entry) return false;
    this.hide();
    this.choose(entry, event);
    return true;
  }

  /** @param {number} at */
  #mark(at) {
    this.rows.children[this.#active]?.setAttribute("aria-selected", "false");
    this.#active = at;
    const row = this.rows.children[at];
    row?.setAttribute("aria-selected", "true");
    row?.scrollIntoView({ block: "nearest" });
    this.#tell("aria-activedescendant", row?.id ?? null);
    return true;
  }

  /**
   * @param {string} attribute
   * @param {string | null} value
   */
  #tell(attribute, value) {
    // A plain text area has no open and closed state.
    if (attribute === "aria-expanded" && this.field.role !== "combobox") return;
    if (value === null) this.field.removeAttribute(attribute);
    else this.field.setAttribute(attribute, value);
  }

  /**
   * @param {T} entry
   * @param {number} at
   */
  #row(entry, at) {
    return h(
      "li",
      {
        role: "option",
        id: `${this.id}-${at}`,
        "aria-selected": "false",
        // Not on entering: a list that opens under a resting mouse keeps its first row.
        onpointermove: () => at !== this.#active && this.#mark(at),
        onclick: (/** @type {Event} */ event) => this.#take(entry, event),
      },
      h("span", { class: "compose-list-label" }, entry.label),
      entry.note && h("span", { class: "compose-list-detail" }, entry.note),
    );
  }
}

/**
 * A text input with a list of what may be chosen in it.
 *
 * @import { Entry } from "./slash.js"
 */

import { h } from "../lib/dom.js";
import { Listbox } from "./listbox.js";
import { isNamed } from "./slash.js";

export class Combobox {
  /** @type {Entry | null} */
  #chosen = null;
  #asked = 0;

  /**
   * @param {object} how
   * @param {string} how.label what the list is called
   * @param {string} how.nothing what is said where nothing fits
   * @param {Record<string, any>} how.attributes of the input
   * @param {(text: string) => Entry[] | Promise<Entry[]>} how.find
   * @param {number} [how.delay] how long typing must rest before `find` is asked, in milliseconds
   * @param {(entry: Entry, event: Event) => void} how.choose told after it was chosen
   * @param {boolean} [how.sends] whether Enter behind a full name is for the form
   */
  constructor({ label, nothing, attributes, find, delay = 0, choose, sends = true }) {
    this.nothing = nothing;
    this.find = find;
    this.delay = delay;
    this.sends = sends;
    this.input = h("input", {
      ...attributes,
      type: "text",
      role: "combobox",
      autocomplete: "off",
      "aria-autocomplete": "list",
      oninput: () => this.#offer(),
      onfocus: () => this.#offer(),
      onclick: () => this.list.open || this.#offer(),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
    });
    this.list = new Listbox(this.input, {
      label,
      choose: (entry, event) => {
        this.set(entry.label, entry);
        choose(entry, event);
      },
    });
    this.input.addEventListener("blur", () => this.#asked++);
  }

  /** What was chosen from the list, as long as its name stands in the input. */
  get chosen() {
    return this.#chosen?.label === this.input.value ? this.#chosen : null;
  }

  /**
   * @param {string} text
   * @param {Entry | null} [chosen]
   */
  set(text, chosen = this.#chosen) {
    this.#asked++;
    this.#chosen = chosen;
    this.input.value = text;
    if (!this.chosen && document.activeElement === this.input) this.#offer();
  }

  async #offer() {
    const question = ++this.#asked;
    if (this.delay) await new Promise((resolve) => setTimeout(resolve, this.delay));
    if (question !== this.#asked) return;
    const text = this.chosen ? "" : this.input.value;
    const entries = await this.find(text);
    if (question !== this.#asked) return;
    this.list.show(entries, { first: text !== "", note: text && this.nothing });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.isComposing) return;
    const { active } = this.list;
    if (event.key === "Enter" && this.sends && active && isNamed(active, this.input.value)) {
      // Its name is written in full already: Enter then is for the whole.
      this.set(active.label, active);
      this.list.hide();
    } else if (this.list.takes(event)) {
      if (event.key !== "Tab") event.preventDefault();
    } else if (event.key === "ArrowDown" && !this.list.open) {
      event.preventDefault();
      this.#offer();
    }
  }
}

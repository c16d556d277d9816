/**
 * One option of the command that is being typed: its name and the field beside it.
 *
 * @import { App, CommandOption, OptionValue } from "../types.d.ts"
 * @import { Entry } from "./slash.js"
 */

import { h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { Combobox } from "./combobox.js";
import {
  choicesAsEntries,
  descriptionOf,
  entriesOf,
  filtered,
  INTEGER,
  meaningOf,
  NUMBER,
  nameOf,
} from "./slash.js";

const TYPING_RESTS = 200;

/** What stands in a field; `chosen` where it was taken from the list. */
/** @typedef {{ text: string, chosen: Entry | null }} Filled */

export class OptionField {
  /**
   * @param {App} app
   * @param {CommandOption} option
   * @param {object} how
   * @param {Entry[]} how.people
   * @param {(text: string) => Promise<import("../types.d.ts").CommandChoice[]>} how.complete
   * @param {() => void} how.chosen told when something was taken from the list and this one is done
   * @param {() => void} how.remove
   */
  constructor(app, option, { people, complete, chosen, remove }) {
    this.app = app;
    this.option = option;
    this.name = nameOf(option, app.state.me.locale);
    this.entries = entriesOf(option, {
      locale: app.state.me.locale,
      people,
      yes: app.word("command.true"),
      no: app.word("command.false"),
    });
    const id = `command-option-${option.name}`;
    this.hint = h(
      "p",
      { class: "command-hint", id: `${id}-hint`, hidden: true },
      h("strong", {}, this.name),
      ` ${descriptionOf(option, app.state.me.locale)}`,
    );
    const attributes = {
      id,
      "data-key": id,
      "aria-describedby": this.hint.id,
      "aria-required": option.required ? "true" : null,
    };
    /** @type {Combobox | null} */
    this.combobox = this.#combobox(attributes, complete, chosen);
    this.input = this.combobox?.input ?? this.#plain(attributes);
    this.element = h(
      "div",
      {
        class: "command-option",
        onpointerdown: (/** @type {Event} */ event) => this.#pressed(event),
      },
      h("label", { for: id }, this.name),
      this.input,
      !option.required &&
        h(
          "button",
          {
            type: "button",
            class: "command-remove",
            tabindex: -1, // Backspace does the same
            "aria-label": app.word("command.remove", { option: this.name }),
            onclick: remove,
          },
          icon("close"),
        ),
    );
    this.fit();
  }

  /**
   * @param {Record<string, any>} attributes
   * @param {(text: string) => Promise<import("../types.d.ts").CommandChoice[]>} complete
   * @param {() => void} chosen
   */
  #combobox(attributes, complete, chosen) {
    const { app, option, entries } = this;
    if (!entries && !option.autocomplete) return null;
    /** @param {string} text */
    const ask = async (text) => choicesAsEntries(await complete(text), app.state.me.locale);
    return new Combobox({
      label: this.name,
      nothing: app.word("command.nothing-found"),
      attributes,
      find: entries ? (text) => filtered(entries, text) : ask,
      delay: entries ? 0 : TYPING_RESTS,
      choose: (_, event) => {
        this.fit();
        this.mark(false);
        const leaving = event instanceof KeyboardEvent && event.key === "Tab";
        if (!leaving) chosen();
      },
    });
  }

  /** @param {Record<string, any>} attributes */
  #plain(attributes) {
    const isNumber = [INTEGER, NUMBER].includes(this.option.type);
    const keyboard = isNumber && (this.option.min_value ?? -1) >= 0 ? "numeric" : null;
    return h("input", { ...attributes, type: "text", autocomplete: "off", inputmode: keyboard });
  }

  /** @returns {OptionValue} an empty text for none; a text that means nothing as it is */
  get value() {
    return this.combobox?.chosen?.value ?? meaningOf(this.option, this.input.value, this.entries);
  }

  /** @returns {Filled} */
  get filled() {
    return { text: this.input.value, chosen: this.combobox?.chosen ?? null };
  }

  /**
   * @param {string} text
   * @param {Entry | null} [chosen]
   */
  fill(text, chosen) {
    if (this.combobox) this.combobox.set(text, chosen);
    else this.input.value = text;
    this.fit();
  }

  /** As wide as its text. */
  fit() {
    this.input.size = Math.min(Math.max([...this.input.value].length + 1, 8), 40);
  }

  /** @param {boolean} wrong */
  mark(wrong) {
    if (wrong) this.input.setAttribute("aria-invalid", "true");
    else this.input.removeAttribute("aria-invalid");
  }

  /** @param {Event} event */
  #pressed(event) {
    // The whole of it, not only the input, is what one presses to write there.
    if (event.target !== this.input && !(event.target instanceof HTMLButtonElement)) {
      event.preventDefault();
      this.input.focus();
    }
  }
}

/**
 * The message box while a command is typed: its name, and a field for every option.
 *
 * @import { App, OptionValue } from "../types.d.ts"
 * @import { Filled } from "./option.js"
 * @import { Offer } from "./slash.js"
 */

import { h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { Combobox } from "./combobox.js";
import { OptionField } from "./option.js";
import {
  descriptionOf,
  filtered,
  limitsOf,
  namedIn,
  nameOf,
  peopleAsEntries,
  peopleOf,
  problems,
} from "./slash.js";

/**
 * A command as far as it is typed.
 *
 * @typedef {{ line: string, fields: [option: string, filled: Filled][] }} Typed
 */

/**
 * What a person does with the form as a whole.
 *
 * @typedef {object} Listener
 * @property {(values: Record<string, OptionValue>) => void} send all is right; by default names
 * @property {(text: string) => void} leave what shall stand in the message box instead
 */

export class CommandForm {
  /** @type {OptionField[]} in the order shown */
  #fields = [];

  /**
   * @param {App} app
   * @param {Offer} offer
   * @param {Listener} listener
   */
  constructor(app, offer, listener) {
    this.app = app;
    this.offer = offer;
    this.listener = listener;
    this.channel = app.channel?.id ?? "";
    const people = app.channel ? peopleOf(app.state, app.channel) : [];
    this.people = peopleAsEntries(people, app.word("message.app"));
    this.hints = h("div", { class: "command-hints" });
    this.lists = h("div", { class: "command-lists" });
    this.problem = h("p", { class: "command-problem", id: "command-problem", role: "alert" });
    this.adder = this.#adder();
    this.send = h("button", { type: "submit", class: "compose-send" }, app.word("compose.send"));
    this.row = h("div", { class: "command-row" }, this.#chip(), this.adder.input, this.send);
    this.element = this.#form();
    for (const option of offer.options) if (option.required) this.#add(option.name);
    this.#offerMore();
  }

  /** @returns {Typed} */
  get typed() {
    const fields = this.#fields.map((field) => [field.option.name, field.filled]);
    return { line: this.offer.line, fields: /** @type {Typed["fields"]} */ (fields) };
  }

  /** @param {Typed["fields"]} fields */
  restore(fields) {
    for (const [name, { text, chosen }] of fields) this.#add(name)?.fill(text, chosen);
    this.#offerMore();
  }

  /**
   * Understand what was typed behind the command's name, such as `@Wren rows:8`.
   *
   * @param {string} text
   */
  write(text) {
    this.#distribute(text, this.#fields[0]);
  }

  /**
   * @param {string} text
   * @param {OptionField | undefined} first where the part goes that has no option's name
   */
  #distribute(text, first) {
    const { before, named } = namedIn(this.offer.options, text, this.app.state.me.locale);
    first?.fill(before);
    for (const [name, said] of named) this.#add(name)?.fill(said);
    this.#offerMore();
    const last = named.at(-1)?.[0];
    const at = this.#fields.find((field) => field.option.name === last) ?? first;
    at?.input.focus();
  }

  /** The keyboard to the first field that waits for something. */
  focus() {
    const waiting = this.#waiting() ?? this.#fields.at(-1);
    if (waiting) waiting.input.focus();
    else if (this.adder.input.hidden) this.send.focus();
    else this.adder.input.focus();
  }

  /** @param {string} text to be put where the cursor stands */
  insert(text) {
    const held = this.#fields.find((field) => field.input === document.activeElement);
    const field = held ?? this.#waiting() ?? this.#fields.at(-1);
    if (!field) return;
    field.input.focus();
    const { selectionStart, selectionEnd } = field.input;
    field.input.setRangeText(text.trim(), selectionStart ?? 0, selectionEnd ?? 0, "end");
    field.input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  #form() {
    const { app, offer } = this;
    return h(
      "form",
      {
        class: "command-form",
        "aria-label": `/${offer.label}`,
        novalidate: true,
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          this.#submit();
        },
        oninput: (/** @type {Event} */ event) => this.#input(event),
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
        onfocusin: () => this.#showHint(),
      },
      h(
        "div",
        { class: "command-head" },
        this.hints,
        h(
          "button",
          {
            type: "button",
            class: "compose-close",
            tabindex: -1, // Escape does the same
            "aria-label": app.word("command.leave"),
            onclick: () => this.listener.leave(""),
          },
          icon("close"),
        ),
      ),
      this.problem,
      this.row,
      this.lists,
    );
  }

  #chip() {
    const { label, description } = this.offer;
    this.hints.append(h("p", { class: "command-hint" }, description));
    return h("span", { class: "command-name" }, `/${label}`);
  }

  #adder() {
    const adder = new Combobox({
      label: this.app.word("command.optional"),
      nothing: this.app.word("command.nothing-found"),
      sends: false,
      attributes: { class: "command-more", "data-key": "command-more" },
      find: (text) => filtered(this.#unused(), text),
      choose: (entry) => {
        adder.set("");
        this.#add(String(entry.value))?.input.focus();
        this.#offerMore();
      },
    });
    this.lists.append(adder.list.element);
    return adder;
  }

  /** The optional ones that have no field yet, as a list holds them. */
  #unused() {
    const { locale } = this.app.state.me;
    const used = new Set(this.#fields.map((field) => field.option));
    return this.offer.options
      .filter((option) => !used.has(option))
      .map((option) => ({
        label: nameOf(option, locale),
        value: option.name,
        alias: option.name,
        note: descriptionOf(option, locale),
      }));
  }

  #offerMore() {
    const count = this.#unused().length;
    const text = this.app.word("command.more", { count });
    this.adder.input.hidden = count === 0;
    this.adder.input.placeholder = text;
    this.adder.input.size = text.length;
    this.adder.input.setAttribute("aria-label", text);
  }

  /**
   * The field of an option, made where there is none.
   *
   * @param {string} name
   */
  #add(name) {
    const known = this.#fields.find((field) => field.option.name === name);
    const option = this.offer.options.find((one) => one.name === name);
    if (known || !option) return known;
    /** @type {OptionField} */
    const field = new OptionField(this.app, option, {
      people: this.people,
      complete: (text) => this.#complete(name, text),
      chosen: () => this.#waiting()?.input.focus(),
      remove: () => this.#remove(field),
    });
    this.#fields.push(field);
    this.hints.append(field.hint);
    if (field.combobox) this.lists.append(field.combobox.list.element);
    this.adder.input.before(field.element);
    return field;
  }

  /** @param {OptionField} field */
  #remove(field) {
    const at = this.#fields.indexOf(field);
    this.#fields.splice(at, 1);
    const next = this.#fields[at - 1]?.input ?? this.#fields[at]?.input ?? this.adder.input;
    this.#offerMore();
    next.focus();
    for (const part of [field.element, field.hint, field.combobox?.list.element]) part?.remove();
    this.#say(null);
  }

  #waiting() {
    return this.#fields.find((field) => field.value === "");
  }

  /** @returns {Record<string, OptionValue>} */
  #values() {
    const filled = this.#fields.filter((field) => field.value !== "");
    return Object.fromEntries(filled.map((field) => [field.option.name, field.value]));
  }

  #problems() {
    const people = this.people.map((entry) => String(entry.value));
    return problems(this.offer.options, this.#values(), people);
  }

  /**
   * @param {string} focused
   * @param {string} text
   */
  async #complete(focused, text) {
    const values = this.#values();
    for (const name of this.#problems().keys()) delete values[name];
    const { channel, offer } = this;
    const options = { ...values, [focused]: text };
    try {
      const asked = { do: /** @type {const} */ ("complete"), channel, line: offer.line, options };
      return (await this.app.ask({ ...asked, focused })).choices ?? [];
    } catch {
      return []; // the list then says that nothing was found
    }
  }

  #submit() {
    if (this.adder.input.value.trim()) {
      this.#say(this.app.word("command.not-listed"));
      this.adder.input.focus();
      return;
    }
    const wrong = this.#problems();
    const optionalEmpty = this.#fields.filter(
      (field) => field.value === "" && !field.option.required,
    );
    for (const field of optionalEmpty) wrong.set(field.option.name, "command.required");
    for (const field of this.#fields) field.mark(wrong.has(field.option.name));
    const first = this.#fields.find((field) => wrong.has(field.option.name));
    const key = wrong.get(first?.option.name ?? "");
    this.#say(key ? this.app.word(key, first && limitsOf(first.option)) : null, first);
    if (first) first.input.focus();
    else this.listener.send(this.#values());
  }

  /**
   * @param {string | null} sentence
   * @param {OptionField} [about]
   */
  #say(sentence, about) {
    this.problem.textContent = sentence;
    for (const field of this.#fields) {
      const also = field === about ? ` ${this.problem.id}` : "";
      field.input.setAttribute("aria-describedby", `${field.hint.id}${also}`);
    }
  }

  /** @param {Event} event */
  #input(event) {
    const field = this.#fields.find((one) => one.input === event.target);
    const text = field?.input.value ?? this.adder.input.value;
    if (namedIn(this.offer.options, text, this.app.state.me.locale).named.length) {
      this.adder.set("");
      this.#distribute(text, field);
    }
    if (!field) return;
    field.fit();
    field.mark(false);
    this.#say(null);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.defaultPrevented || event.isComposing) return;
    if (event.key === "Escape") {
      event.preventDefault();
      this.listener.leave("");
    } else if (event.key === "Backspace" && this.#emptyAt(event.target)) {
      event.preventDefault();
      this.#back(event.target);
    }
  }

  /** @param {EventTarget | null} target */
  #emptyAt(target) {
    return target === this.send || (target instanceof HTMLInputElement && target.value === "");
  }

  /**
   * Backspace where nothing is left to take away.
   *
   * @param {EventTarget | null} target
   */
  #back(target) {
    const at = this.#fields.findIndex((field) => field.input === target);
    const field = this.#fields[at];
    const before = this.#fields[(field ? at : this.#fields.length) - 1];
    if (field && !field.option.required) this.#remove(field);
    else if (before) before.input.focus();
    else this.listener.leave(`/${this.offer.label}`);
  }

  #showHint() {
    const held = this.#fields.find((field) => field.input === document.activeElement);
    const shown = held?.hint ?? this.hints.firstElementChild;
    for (const hint of this.hints.children) {
      if (hint instanceof HTMLElement) hint.hidden = hint !== shown;
    }
  }
}

/**
 * The message box: what is typed in a channel, as a message or as a command.
 *
 * @import { App, Channel, Message, OptionValue } from "../types.d.ts"
 * @import { Draft } from "./drafts.js"
 * @import { Entry, Offer } from "./slash.js"
 */

import { h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { LONGEST_MESSAGE } from "../lib/limits.js";
import { sentenceOf } from "../lib/socket.js";
import { CommandForm } from "./command.js";
import { Drafts, nothing } from "./drafts.js";
import { Listbox } from "./listbox.js";
import { nameAt, withMentions } from "./mentions.js";
import { replyBar } from "./reply.js";
import { run } from "./run.js";
import { filtered, matching, offersIn, peopleAsEntries, peopleOf, typedCommand } from "./slash.js";

const COUNTED_FROM = 1800;

/**
 * @typedef {object} Controls
 * @property {() => void} refresh the channel or the state is another
 * @property {(message: Message) => void} replyTo
 * @property {(text: string) => void} insert where the cursor stands
 * @property {() => void} focus
 */

/**
 * The message box of the channel that is shown. ArrowUp in an empty one gives `edit-last` on the
 * document.
 *
 * @param {App} app
 * @returns {HTMLElement & Controls}
 */
export function composerElement(app) {
  const composer = new Composer(app);
  return Object.assign(composer.element, {
    refresh: () => composer.refresh(),
    /** @param {Message} message */
    replyTo: (message) => composer.replyTo(message),
    /** @param {string} text */
    insert: (text) => composer.insert(text),
    focus: () => composer.focus(),
  });
}

class Composer {
  #drafts = new Drafts();
  /** @type {Draft} */
  #draft = nothing();
  /** @type {Offer[]} */
  #offers = [];
  /** @type {CommandForm | null} */
  #form = null;
  #place = "";
  #locale = "";
  #start = 0;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.area = h("textarea", {
      rows: 1,
      "data-key": "compose",
      "aria-describedby": "compose-reply compose-count",
      "aria-autocomplete": "list",
      oninput: () => this.#input(),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
    });
    this.list = new Listbox(this.area, {
      label: "",
      choose: (/** @type {Entry} */ entry) => this.#choose(entry),
    });
    this.bar = h("div", { class: "compose-reply", id: "compose-reply" });
    this.count = h("span", { class: "compose-count", id: "compose-count" });
    this.button = h("button", {
      type: "button",
      class: "compose-send touch-only",
      onclick: () => this.#send(),
      // The keyboard on a phone's screen stays open for the next message.
      onmousedown: (/** @type {Event} */ event) => event.preventDefault(),
    });
    this.commands = h("button", {
      type: "button",
      class: "compose-commands",
      onclick: () => this.#offerCommands(),
    });
    this.commands.append(icon("slash"));
    this.line = h(
      "div",
      { class: "compose-line" },
      this.area,
      this.count,
      this.commands,
      this.button,
    );
    this.box = h("div", { class: "compose-box" }, this.line);
    this.element = h("div", { class: "compose" }, this.bar, this.box, this.list.element);
    this.element.addEventListener("keydown", (event) => this.#escape(event));
    this.refresh();
  }

  refresh() {
    const { channel, state } = this.app;
    const place = channel ? `${state.me.id} ${channel.id}` : "";
    this.#offers = channel && !this.#blocked ? offersIn(state, channel) : [];
    if (place !== this.#place || state.me.locale !== this.#locale) {
      this.#keep();
      this.#place = place;
      this.#locale = state.me.locale;
      this.#load();
    }
    const known = this.#offers.some(({ line }) => line === this.#form?.offer.line);
    if (this.#form && !known) this.#leave("");
    this.#describe();
  }

  /** @param {Message} message */
  replyTo(message) {
    this.#draft.reply = { message, ping: message.author.id !== this.app.state.me.id };
    this.#showReply();
    this.focus();
  }

  /** @param {string} text */
  insert(text) {
    const command = typedCommand(this.#offers, text);
    if (command && !this.area.value) {
      this.#begin(command.offer, command.rest);
      return;
    }
    if (this.#form) {
      this.#form.insert(text);
      return;
    }
    const { value, selectionStart, selectionEnd } = this.area;
    const gap = /\S$/.test(value.slice(0, selectionStart)) ? " " : "";
    this.area.setRangeText(gap + text, selectionStart, selectionEnd, "end");
    this.area.focus();
    this.#input();
  }

  focus() {
    if (this.#form) this.#form.focus();
    else this.area.focus();
  }

  /** Why nothing can be written here, or an empty text. */
  get #blocked() {
    const { channel } = this.app;
    if (!channel || channel.can_send) return "";
    return this.app.word(channel.locked ? "compose.locked" : "compose.may-not");
  }

  get #people() {
    const { channel, state } = this.app;
    return channel ? peopleOf(state, channel) : [];
  }

  #keep() {
    this.#draft.command = this.#form?.typed ?? null;
    this.#drafts.keep(this.#place, this.#draft);
  }

  #load() {
    const { text, reply, command } = this.#drafts.in(this.#place);
    this.#draft = { text, reply, command: null };
    this.#close();
    this.area.value = text;
    const offer = this.#offers.find(({ line }) => line === command?.line);
    if (offer && command) this.#open(offer).restore(command.fields);
    this.#showReply();
    this.#grow();
  }

  #describe() {
    const { channel } = this.app;
    const reason = this.#blocked;
    const label = reason || (channel ? messageIn(channel, this.app) : "");
    this.area.placeholder = label;
    this.area.setAttribute("aria-label", label);
    this.area.readOnly = reason !== "";
    // Not `disabled`: the keyboard still stands here, and the reason is read out.
    this.area.setAttribute("aria-disabled", String(reason !== ""));
    this.button.disabled = reason !== "";
    this.button.textContent = this.app.word("compose.send");
    this.commands.hidden = this.#offers.length === 0;
    this.commands.title = this.app.word("compose.use-command");
    this.commands.setAttribute("aria-label", this.commands.title);
    this.box.classList.toggle("is-blocked", reason !== "");
  }

  #showReply() {
    const { reply } = this.#draft;
    this.bar.hidden = !reply || this.#form !== null;
    this.bar.replaceChildren(...(reply ? replyBar(this.app, reply, () => this.#endReply()) : []));
  }

  #endReply() {
    this.#draft.reply = null;
    this.#showReply();
    this.focus();
  }

  #input() {
    this.#draft.text = this.area.value;
    this.#grow();
    const typed = typedCommand(this.#offers, this.area.value);
    if (typed) this.#begin(typed.offer, typed.rest);
    else this.#suggest();
  }

  #grow() {
    const left = LONGEST_MESSAGE - [...withMentions(this.area.value, this.#people)].length;
    this.count.hidden = left > LONGEST_MESSAGE - COUNTED_FROM;
    this.count.classList.toggle("is-over", left < 0);
    const key = left < 0 ? "compose.over" : "compose.left";
    this.count.textContent = this.app.word(key, { count: Math.abs(left) });
    this.area.style.height = "auto";
    // Before it is on the page it has no height yet, and one row is right.
    if (this.area.scrollHeight) this.area.style.height = `${this.area.scrollHeight}px`;
  }

  /** What typing a slash does, for whoever types nothing. */
  #offerCommands() {
    this.area.focus();
    this.area.value = `/${this.area.value.replace(/^\//, "")}`;
    this.area.setSelectionRange(1, 1);
    this.#input();
  }

  #suggest() {
    const { value, selectionStart } = this.area;
    const commands = matching(this.#offers, value);
    const name = nameAt(value, selectionStart);
    this.#start = name?.start ?? 0;
    if (commands.length) {
      this.list.rows.setAttribute("aria-label", this.app.word("compose.commands"));
      this.list.show(
        commands.map(({ label, line, description }) => ({
          label: `/${label}`,
          value: line,
          note: description,
        })),
      );
    } else {
      this.list.rows.setAttribute("aria-label", this.app.word("compose.people"));
      const people = peopleAsEntries(this.#people, this.app.word("message.app"));
      this.list.show(name ? filtered(people, name.query) : []);
    }
  }

  /** @param {Entry} entry a command by its line, or a person */
  #choose({ label, value }) {
    const offer = this.#offers.find(({ line }) => line === value);
    if (offer) {
      this.#begin(offer, "");
    } else {
      this.area.setRangeText(`@${label} `, this.#start, this.area.selectionStart, "end");
      this.#input();
    }
  }

  /**
   * @param {Offer} offer
   * @param {string} rest what is typed already behind its name
   */
  #begin(offer, rest) {
    const form = this.#open(offer);
    form.focus();
    if (rest) form.write(rest);
  }

  /** @param {Offer} offer */
  #open(offer) {
    this.#form = new CommandForm(this.app, offer, {
      send: (values) => this.#sendCommand(offer, values),
      leave: (text) => this.#leave(text),
    });
    this.area.value = "";
    this.#draft.text = "";
    this.list.hide();
    this.box.replaceChildren(this.#form.element);
    this.#showReply();
    return this.#form;
  }

  #close() {
    this.#form = null;
    this.box.replaceChildren(this.line);
  }

  /** @param {string} text */
  #leave(text) {
    const held = this.element.contains(document.activeElement);
    this.#close();
    this.area.value = text;
    if (held) this.area.focus();
    this.#showReply();
    this.#input();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.isComposing) return;
    if (this.list.takes(event)) {
      event.preventDefault();
    } else if (event.key === "Enter" && !event.shiftKey && !isTouched()) {
      event.preventDefault();
      this.#send();
    } else if (event.key === "ArrowUp" && this.area.value === "" && !this.#blocked) {
      event.preventDefault();
      document.dispatchEvent(new CustomEvent("edit-last"));
    }
  }

  /** @param {KeyboardEvent} event */
  #escape(event) {
    if (event.key !== "Escape" || event.defaultPrevented || !this.#draft.reply) return;
    event.preventDefault();
    this.#endReply();
  }

  async #send() {
    const { channel } = this.app;
    const text = withMentions(this.area.value.trim(), this.#people);
    if (!channel || !text || this.#blocked) return;
    if ([...text].length > LONGEST_MESSAGE) {
      this.app.notify(this.app.word("compose.too-long", { count: LONGEST_MESSAGE }));
      return;
    }
    const sent = this.#draft;
    const { reply } = sent;
    const about = reply ? { reply_to: reply.message.id, ping: reply.ping } : {};
    this.#clear();
    await this.#orGiveBack(sent, this.app.ask({ do: "say", channel: channel.id, text, ...about }));
  }

  /**
   * @param {Offer} offer
   * @param {Record<string, OptionValue>} options
   */
  async #sendCommand({ line }, options) {
    const { channel } = this.app;
    if (!channel) return;
    const sent = { ...this.#draft, command: this.#form?.typed ?? null };
    this.#leave("");
    await this.#orGiveBack(
      sent,
      run(this.app, { do: "slash", channel: channel.id, line, options }),
    );
  }

  #clear() {
    this.#draft = nothing();
    this.area.value = "";
    this.list.hide();
    this.#showReply();
    this.#grow();
  }

  /**
   * What the server refuses comes back into its channel's box.
   *
   * @param {Draft} sent
   * @param {Promise<unknown>} answer
   */
  async #orGiveBack(sent, answer) {
    const place = this.#place;
    try {
      await answer;
    } catch (error) {
      this.app.notify(sentenceOf(error));
      const held = this.element.contains(document.activeElement);
      if (place === this.#place) this.#keep();
      this.#drafts.giveBack(place, sent);
      if (place === this.#place) this.#load();
      if (held) this.focus();
    }
  }
}

/**
 * @param {Channel} channel
 * @param {App} app
 */
function messageIn({ type, name }, { state, word }) {
  if (type === 1)
    return word("compose.message-to", { name: state.users[state.bot.id]?.name ?? "" });
  return word(type >= 10 ? "compose.message-in-thread" : "compose.message", { channel: name });
}

/** Whether a finger writes here: Enter then is a new line, as on every phone. */
function isTouched() {
  return matchMedia("(pointer: coarse)").matches;
}

/** The messages of the channel that is shown, and where one stands among them. */

import { h } from "../lib/dom.js";
import { channelIcon, icon } from "../lib/icons.js";
import { channelOf } from "../lib/store.js";
import { entityNames } from "../message/entities.js";
import { messageElement } from "../message/message.js";
import { row, showRows } from "./keyed.js";
import { isThread } from "./places.js";
import { linesOf } from "./rows.js";

/** @import { Channel, Id, Message } from "../types.d.ts" */
/** @import { Loaded, Note } from "../lib/store.js" */
/** @import { Row } from "./keyed.js" */
/** @import { Line } from "./rows.js" */
/** @import { Shell } from "./shell.d.ts" */

/** Pixels that count as being at an end. */
const NEAR_BOTTOM = 40;
/** So many rows are remembered to find the place again. */
const ANCHORS = 10;
const NEAR_TOP = 300;
const USER_MENU = 2;

export class Conversation {
  #app;
  #list = h("ol", { class: "lines" });
  #beginning = h("div", { class: "beginning" });
  #log;
  #jump;
  #jumpText = h("span", {});
  /** @type {Id | null} the channel on the screen */
  #shown = null;
  /** @type {Loaded | null} what of it was laid out last */
  #laid = null;
  /** @type {Id | null} the red line is under this message */
  #read = null;
  #caughtUp = true;
  #atBottom = true;
  /** @type {Id | null} the last message that was laid out */
  #newest = null;
  /** @type {Set<Id>} what was read out, or would have been */
  #announced = new Set();
  /** @type {Id | null} up to where the server was told that all is read */
  #told = null;

  /** @param {Shell} app */
  constructor(app) {
    this.#app = app;
    this.#log = h(
      "div",
      {
        class: "log",
        role: "log",
        "aria-live": "polite",
        "aria-relevant": "additions",
        tabindex: "0",
        onscroll: () => this.#scrolled(),
      },
      this.#beginning,
      this.#list,
    );
    this.#jump = h(
      "button",
      { class: "jump", hidden: true, onclick: () => this.#toBottom() },
      this.#jumpText,
      icon("down"),
    );
    this.element = h("div", { class: "log-area" }, this.#log, this.#jump);
    new ResizeObserver(() => this.#atBottom && this.#toBottom()).observe(this.#list);
    new ResizeObserver(() => this.#atBottom && this.#toBottom()).observe(this.#log);
  }

  /** Begin to edit the last message here that this person may edit. */
  editLast() {
    const buttons = this.#list.querySelectorAll('button[data-key^="edit-"]');
    const last = buttons[buttons.length - 1];
    if (last instanceof HTMLElement) last.click();
  }

  draw() {
    const { channel, store } = this.#app;
    const loaded = channel && store.loaded(channel.id);
    if (channel?.id !== this.#shown) this.#begin(channel);
    this.element.classList.toggle("waiting", !loaded);
    if (!channel || !loaded) return;
    const opening = this.#laid === null;
    if (opening) this.#read = channel.unread > 0 && channel.read !== "0" ? channel.read : null;
    this.#mark(channel, loaded);
    if (this.#hasAnswer(loaded)) this.#atBottom = true;
    const hold = this.#hold();
    this.#layOut(channel, loaded);
    this.#laid = loaded;
    if (opening) this.#enter();
    else if (this.#atBottom) this.#toBottom();
    else hold();
    this.#settle();
  }

  /**
   * Everything of the channel before goes.
   *
   * @param {Channel | null} channel
   */
  #begin(channel) {
    this.#shown = channel?.id ?? null;
    this.#laid = null;
    this.#told = null;
    this.#caughtUp = true;
    this.#atBottom = true;
    this.#jump.hidden = true;
    this.#beginning.replaceChildren();
    this.#list.replaceChildren();
    const label = this.#app.word("log.title", { name: channel?.name ?? "" });
    this.#log.setAttribute("aria-label", label);
  }

  /**
   * Move the red line: to what came while nobody looked, and away when this person answers.
   *
   * @param {Channel} channel
   * @param {Loaded} loaded
   */
  #mark(channel, loaded) {
    const newest = [...loaded.messages.values()].at(-1);
    const mine = newest?.author.id === this.#app.state.me.id;
    if (newest && mine && this.#app.store.arrived(newest.id)) this.#read = null;
    if (channel.unread === 0) this.#caughtUp = true;
    else if (this.#caughtUp && !this.#looking() && this.#laid) {
      this.#read = channel.read;
      this.#caughtUp = false;
    }
  }

  /**
   * Whether the newest message is this person's, or an answer to them, and was not shown before.
   *
   * @param {Loaded} loaded
   */
  #hasAnswer(loaded) {
    const newest = [...loaded.messages.values()].at(-1);
    if (!newest || newest.id === this.#newest) return false;
    this.#newest = newest.id;
    const asked = newest.interaction_metadata?.user.id;
    return [newest.author.id, asked].includes(this.#app.state.me.id);
  }

  #looking() {
    return this.#atBottom && document.visibilityState === "visible";
  }

  /**
   * @param {Channel} channel
   * @param {Loaded} loaded
   */
  #layOut(channel, loaded) {
    const { state, store } = this.#app;
    const notes = store.notes.filter((note) => note.channel === channel.id);
    const lines = linesOf(loaded.messages.values(), notes, this.#read, state.me.id);
    const shared = this.#sharedSign(channel);
    showRows(
      this.#beginning,
      loaded.more ? [] : [row("beginning", channel.name, () => beginning(this.#app, channel))],
    );
    const held = this.#list.contains(document.activeElement);
    showRows(
      this.#list,
      lines.map((line) => this.#row(line, shared)),
    );
    if (held && document.activeElement === document.body) this.#log.focus({ preventScroll: true });
  }

  /**
   * What all messages show of their channel: what this person may do here.
   *
   * @param {Channel} channel
   */
  #sharedSign(channel) {
    const { can_send, can_use_commands, can_manage_messages, archived } = channel;
    return JSON.stringify([can_send, can_use_commands, can_manage_messages, archived]);
  }

  /**
   * @param {Line} line
   * @param {string} shared
   * @returns {Row}
   */
  #row(line, shared) {
    const app = this.#app;
    switch (line.kind) {
      case "day":
        return row(`day-${line.date.toDateString()}`, null, () => day(app, line.date));
      case "new":
        return row("new", null, () => newLine(app));
      case "note":
        return row(`note-${line.note.number}`, null, () => noteElement(app, line.note));
      case "message":
        return this.#messageRow(line.message, line.grouped, shared);
    }
  }

  /**
   * @param {Message} message
   * @param {boolean} grouped
   * @param {string} shared
   */
  #messageRow(message, grouped, shared) {
    const app = this.#app;
    const thread = channelOf(app.state, message.id);
    const about = thread && [thread.name, thread.message_count, thread.archived];
    const named = [...message.content.matchAll(/<#(\d+)>/g)];
    const places = named.map(([, id]) => channelOf(app.state, id ?? null)?.name);
    const offered = entityNames(message.components, message, app);
    const from = [message, grouped, about, places, offered, shared];
    return row(`message-${message.id}`, from, (known) => {
      const arrived = app.store.arrived(message.id) && message.author.id !== app.state.me.id;
      const aloud = !known && arrived && !this.#announced.has(message.id);
      this.#announced.add(message.id);
      return h(
        "li",
        { class: "line", "aria-live": aloud ? null : "off" },
        messageElement(message, app, { grouped }),
      );
    });
  }

  /** Remember what is at the upper edge; the result puts it there again. */
  #hold() {
    const top = this.#log.getBoundingClientRect().top;
    const rows = [...this.#list.children].map((one) => ({ one, at: one.getBoundingClientRect() }));
    const seen = rows.filter(({ at }) => at.bottom > top).slice(0, ANCHORS);
    return () => {
      // The uppermost may be drawn anew: a day's divider further up, a message now grouped.
      const held = seen.find(({ one }) => one.isConnected && one.querySelector("article"));
      if (held) this.#log.scrollTop += held.one.getBoundingClientRect().top - held.at.top;
    };
  }

  /** Stand at the red line, or at the end. */
  #enter() {
    this.#toBottom();
    this.#list.querySelector(".new-line")?.scrollIntoView({ block: "center" });
    this.#scrolled();
  }

  #toBottom() {
    this.#log.scrollTop = this.#log.scrollHeight;
  }

  #scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.#log;
    this.#atBottom = scrollHeight - scrollTop - clientHeight < NEAR_BOTTOM;
    if (scrollTop < NEAR_TOP && this.#shown && this.#laid) this.#app.loadOlder(this.#shown);
    this.#settle();
  }

  /** The button that leads down, and the word to the server that all is read. */
  #settle() {
    const channel = this.#app.channel;
    if (!channel || channel.id !== this.#shown || !this.#laid) return;
    this.#jump.hidden = this.#atBottom;
    this.#jumpText.textContent = channel.unread
      ? this.#app.word("log.new-messages", { count: channel.unread })
      : this.#app.word("log.to-end");
    const newest = [...this.#laid.messages.keys()].at(-1) ?? null;
    const unread = channel.unread > 0 || channel.pings > 0;
    if (!unread || !this.#looking() || newest === this.#told) return;
    this.#told = newest;
    this.#app.request({ do: "read", channel: channel.id });
  }
}

/**
 * @param {Shell} app
 * @param {Channel} channel
 */
function beginning(app, channel) {
  const { name } = channel;
  const kind = channel.type === 1 ? "direct" : isThread(channel) ? "thread" : "channel";
  return h(
    "div",
    {},
    h("span", { class: "beginning-mark" }, channelIcon(channel)),
    h("h2", {}, kind === "channel" ? app.word("beginning.welcome", { name }) : name),
    h("p", {}, app.word(`beginning.${kind}`, { name })),
  );
}

/**
 * @param {Shell} app
 * @param {Date} date
 */
function day(app, date) {
  const text = new Intl.DateTimeFormat(app.state.me.locale, { dateStyle: "long" }).format(date);
  return h("li", { class: "day", "aria-live": "off" }, h("span", {}, text));
}

/** @param {Shell} app */
function newLine(app) {
  return h("li", { class: "new-line", "aria-live": "off" }, h("span", {}, app.word("log.new")));
}

/**
 * @param {Shell} app
 * @param {Note} note
 */
function noteElement(app, note) {
  const { command } = note;
  const inMenu = app.state.commands.some(
    ({ type, name }) => type === USER_MENU && name === command,
  );
  return h(
    "li",
    { class: "note" },
    icon("fault"),
    h(
      "div",
      {},
      h("p", { class: "note-text" }, app.word("message.no-response")),
      h(
        "p",
        { class: "note-foot" },
        h("code", {}, inMenu ? command : `/${command}`),
        " · ",
        app.word("message.only-you"),
        " · ",
        h(
          "button",
          {
            class: "link-button",
            onclick: () => {
              app.store.dismiss(note);
              app.draw();
            },
          },
          app.word("message.dismiss"),
        ),
      ),
    ),
  );
}

/** What can be done with a message: a bar that is seen while one is on the message. */

import { h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { channelOf } from "../lib/store.js";
import { wordsOf } from "./body.js";
import { beginEdit } from "./edit.js";
import { EPHEMERAL, THINKING } from "./flags.js";
import { askToRemove } from "./remove.js";

/** @import { App, Message } from "../types.d.ts" */

/**
 * @typedef {{ name: "reply" | "edit" | "copy" | "remove", key: string, run: () => void }} Action
 */

/**
 * @param {Message} message
 * @param {App} app
 * @param {() => void} redraw draws the message anew
 * @returns {HTMLElement[]}
 */
export function toolbar(message, app, redraw) {
  const actions = actionsFor(message, app, redraw);
  if (actions.length === 0) return [];
  const buttons = actions.map(({ name, key, run }, at) =>
    h(
      "button",
      {
        class: "tool",
        type: "button",
        "data-key": `${name}-${message.id}`,
        "aria-label": app.word(key),
        title: app.word(key),
        tabindex: at === 0 ? "0" : "-1",
        onclick: run,
      },
      icon(name),
    ),
  );
  const label = app.word("message.tools");
  const bar = h("div", { class: "tools", role: "toolbar", "aria-label": label }, buttons);
  bar.addEventListener("keydown", (event) => moveBetween(buttons, event));
  return [bar];
}

/**
 * @param {Message} message
 * @param {App} app
 * @param {() => void} redraw
 * @returns {Action[]}
 */
function actionsFor(message, app, redraw) {
  const channel = channelOf(app.state, message.channel_id);
  const lasting = !(message.flags & (EPHEMERAL | THINKING));
  const own = message.author.id === app.state.me.id;
  const words = wordsOf(message);
  /** @type {(Action | false | undefined)[]} */
  const actions = [
    lasting &&
      channel?.can_send && {
        name: "reply",
        key: "message.reply",
        run: () => app.replyTo(message),
      },
    lasting && own && { name: "edit", key: "message.edit", run: () => beginEdit(message, redraw) },
    words !== "" && { name: "copy", key: "message.copy", run: () => copy(words, app) },
    lasting &&
      (own || channel?.can_manage_messages) && {
        name: "remove",
        key: "message.delete",
        run: () => askToRemove(message, app),
      },
  ];
  return actions.filter((action) => action !== false && action !== undefined);
}

/**
 * @param {string} text
 * @param {App} app
 */
async function copy(text, app) {
  try {
    await navigator.clipboard.writeText(text);
    app.notify(app.word("message.copied"));
  } catch {
    app.notify(app.word("message.not-copied")); // the browser may forbid it
  }
}

/**
 * The bar is one stop of the Tab key; arrows move within it.
 *
 * @param {HTMLElement[]} buttons
 * @param {KeyboardEvent} event
 */
function moveBetween(buttons, event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const at = buttons.findIndex((button) => button.matches(":focus"));
  if (!step || at < 0) return;
  const next = buttons[(at + step + buttons.length) % buttons.length];
  for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
  next?.focus();
  event.preventDefault();
}

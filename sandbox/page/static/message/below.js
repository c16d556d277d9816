/** What stands under a message: its thread, and that nobody else sees it. */

import { h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { channelOf } from "../lib/store.js";
import { attempt } from "./failure.js";
import { EPHEMERAL, HAS_THREAD } from "./flags.js";

/** @import { App, Channel, Message } from "../types.d.ts" */

/**
 * @param {Message} message
 * @param {App} app
 * @returns {HTMLElement[]}
 */
export function belowMessage(message, app) {
  const thread = message.flags & HAS_THREAD ? channelOf(app.state, message.id) : null;
  return [
    ...(thread ? [threadCard(thread, app)] : []),
    ...(message.flags & EPHEMERAL ? [onlyYou(message, app)] : []),
  ];
}

/**
 * @param {Channel} thread
 * @param {App} app
 */
function threadCard(thread, app) {
  const view = h(
    "button",
    {
      class: "link",
      type: "button",
      "data-key": `thread-${thread.id}`,
      onclick: () => app.go(thread.id),
    },
    app.word("message.view-thread"),
  );
  const count = app.word("message.thread-count", { count: thread.message_count });
  return h(
    "div",
    { class: "thread-card" },
    icon("thread"),
    h("span", { class: "thread-name" }, thread.name),
    h("span", { class: "thread-count" }, count),
    view,
  );
}

/**
 * @param {Message} message
 * @param {App} app
 */
function onlyYou(message, app) {
  const dismiss = h(
    "button",
    {
      class: "link",
      type: "button",
      "data-key": `dismiss-${message.id}`,
      onclick: () =>
        attempt(app, { do: "dismiss", channel: message.channel_id, message: message.id }),
    },
    app.word("message.dismiss"),
  );
  const note = h("span", {}, icon("eye"), app.word("message.only-you"));
  return h("p", { class: "only-you" }, note, dismiss);
}

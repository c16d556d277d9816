/** The line over the conversation: where one is, and what can be done with a thread. */

import { h } from "../lib/dom.js";
import { channelIcon, icon } from "../lib/icons.js";
import { confirmed, openPopup } from "../lib/popup.js";
import { channelOf } from "../lib/store.js";
import { row, showRows } from "./keyed.js";
import { isThread, pathOf } from "./places.js";

/** @import { Channel } from "../types.d.ts" */
/** @import { Part, Shell } from "./shell.d.ts" */

/** @typedef {"join" | "leave" | "archive" | "lock" | "open" | "delete"} Change */

/**
 * @param {Shell} app
 * @returns {Part}
 */
export function conversationHeader(app) {
  const element = h("header", { class: "conversation-head" });
  const draw = () => {
    const channel = app.channel;
    const from = [
      channel?.id,
      channel?.name,
      channel?.joined,
      channel?.archived,
      channel?.locked,
      channel?.can_manage,
      app.view.drawer,
      app.view.aside,
    ];
    showRows(element, [row("head", from, () => content(app, channel))]);
  };
  return { element, draw };
}

/**
 * @param {Shell} app
 * @param {Channel | null} channel
 */
function content(app, channel) {
  return h(
    "div",
    { class: "head-line" },
    h(
      "button",
      {
        class: "icon-button narrow-only",
        "data-key": "drawer",
        "aria-label": app.word("drawer.open"),
        "aria-expanded": String(app.view.drawer),
        onclick: () => app.open({ drawer: true }),
      },
      icon("menu"),
    ),
    channel && breadcrumb(app, channel),
    h(
      "div",
      { class: "head-end" },
      channel && isThread(channel) && threadButton(app, channel),
      channel?.server && membersButton(app),
    ),
  );
}

/**
 * @param {Shell} app
 * @param {Channel} channel
 */
function breadcrumb(app, channel) {
  const parent = channelOf(app.state, channel.parent);
  return [
    parent && [
      h(
        "a",
        { class: "parent", href: pathOf(parent.id), "data-key": "parent" },
        channelIcon(parent),
        h("span", { class: "channel-name" }, parent.name),
      ),
      h("span", { class: "crumb", "aria-hidden": "true" }, "›"),
    ],
    h("h1", {}, channelIcon(channel), h("span", { class: "channel-name" }, channel.name)),
    channel.locked && stateMark(app.word("thread.locked")),
    channel.archived && stateMark(app.word("thread.archived")),
  ];
}

/** @param {string} text */
function stateMark(text) {
  return h("span", { class: "state-mark" }, text);
}

/** @param {Shell} app */
function membersButton(app) {
  const open = app.view.aside === "members";
  return h(
    "button",
    {
      class: "icon-button",
      "data-key": "members",
      "aria-label": app.word("members.title"),
      "aria-expanded": String(open),
      title: app.word("members.title"),
      onclick: () => app.open({ aside: open ? null : "members" }),
    },
    icon("people"),
  );
}

/**
 * @param {Shell} app
 * @param {Channel} thread
 */
function threadButton(app, thread) {
  const label = app.word("thread.menu");
  const button = h(
    "button",
    {
      class: "icon-button",
      "data-key": "thread-menu",
      "aria-label": label,
      "aria-haspopup": "dialog",
      "aria-expanded": "false",
      title: label,
      onclick: () => {
        const items = changes(thread).map((change) =>
          h(
            "button",
            {
              class: change === "delete" ? "popup-item danger" : "popup-item",
              onclick: () => {
                close();
                changeThread(app, thread, change);
              },
            },
            app.word(`thread.${change}`),
          ),
        );
        const close = openPopup(button, { label }, items);
      },
    },
    icon("more"),
  );
  return button;
}

/**
 * What this person may do with a thread now.
 *
 * @param {Channel} thread
 * @returns {Change[]}
 */
function changes(thread) {
  const closed = thread.archived || thread.locked;
  const managed = closed ? ["open", "delete"] : ["archive", "lock", "delete"];
  return /** @type {Change[]} */ ([
    thread.joined ? "leave" : "join",
    ...(thread.can_manage ? managed : []),
  ]);
}

/**
 * @param {Shell} app
 * @param {Channel} thread
 * @param {Change} change
 */
async function changeThread(app, thread, change) {
  const question = {
    title: app.word("thread.delete"),
    text: app.word("thread.delete-question", { name: thread.name }),
    yes: app.word("thread.delete"),
    no: app.word("question.cancel"),
  };
  if (change === "delete" && !(await confirmed(question))) return;
  await app.request({ do: "thread", channel: thread.id, change });
}

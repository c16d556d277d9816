/** The line over a message: what it replies to, or the command that it answers. */

import { h } from "../lib/dom.js";
import { wordsOf } from "./body.js";
import { preview } from "./markdown.js";
import { onPage } from "./on-page.js";
import { authorOf, avatar, nameButton, person } from "./people.js";
import { phrase } from "./phrase.js";

/** @import { App, Message } from "../types.d.ts" */

const REPLY = 19;
const USER_MENU = 23;
const PREVIEW_LENGTH = 300; // more than fits in a line

/**
 * @param {Message} message
 * @param {App} app
 * @returns {HTMLElement[]}
 */
export function aboveMessage(message, app) {
  if (message.command !== null) return [commandLine(message, message.command, app)];
  if (message.type === REPLY && message.referenced_message !== undefined) {
    return [replyLine(message, message.referenced_message, app)];
  }
  return [];
}

/**
 * @param {Message} message
 * @param {string} command
 * @param {App} app
 */
function commandLine(message, command, app) {
  const user = person(message.interaction_metadata?.user.id ?? "0", app);
  const parts = {
    name: nameButton(user, app, { class: "name", key: `user-${message.id}` }),
    command: h("span", { class: "command" }, message.type === USER_MENU ? command : `/${command}`),
  };
  return h(
    "div",
    { class: "message-above" },
    avatar(user, app),
    h("span", {}, phrase(app, "message.used", parts)),
  );
}

/**
 * @param {Message} message
 * @param {Message | null} origin
 * @param {App} app
 */
function replyLine(message, origin, app) {
  if (!origin) {
    const gone = h("span", { class: "above-text gone" }, app.word("message.reply-deleted"));
    return h("div", { class: "message-above" }, gone);
  }
  const author = authorOf(origin);
  const words = wordsOf(origin).slice(0, PREVIEW_LENGTH);
  const button = h(
    "button",
    {
      class: "reply-origin",
      type: "button",
      "data-key": `origin-${message.id}`,
      onclick: () => jumpTo(origin.id, app),
    },
    h("span", { class: "unseen" }, app.word("message.reply-to", { name: author.name })),
    h("span", { class: "name", "aria-hidden": "true" }, author.name),
    h("span", { class: "above-text" }, words ? preview(words, app) : app.word("message.no-text")),
  );
  return h("div", { class: "message-above" }, avatar(author, app), button);
}

/**
 * Bring a message of the same conversation into sight.
 *
 * @param {string} id
 * @param {App} app
 */
function jumpTo(id, app) {
  const target = onPage(id);
  if (!target) {
    app.notify(app.word("message.not-loaded"));
    return;
  }
  target.scrollIntoView({ block: "center" });
  target.focus({ preventScroll: true });
  target.classList.add("found");
  target.addEventListener("animationend", () => target.classList.remove("found"), { once: true });
}

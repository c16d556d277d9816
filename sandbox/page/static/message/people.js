/** How those who wrote a message are shown: picture, name, mark of a bot. */

import { h } from "../lib/dom.js";
import { botMark } from "../lib/icons.js";

/** @import { App, Message, User } from "../types.d.ts" */

/** How many colours css/message.css has for avatars. */
const COLOURS = 6;

/**
 * Who wrote a message. A webhook's messages have their own names.
 *
 * @param {Message} message
 * @returns {User}
 */
export function authorOf({ author }) {
  return {
    id: author.id,
    name: author.global_name ?? author.username,
    bot: author.bot ?? false,
  };
}

/**
 * Somebody by their id; who is not known has a name that says so.
 *
 * @param {string} id
 * @param {App} app
 * @returns {User}
 */
export function person(id, app) {
  const known = app.state.users[id];
  return known ?? { id, name: app.word("message.unknown-user"), bot: false };
}

/**
 * The first letters of a name's words, at most three.
 *
 * @param {string} name
 */
export function initials(name) {
  const words = name.split(/\s+/).filter(Boolean).slice(0, 3);
  return words.map((word) => [...word][0]).join("");
}

/**
 * The round picture of somebody: initials on a colour of their own, the bot's four pegs.
 *
 * @param {User} user
 * @param {App} app
 */
export function avatar(user, app) {
  if (user.id === app.state.bot.id) {
    return h("span", { class: "avatar bot-avatar", "aria-hidden": "true" }, botMark());
  }
  const colour = Number(BigInt(user.id) % BigInt(COLOURS));
  return h(
    "span",
    { class: "avatar", "data-colour": colour, "aria-hidden": "true" },
    initials(user.name),
  );
}

/**
 * A name that opens what can be done with the person.
 *
 * @param {User} user
 * @param {App} app
 * @param {{ class: string, key: string, text?: string }} how
 */
export function nameButton(user, app, { class: name, key, text = user.name }) {
  if (!app.state.users[user.id]) return h("span", { class: name }, text);
  return personButton(user, app, { class: name, "data-key": key }, text);
}

/**
 * A button that opens what can be done with somebody, by the right button too.
 *
 * @param {User} user
 * @param {App} app
 * @param {Record<string, string>} attributes
 * @param {...import("../lib/dom.js").Child} content
 */
export function personButton(user, app, attributes, ...content) {
  const open = () => app.openPerson(user.id, button);
  const button = h("button", { ...attributes, type: "button", onclick: open }, content);
  button.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    open();
  });
  return button;
}

/**
 * @param {User} user
 * @param {App} app
 */
export function botTag(user, app) {
  return user.bot && h("span", { class: "bot-tag" }, app.word("message.app"));
}

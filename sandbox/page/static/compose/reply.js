/**
 * The bar over the message box that says to whom one is replying.
 *
 * @import { App, Message } from "../types.d.ts"
 */

import { h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { phrase } from "../message/phrase.js";

/** @typedef {{ message: Message, ping: boolean }} Reply */

/**
 * @param {App} app
 * @param {Reply} reply
 * @param {() => void} end
 * @returns {HTMLElement[]} what stands in the bar
 */
export function replyBar(app, reply, end) {
  const { author } = reply.message;
  const name = app.state.users[author.id]?.name ?? author.global_name ?? author.username;
  const isOwn = author.id === app.state.me.id;
  const words = h(
    "span",
    { class: "compose-reply-text" },
    phrase(app, "compose.replying", { name: h("strong", {}, name) }),
  );
  const close = h(
    "button",
    {
      type: "button",
      class: "compose-close",
      "aria-label": app.word("compose.end-reply"),
      onclick: end,
    },
    icon("close"),
  );
  return isOwn ? [words, close] : [words, pingSwitch(app, reply, name), close];
}

/**
 * @param {App} app
 * @param {Reply} reply
 * @param {string} name
 */
function pingSwitch(app, reply, name) {
  const state = h("span");
  const element = h(
    "button",
    {
      type: "button",
      role: "switch",
      class: "compose-ping",
      onclick: () => {
        reply.ping = !reply.ping;
        show();
      },
    },
    h("span", { class: "unseen" }, app.word("compose.ping", { name })),
    " ",
    state,
  );
  function show() {
    state.textContent = app.word(reply.ping ? "compose.ping-on" : "compose.ping-off");
    element.setAttribute("aria-checked", String(reply.ping));
  }
  show();
  return element;
}

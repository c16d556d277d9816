/** The number of unread pings, as several parts show it. */

import { h } from "../lib/dom.js";

/** @import { App } from "../types.d.ts" */

/**
 * The number of unread pings, or nothing.
 *
 * @param {App} app
 * @param {number} pings
 */
export function badge(app, pings) {
  if (!pings) return null;
  return h(
    "span",
    { class: "badge" },
    pings > 99 ? "99+" : pings,
    h("span", { class: "unseen" }, ` ${app.word("channel.pings", { count: pings })}`),
  );
}

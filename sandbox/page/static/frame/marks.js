/** Small marks that several parts show: initials, numbers of pings. */

import { h } from "../lib/dom.js";

/** @import { App } from "../types.d.ts" */

/**
 * The first letters of a name's words.
 *
 * @param {string} name
 */
export function initials(name) {
  const words = name.split(/\s+/).filter(Boolean);
  return words
    .map((word) => [...word][0])
    .join("")
    .slice(0, 3);
}

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

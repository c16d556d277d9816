/** Links out of a text: to pages, and to channels, which are opened here. */

import { h } from "../lib/dom.js";
import { channelOf } from "../lib/store.js";

/** @import { App } from "../types.d.ts" */

const PLACE =
  /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:@me|\d+)\/(\d+)(?:\/\d+)?\/?$/;

/**
 * @param {string} url
 * @param {Node[] | null} label null: the address itself, or the channel's name
 * @param {App} app
 * @returns {HTMLElement}
 */
export function linkElement(url, label, app) {
  const place = channelOfAddress(url);
  if (place) return channelLink(place, label, app);
  if (!isWebAddress(url)) return h("span", {}, label ?? url);
  return h(
    "a",
    { href: url, title: label && url, target: "_blank", rel: "noopener noreferrer" },
    label ?? url,
  );
}

/** @param {string} url */
export function isWebAddress(url) {
  return /^https?:\/\//.test(url);
}

/**
 * The channel that an address of Discord's leads to.
 *
 * @param {string} url
 */
export function channelOfAddress(url) {
  return PLACE.exec(url)?.[1] ?? null;
}

/**
 * A channel's name, or another label, that opens the channel where this person sees it.
 *
 * @param {string} id
 * @param {Node[] | null} label
 * @param {App} app
 */
export function channelLink(id, label, app) {
  const channel = channelOf(app.state, id);
  const name = label ?? `#${channel?.name ?? app.word("message.unknown-channel")}`;
  if (!channel) return h("span", { class: "mention" }, name);
  const onclick = () => app.go(id);
  return h("button", { class: label ? "link" : "mention", type: "button", onclick }, name);
}

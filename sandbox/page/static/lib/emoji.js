/**
 * Emojis: the bot's own, which are pictures, and those that are characters.
 */

import { h } from "./dom.js";

/** @import { Emoji } from "../types.d.ts" */

const EMOJI =
  /\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3|(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F)[\p{Emoji_Modifier}\u{E0020}-\u{E007F}]*(?:\u200D\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]*)*/gu;

/**
 * @param {string} id
 * @param {string} name
 */
export function emojiImage(id, name) {
  const alt = `:${name}:`;
  return h("img", {
    class: "emoji",
    src: `/emojis/${id}.png`,
    alt,
    title: alt,
    draggable: "false",
  });
}

/**
 * The emoji of a button or an option. Beside a label it says nothing of its own.
 *
 * @param {Emoji | null | undefined} emoji
 * @param {string | undefined} label
 */
export function emojiElement(emoji, label) {
  if (!emoji?.name && !emoji?.id) return null;
  const element = emoji.id
    ? emojiImage(emoji.id, emoji.name ?? "")
    : h("span", { class: "emoji-text" }, emoji.name);
  if (label) element.setAttribute("aria-hidden", "true");
  return element;
}

/**
 * How many emojis a text has, or null when it has anything else but space.
 *
 * @param {string} text
 */
export function emojiCount(text) {
  const count = text.match(EMOJI)?.length ?? 0;
  return text.replace(EMOJI, "").trim() === "" ? count : null;
}

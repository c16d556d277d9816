/** What a message says: its text, files, embeds and components. */

import { h } from "../lib/dom.js";
import { formatted } from "../lib/time.js";
import { componentElements } from "./components.js";
import { attachmentElements, embedElement } from "./embeds.js";
import { THINKING } from "./flags.js";
import { render } from "./markdown.js";

/** @import { App, Component, Message } from "../types.d.ts" */

const TOKEN_LIFE = 15 * 60 * 1000; // an interaction can be answered for so long

const ACTION_ROW = 1;
const BUTTON = 2;
const TEXT_DISPLAY = 10;

/**
 * @param {Message} message
 * @param {App} app
 * @returns {(Node | false)[]}
 */
export function bodyOf(message, app) {
  if (message.flags & THINKING) return [thinking(message, app)];
  return [
    (message.content !== "" || message.edited_timestamp !== null) && text(message, app),
    ...attachmentElements(message.attachments, app),
    ...message.embeds.map((embed) => embedElement(embed, app)),
    ...componentElements(message, app),
  ];
}

/**
 * Every word of a message as it was written, markdown and all.
 *
 * @param {Message} message
 */
export function wordsOf(message) {
  const parts = [message.content];
  for (const embed of message.embeds) {
    const fields = embed.fields?.flatMap(({ name, value }) => [name, value]) ?? [];
    parts.push(embed.title ?? "", embed.description ?? "", ...fields, embed.footer?.text ?? "");
  }
  const spoken = flat(message.components).filter((part) => part.type === TEXT_DISPLAY);
  return [...parts, ...spoken.map((part) => part.content ?? "")].filter(Boolean).join("\n");
}

/**
 * Components without what can be pressed.
 *
 * @param {Component[]} components
 * @returns {Component[]}
 */
export function withoutControls(components) {
  return components
    .filter((part) => part.type !== ACTION_ROW)
    .map((part) => ({
      ...part,
      components: part.components && withoutControls(part.components),
      accessory: part.accessory?.type === BUTTON ? undefined : part.accessory,
    }));
}

/**
 * @param {Component[]} components
 * @returns {Component[]}
 */
function flat(components) {
  return components.flatMap((part) => [part, ...flat(part.components ?? [])]);
}

/**
 * @param {Message} message
 * @param {App} app
 */
function text(message, app) {
  const edited = message.edited_timestamp;
  return h(
    "div",
    { class: "message-text" },
    render(message.content, app, "message"),
    edited && editedMark(new Date(edited), app),
  );
}

/**
 * @param {Date} date
 * @param {App} app
 */
function editedMark(date, app) {
  const title = formatted(date, "F", app.state.me.locale);
  return h("span", { class: "edited", title }, ` ${app.word("message.edited")}`);
}

/**
 * An answer that was announced; it does not come any more when the interaction is too old.
 *
 * @param {Message} message
 * @param {App} app
 */
function thinking(message, app) {
  const left = Date.parse(message.timestamp) + TOKEN_LIFE - Date.now();
  const name = message.author.global_name ?? message.author.username;
  const dots = h("span", { class: "dots", "aria-hidden": "true" }, [h("i"), h("i"), h("i")]);
  const line = h("p", { class: "thinking" }, dots, app.word("message.thinking", { name }));
  const giveUp = () => {
    line.className = "thinking-ended";
    line.textContent = app.word("message.no-response");
  };
  if (left > 0) setTimeout(giveUp, left);
  else giveUp();
  return line;
}

/** Changing one's own message in its place. */

import { h } from "../lib/dom.js";
import { LONGEST_MESSAGE } from "../lib/limits.js";
import { attempt } from "./failure.js";
import { onPage } from "./on-page.js";
import { askToRemove } from "./remove.js";

/** @import { App, Message } from "../types.d.ts" */

/**
 * What is being edited. It is kept apart from the elements, so that a message that is drawn anew
 * keeps its field.
 *
 * @type {Map<string, string>}
 */
const drafts = new Map();

/** @param {Message} message */
export function isEdited(message) {
  return drafts.has(message.id);
}

/**
 * @param {Message} message
 * @param {() => void} redraw
 */
export function beginEdit(message, redraw) {
  drafts.set(message.id, message.content);
  redraw();
  const field = document.querySelector(`[data-key="edit-${CSS.escape(message.id)}"]`);
  if (!(field instanceof HTMLTextAreaElement)) return;
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}

/**
 * @param {Message} message
 * @param {App} app
 * @param {() => void} redraw
 */
export function editField(message, app, redraw) {
  const field = h("textarea", {
    class: "edit-text",
    rows: "1",
    "data-key": `edit-${message.id}`,
    "aria-label": app.word("message.edit-label"),
    oninput: () => drafts.set(message.id, field.value),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape") end();
      else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) save();
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
  });
  field.value = drafts.get(message.id) ?? message.content;
  const end = () => {
    drafts.delete(message.id);
    redraw();
    onPage(message.id)?.focus({ preventScroll: true });
  };
  const save = () => {
    const text = field.value.trim();
    if ([...text].length > LONGEST_MESSAGE) {
      app.notify(app.word("compose.too-long", { count: LONGEST_MESSAGE }));
      return;
    }
    end();
    if (text === "") askToRemove(message, app);
    else if (text !== message.content) send(message, text, app, redraw);
  };
  return h(
    "div",
    { class: "edit" },
    field,
    h(
      "p",
      { class: "edit-hint" },
      h("button", { class: "link", type: "button", onclick: end }, app.word("message.edit-cancel")),
      h("span", { "aria-hidden": "true" }, "·"),
      h("button", { class: "link", type: "button", onclick: save }, app.word("message.edit-save")),
    ),
  );
}

/**
 * @param {Message} message
 * @param {string} text
 * @param {App} app
 * @param {() => void} redraw
 */
async function send(message, text, app, redraw) {
  const done = await attempt(app, {
    do: "edit",
    channel: message.channel_id,
    message: message.id,
    text,
  });
  if (done) return;
  drafts.set(message.id, text);
  redraw();
}

/** Keys that work everywhere on the page. */

import { listed } from "./places.js";

/** @import { Shell } from "./shell.d.ts" */

/**
 * @param {Shell} app
 * @param {KeyboardEvent} event
 */
export function steer(app, event) {
  if (event.defaultPrevented || document.querySelector(":popover-open, dialog[open]")) return;
  if (event.key === "Escape") leave(app);
  else if (event.altKey && event.key === "ArrowUp") step(app, event, -1);
  else if (event.altKey && event.key === "ArrowDown") step(app, event, 1);
  else if (isTyped(event) && document.activeElement === document.body) write(app);
}

/**
 * Whether a key would write something. The space bar scrolls where nothing is written.
 *
 * @param {KeyboardEvent} event
 */
function isTyped({ key, ctrlKey, metaKey, altKey }) {
  return key.length === 1 && key !== " " && !(ctrlKey || metaKey || altKey);
}

/**
 * What is typed with the keyboard nowhere goes into the message box, this key included.
 *
 * @param {Shell} app
 */
function write(app) {
  if (app.channel) app.go(app.channel.id);
}

/**
 * Close what is open around the conversation and has the keyboard.
 *
 * @param {Shell} app
 */
function leave(app) {
  if (app.view.drawer) app.open({ drawer: false });
  else if (document.activeElement?.closest("aside")) app.open({ aside: null });
}

/**
 * Go to the channel above or below in the list.
 *
 * @param {Shell} app
 * @param {KeyboardEvent} event
 * @param {1 | -1} by
 */
function step(app, event, by) {
  const channels = listed(app.state, app.channel);
  const at = channels.findIndex((channel) => channel.id === app.channel?.id);
  const next = channels[(at + by + channels.length) % channels.length];
  event.preventDefault();
  if (next) app.go(next.id);
}

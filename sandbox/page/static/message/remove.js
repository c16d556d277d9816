/** Deleting a message, after a question. */

import { confirmed } from "../lib/popup.js";
import { attempt } from "./failure.js";

/** @import { App, Message } from "../types.d.ts" */

/**
 * @param {Message} message
 * @param {App} app
 */
export async function askToRemove(message, app) {
  const sure = await confirmed({
    title: app.word("message.delete-title"),
    text: app.word("message.delete-question"),
    yes: app.word("message.delete"),
    no: app.word("message.delete-cancel"),
  });
  if (!sure) return;
  await attempt(app, { do: "delete", channel: message.channel_id, message: message.id });
}

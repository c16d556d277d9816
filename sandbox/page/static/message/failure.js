/** Asking the server on behalf of a message, and what is said when that comes to nothing. */

import { h } from "../lib/dom.js";
import { sentenceOf } from "../lib/socket.js";
import { onPage } from "./on-page.js";

/** @import { App, Ask, Message, Result } from "../types.d.ts" */

/**
 * Ask, and tell the person when it is refused.
 *
 * @param {App} app
 * @param {Ask} what
 * @returns {Promise<Result | null>} null when it was refused
 */
export async function attempt(app, what) {
  try {
    return await app.ask(what);
  } catch (error) {
    app.notify(sentenceOf(error));
    return null;
  }
}

/**
 * The controls whose requests run, by message and custom id: the message may be drawn anew
 * meanwhile, and its new button is the same one to whoever presses it.
 *
 * @type {Set<string>}
 */
const running = new Set();

/**
 * Whether a control's request runs.
 *
 * @param {Message} message
 * @param {string} customId
 */
export function isRunning(message, customId) {
  return running.has(`${message.id} ${customId}`);
}

/**
 * Use a control of a message. The control shows that its request runs.
 *
 * @param {Message} message
 * @param {App} app
 * @param {Extract<Ask, { do: "press" | "select" }>} what
 * @param {HTMLElement} control
 */
export async function interact(message, app, what, control) {
  const key = `${message.id} ${what.custom_id}`;
  if (running.has(key)) return;
  running.add(key);
  showBusy(control);
  failureOf(onPage(message.id))?.remove();
  const result = await attempt(app, what);
  running.delete(key);
  const now = onPage(message.id)?.querySelector(
    `[data-key="${CSS.escape(control.dataset.key ?? "")}"]`,
  );
  for (const one of [control, now]) if (one) one.ariaBusy = one.ariaDisabled = null;
  if (result?.outcome === "failed") tellFailure(message.id, app);
  if (result?.box) app.openBox(result.box);
}

/** @param {Element} control */
export function showBusy(control) {
  control.ariaBusy = control.ariaDisabled = "true";
}

/**
 * Say that a control was not answered: under its message, or wherever the person looks now.
 *
 * @param {string} message
 * @param {App} app
 */
function tellFailure(message, app) {
  const article = onPage(message);
  if (article) showFailure(article, app);
  else app.notify(app.word("message.interaction-failed"));
}

/**
 * Say under a message that its control was not answered.
 *
 * @param {Element} article
 * @param {App} app
 */
export function showFailure(article, app) {
  failureOf(article)?.remove();
  const notice = h(
    "p",
    { class: "message-failure", role: "alert" },
    app.word("message.interaction-failed"),
  );
  article.querySelector(".message-main")?.append(notice);
}

/** @param {Element | null} article */
function failureOf(article) {
  return article?.querySelector(".message-failure");
}

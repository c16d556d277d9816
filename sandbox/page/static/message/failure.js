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
 * Use a control of a message. The control shows that its request runs.
 *
 * @param {Message} message
 * @param {App} app
 * @param {Ask} what
 * @param {HTMLElement} control
 */
export async function interact(message, app, what, control) {
  if (control.ariaBusy === "true") return;
  control.ariaBusy = "true";
  control.ariaDisabled = "true";
  failureOf(onPage(message.id))?.remove();
  const result = await attempt(app, what);
  control.ariaBusy = null;
  control.ariaDisabled = null;
  const article = onPage(message.id);
  if (result?.outcome === "failed" && article) showFailure(article, app);
  if (result?.box) app.openBox(result.box);
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

/** A message as one line of a conversation. */

import { h, replace } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { formatted, spoken, timeElement } from "../lib/time.js";
import { aboveMessage } from "./above.js";
import { belowMessage } from "./below.js";
import { bodyOf, withoutControls } from "./body.js";
import { editField, isEdited } from "./edit.js";
import { showFailure } from "./failure.js";
import { EPHEMERAL } from "./flags.js";
import { channelLink } from "./links.js";
import { onPage } from "./on-page.js";
import { authorOf, avatar, botTag, nameButton, person } from "./people.js";
import { phrase } from "./phrase.js";
import { toolbar } from "./toolbar.js";

/** @import { App, Message, User } from "../types.d.ts" */

export { showFailure };

const MEMBER_ADDED = 1;
const THREAD_CREATED = 18;
const THREAD_STARTER = 21;

/**
 * @param {Message} message
 * @param {App} app
 * @param {{ grouped?: boolean }} [how] grouped: it stands under the name of the one before it
 * @returns {HTMLElement}
 */
export function messageElement(message, app, { grouped = false } = {}) {
  switch (message.type) {
    case MEMBER_ADDED:
    case THREAD_CREATED:
      return eventElement(message, app);
    case THREAD_STARTER:
      return starterElement(message, app);
    default:
      return writtenElement(message, app, grouped);
  }
}

/**
 * What somebody wrote, the bot included.
 *
 * @param {Message} message
 * @param {App} app
 * @param {boolean} grouped
 */
function writtenElement(message, app, grouped) {
  const author = authorOf(message);
  const redraw = () => {
    const now = onPage(message.id);
    if (now) replace(now, messageElement(message, app, { grouped }));
  };
  const element = articleOf(message, message, app);
  element.classList.toggle("grouped", grouped);
  element.classList.toggle("pings", message.pings_me);
  element.classList.toggle("ephemeral", (message.flags & EPHEMERAL) !== 0);
  element.append(
    ...aboveMessage(message, app),
    grouped ? timeOf(message, app, "t") : picture(author, app),
    h(
      "div",
      { class: "message-main" },
      !grouped && head(message, author, app),
      isEdited(message) ? editField(message, app, redraw) : bodyOf(message, app),
      belowMessage(message, app),
    ),
    ...(isEdited(message) ? [] : toolbar(message, app, redraw)),
  );
  return element;
}

/**
 * The message that a thread began with, at the thread's top. What can be pressed on it stays where
 * it was written.
 *
 * @param {Message} message
 * @param {App} app
 */
function starterElement(message, app) {
  const origin = message.referenced_message;
  if (!origin) {
    const gone = app.word("message.starter-gone");
    return eventLine(message, app, [h("span", {}, gone)]);
  }
  const author = authorOf(origin);
  const element = articleOf(message, origin, app);
  element.append(
    picture(author, app),
    h(
      "div",
      { class: "message-main" },
      head(origin, author, app),
      bodyOf({ ...origin, components: withoutControls(origin.components) }, app),
    ),
  );
  return element;
}

/**
 * Something that happened, told by Discord.
 *
 * @param {Message} message
 * @param {App} app
 */
function eventElement(message, app) {
  const key = `name-${message.id}`;
  const name = nameButton(authorOf(message), app, { class: "name", key });
  if (message.type === THREAD_CREATED) {
    const label = [h("strong", {}, message.content)];
    const thread = channelLink(message.message_reference?.channel_id ?? "", label, app);
    return eventLine(message, app, phrase(app, "message.thread-created", { name, thread }));
  }
  const added = person(message.mentions[0]?.id ?? "", app);
  const other = nameButton(added, app, { class: "name", key: `added-${message.id}` });
  return eventLine(message, app, phrase(app, "message.member-added", { name, other }));
}

/**
 * @param {Message} message
 * @param {App} app
 * @param {(Node | string)[]} content
 */
function eventLine(message, app, content) {
  const element = articleOf(message, message, app);
  element.classList.add("event");
  element.append(
    h("span", { class: "event-mark" }, icon("thread")),
    h("div", { class: "message-main" }, content, " ", timeOf(message, app)),
  );
  return element;
}

/**
 * @param {Message} message whose place it is
 * @param {Message} shown what stands there
 * @param {App} app
 */
function articleOf(message, shown, app) {
  const name = authorOf(shown).name;
  const time = spoken(new Date(shown.timestamp), app);
  return h("article", {
    class: "message",
    "data-key": `m${message.id}`,
    "aria-label": `${name}, ${time}`,
    tabindex: "-1",
  });
}

/**
 * @param {Message} message
 * @param {User} author
 * @param {App} app
 */
function head(message, author, app) {
  return h(
    "div",
    { class: "message-head" },
    nameButton(author, app, { class: "name", key: `name-${message.id}` }),
    botTag(author, app),
    timeOf(message, app),
  );
}

/**
 * @param {Message} message
 * @param {App} app
 * @param {string} [style] one of Discord's; else as far back as it is
 */
function timeOf(message, app, style) {
  const date = new Date(message.timestamp);
  const locale = app.state.me.locale;
  const text = style ? formatted(date, style, locale) : spoken(date, app);
  const element = timeElement(date, text, locale);
  element.className = "message-time";
  return element;
}

/**
 * The author's picture. It opens the same as the name does, which is the keyboard's way.
 *
 * @param {User} author
 * @param {App} app
 */
function picture(author, app) {
  const shown = avatar(author, app);
  if (app.state.users[author.id]) {
    shown.classList.add("pressable");
    shown.addEventListener("click", () => app.openPerson(author.id, shown));
  }
  return shown;
}

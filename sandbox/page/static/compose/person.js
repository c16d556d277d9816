/**
 * The small card of a person and what can be done with them.
 *
 * @import { App, Channel, User } from "../types.d.ts"
 */

import { h } from "../lib/dom.js";
import { avatar, botTag } from "../message/people.js";
import { run, sentenceOf } from "./run.js";
import { menuIn, nameOf } from "./slash.js";

const MARGIN = 8;

/**
 * Show the card beside an element. Escape, a press elsewhere and Tab close it.
 *
 * @param {string} id whose
 * @param {HTMLElement} anchor
 * @param {App} app
 */
export function openPerson(id, anchor, app) {
  const user = app.state.users[id];
  if (!user) return;
  const card = h(
    "div",
    { class: "person-card", popover: "auto", role: "dialog", "aria-label": user.name },
    h(
      "div",
      { class: "person-head" },
      avatar(user, app),
      h("strong", {}, user.name),
      botTag(user, app) || h("span", { class: "person-kind" }, app.word("person.person")),
    ),
    menu(user, app, () => card.hidePopover()),
  );
  card.addEventListener("keydown", (event) => moveIn(card, event));
  card.addEventListener("toggle", (event) => {
    if (event.newState === "open") return;
    const held = card.contains(document.activeElement) || document.activeElement === document.body;
    card.remove();
    if (held) anchor.focus({ preventScroll: true });
  });
  document.body.append(card);
  card.showPopover();
  place(card, anchor.getBoundingClientRect());
  items(card)[0]?.focus();
}

/**
 * @param {User} user
 * @param {App} app
 * @param {() => void} close
 */
function menu(user, app, close) {
  const { channel } = app;
  const commands = channel ? menuIn(app.state, channel) : [];
  return h(
    "div",
    { role: "menu", "aria-label": app.word("person.menu", { name: user.name }) },
    item(app.word("person.mention"), () => {
      close();
      app.insert(`@${user.name} `);
    }),
    channel &&
      commands.length > 0 &&
      h(
        "div",
        { role: "group", "aria-labelledby": "person-apps" },
        h("div", { class: "person-heading", id: "person-apps" }, app.word("person.apps")),
        commands.map((command) =>
          item(nameOf(command, app.state.me.locale), () => {
            close();
            use(command.name, user, channel, app);
          }),
        ),
      ),
  );
}

/**
 * @param {string} text
 * @param {() => void} onclick
 */
function item(text, onclick) {
  return h("button", { type: "button", role: "menuitem", tabindex: -1, onclick }, text);
}

/**
 * @param {string} name of a command
 * @param {User} user
 * @param {Channel} channel
 * @param {App} app
 */
async function use(name, user, channel, app) {
  try {
    await run(app, { do: "menu", channel: channel.id, name, target: user.id });
  } catch (error) {
    app.notify(sentenceOf(error));
  }
}

/** @param {HTMLElement} card */
function items(card) {
  return [...card.querySelectorAll("button")];
}

/**
 * @param {HTMLElement} card
 * @param {KeyboardEvent} event
 */
function moveIn(card, event) {
  const all = items(card);
  const at = all.findIndex((one) => one.matches(":focus"));
  /** @type {Record<string, HTMLElement | undefined>} */
  const next = {
    ArrowDown: all[(at + 1) % all.length],
    ArrowUp: all.at(at - 1),
    Home: all[0],
    End: all.at(-1),
  };
  if (event.key === "Tab") card.hidePopover();
  else if (!(event.key in next)) return;
  event.preventDefault();
  next[event.key]?.focus();
}

/**
 * Under its anchor, or over it where there is no room below.
 *
 * @param {HTMLElement} card
 * @param {DOMRect} anchor
 */
function place(card, anchor) {
  const { clientWidth, clientHeight } = document.documentElement;
  const right = clientWidth - card.offsetWidth - MARGIN;
  const fits = anchor.bottom + card.offsetHeight + MARGIN <= clientHeight;
  const top = fits ? anchor.bottom + MARGIN / 2 : anchor.top - card.offsetHeight - MARGIN / 2;
  card.style.left = `${Math.max(MARGIN, Math.min(anchor.left, right))}px`;
  card.style.top = `${Math.max(MARGIN, top)}px`;
}

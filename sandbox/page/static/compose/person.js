/**
 * The small card of a person and what can be done with them.
 *
 * @import { App, Channel, User } from "../types.d.ts"
 */

import { h } from "../lib/dom.js";
import { openPopup } from "../lib/popup.js";
import { sentenceOf } from "../lib/socket.js";
import { avatar, botTag } from "../message/people.js";
import { run } from "./run.js";
import { menuIn, nameOf } from "./slash.js";

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
  const close = openPopup(anchor, { label: user.name, look: "person-card" }, [
    h(
      "div",
      { class: "person-head" },
      avatar(user, app),
      h("strong", {}, user.name),
      botTag(user, app) || h("span", { class: "person-kind" }, app.word("person.person")),
    ),
    menu(user, app, () => close()),
  ]);
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
    {
      role: "menu",
      "aria-label": app.word("person.menu", { name: user.name }),
      onkeydown: (/** @type {KeyboardEvent} */ event) => move(event, close),
    },
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

/**
 * @param {KeyboardEvent} event in a menu
 * @param {() => void} close
 */
function move(event, close) {
  const menu = /** @type {HTMLElement} */ (event.currentTarget);
  const all = [...menu.querySelectorAll("button")];
  const at = all.findIndex((one) => one.matches(":focus"));
  /** @type {Record<string, HTMLElement | undefined>} */
  const next = {
    ArrowDown: all[(at + 1) % all.length],
    ArrowUp: all.at(at - 1),
    Home: all[0],
    End: all.at(-1),
  };
  if (event.key === "Tab") close();
  else if (!(event.key in next)) return;
  event.preventDefault();
  next[event.key]?.focus();
}

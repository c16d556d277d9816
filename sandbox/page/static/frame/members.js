/** The people of a server, or of a thread. */

import { h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { avatar, personButton } from "../message/people.js";
import { row, showRows } from "./keyed.js";
import { isThread, serverOf } from "./places.js";

/** @import { User } from "../types.d.ts" */
/** @import { Part, Shell } from "./shell.d.ts" */

/**
 * @param {Shell} app
 * @returns {Part}
 */
export function memberList(app) {
  const number = h("span", {});
  const list = h("ul", { class: "people-list" });
  const element = h(
    "aside",
    { class: "members", "aria-label": app.word("members.title") },
    h(
      "div",
      { class: "side-head" },
      h("h2", {}, app.word("members.title"), " ", number),
      h(
        "button",
        {
          class: "icon-button",
          "aria-label": app.word("members.close"),
          title: app.word("members.close"),
          onclick: () => app.open({ aside: null }),
        },
        icon("close"),
      ),
    ),
    list,
  );
  const draw = () => {
    const users = members(app);
    number.textContent = `(${users.length})`;
    showRows(
      list,
      users.map((user) => row(user.id, user, () => h("li", {}, memberButton(app, user)))),
    );
  };
  return { element, draw };
}

/**
 * @param {Shell} app
 * @returns {User[]}
 */
function members(app) {
  const { channel, state } = app;
  const server = serverOf(state, channel);
  const ids = channel && isThread(channel) ? channel.members : (server?.members ?? []);
  return ids
    .flatMap((id) => state.users[id] ?? [])
    .toSorted(
      (one, other) => Number(one.bot) - Number(other.bot) || one.name.localeCompare(other.name),
    );
}

/**
 * @param {Shell} app
 * @param {User} user
 */
function memberButton(app, user) {
  return personButton(
    user,
    app,
    { class: "member", "data-key": `member-${user.id}` },
    avatar(user, app),
    h("span", { class: "person-name" }, user.name),
    user.bot && h("span", { class: "role" }, app.word("message.app")),
  );
}

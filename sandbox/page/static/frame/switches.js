/** The panel's switches. Each shows how the sandbox has it now, whoever changed it. */

import { h } from "../lib/dom.js";
import { channelOf } from "../lib/store.js";
import { row, showRows } from "./keyed.js";
import { isThread } from "./places.js";

/** @import { Ask, Channel, Moderation, Server, Tenant } from "../types.d.ts" */
/** @import { Part, Shell } from "./shell.d.ts" */

/**
 * @param {Shell} app
 * @returns {Part}
 */
export function switches(app) {
  const groups = h("div", { class: "switches" });
  const draw = () => {
    const { bot, people, permissions } = app.state;
    const channel = ruling(app);
    const server = app.state.servers.find(({ id }) => id === channel?.server) ?? null;
    const thread = app.channel && isThread(app.channel) ? app.channel : null;
    showRows(groups, [
      row("bot", bot, () => botGroup(app)),
      row("dms", people.map(dmsFrom), () => dmsGroup(app)),
      row("server", [server?.id, server?.name, server?.members.includes(bot.id)], () =>
        serverGroup(app, server),
      ),
      row("thread", [thread?.id, thread?.name, thread?.archived, thread?.locked], () =>
        threadGroup(app, thread),
      ),
      row("permissions", [channel?.id, channel?.name, channel?.denied, permissions], () =>
        permissionGroup(app, channel),
      ),
    ]);
  };
  return { element: groups, draw };
}

/** @param {Tenant} person */
function dmsFrom(person) {
  return [person.id, person.name, person.dms_open];
}

/**
 * The channel whose permissions hold where one is: a thread has those of its parent.
 *
 * @param {Shell} app
 */
function ruling(app) {
  const { channel, state } = app;
  return channelOf(state, channel?.parent ?? null) ?? channel;
}

/**
 * @param {string} title
 * @param {...import("../lib/dom.js").Child} content
 */
function group(title, ...content) {
  return h("section", { class: "switch-group", "aria-label": title }, h("h3", {}, title), content);
}

/** @param {Shell} app */
function botGroup(app) {
  const { connected, running, restartable } = app.state.bot;
  return group(
    app.word("switches.bot"),
    h(
      "p",
      { class: "marks" },
      mark(running, app.word(running ? "switches.running" : "switches.not-running")),
      mark(connected, app.word(connected ? "switches.connected" : "switches.not-connected")),
    ),
    h(
      "div",
      { class: "switch-buttons" },
      h(
        "button",
        {
          class: "plain-button",
          "data-key": "drop",
          disabled: !connected,
          onclick: () => app.request({ do: "drop" }),
        },
        app.word("switches.drop"),
      ),
      h(
        "button",
        {
          class: "plain-button",
          "data-key": "restart",
          disabled: !restartable,
          "aria-describedby": restartable ? null : "not-restartable",
          onclick: () => app.request({ do: "restart" }),
        },
        app.word("switches.restart"),
      ),
    ),
    !restartable &&
      h("p", { class: "reason", id: "not-restartable" }, app.word("switches.no-restart")),
  );
}

/**
 * @param {boolean} good
 * @param {string} text
 */
function mark(good, text) {
  return h("span", { class: good ? "mark good" : "mark bad" }, h("b", {}, good ? "✓" : "✕"), text);
}

/** @param {Shell} app */
function dmsGroup(app) {
  return group(
    app.word("switches.dms"),
    app.state.people.map((person) =>
      toggle(app, `dms-${person.id}`, person.name, {
        on: person.dms_open,
        change: (open) => ({ do: "dms", person: person.id, open }),
      }),
    ),
  );
}

/**
 * Whether the bot is in the server that is looked at.
 *
 * @param {Shell} app
 * @param {Server | null} server
 */
function serverGroup(app, server) {
  const title = app.word("switches.server");
  if (!server) return group(title, h("p", { class: "reason" }, app.word("switches.server-none")));
  return group(
    title,
    toggle(app, "membership", app.word("switches.membership", { name: server.name }), {
      on: server.members.includes(app.state.bot.id),
      change: (present) => ({ do: "membership", server: server.id, present }),
    }),
  );
}

/**
 * What a moderator can do to the thread that is looked at, done by whoever looks.
 *
 * @param {Shell} app
 * @param {Channel | null} thread
 */
function threadGroup(app, thread) {
  const title = app.word("switches.thread");
  if (!thread) return group(title, h("p", { class: "reason" }, app.word("switches.thread-none")));
  /** @param {Moderation} change @returns {Ask} */
  const ask = (change) => ({ do: "moderate", channel: thread.id, change });
  return group(
    app.word("switches.thread-named", { name: thread.name }),
    toggle(app, "thread-archived", app.word("thread.archived"), {
      on: thread.archived,
      change: (on) => ask(on ? "archive" : "unarchive"),
    }),
    toggle(app, "thread-locked", app.word("thread.locked"), {
      on: thread.locked,
      change: (on) => ask(on ? "lock" : "unlock"),
    }),
    h(
      "div",
      { class: "switch-buttons" },
      h(
        "button",
        {
          class: "plain-button",
          "data-key": "thread-delete",
          onclick: () => app.request(ask("delete")),
        },
        app.word("thread.delete"),
      ),
    ),
  );
}

/**
 * @param {Shell} app
 * @param {Channel | null} channel
 */
function permissionGroup(app, channel) {
  if (!channel?.server) {
    return group(
      app.word("switches.permissions"),
      h("p", { class: "reason" }, app.word("switches.permissions-none")),
    );
  }
  return group(
    app.word("switches.permissions-in", { name: channel.name }),
    app.state.permissions.map((permission) =>
      toggle(app, permission, app.word(`permission.${permission}`), {
        on: !channel.denied.includes(permission),
        change: (allowed) => ({ do: "permission", channel: channel.id, permission, allowed }),
      }),
    ),
  );
}

/**
 * A switch that stays as the sandbox has it until the sandbox says otherwise.
 *
 * @param {Shell} app
 * @param {string} key
 * @param {string} label
 * @param {{ on: boolean, change: (on: boolean) => Ask }} what
 */
function toggle(app, key, label, { on, change }) {
  const input = h("input", {
    type: "checkbox",
    role: "switch",
    checked: on,
    "data-key": key,
    onchange: async () => {
      const wanted = input.checked;
      input.checked = on;
      await app.request(change(wanted));
    },
  });
  return h("label", { class: "toggle" }, h("span", {}, label), input);
}

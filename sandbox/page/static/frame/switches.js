/** The panel's switches. Each shows how the sandbox has it now, whoever changed it. */

import { h } from "../lib/dom.js";
import { channelOf } from "../lib/store.js";
import { row, showRows } from "./keyed.js";

/** @import { Ask, Channel, Tenant } from "../types.d.ts" */
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
    showRows(groups, [
      row("bot", bot, () => botGroup(app)),
      row("dms", people.map(dmsFrom), () => dmsGroup(app)),
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

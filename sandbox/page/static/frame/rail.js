/** The left edge: the private messages and the servers. */

import { h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { initials } from "../message/people.js";
import { row, showRows } from "./keyed.js";
import { badge } from "./marks.js";
import { pathOf, sums } from "./places.js";

/** @import { Server } from "../types.d.ts" */
/** @import { Part, Shell } from "./shell.d.ts" */

/**
 * @param {Shell} app
 * @returns {Part}
 */
export function rail(app) {
  const list = h("ul", {});
  const draw = () => {
    const { direct, servers } = app.state;
    const shown = app.channel?.server ?? null;
    showRows(list, [
      row("direct", [direct.unread, direct.pings, shown === null], () => directItem(app)),
      ...servers.map((server) => {
        const target = app.lastIn(server.id);
        const { unread, pings } = sums(server.channels);
        const from = [server.name, server.available, target, unread, pings, shown === server.id];
        return row(server.id, from, () => serverItem(app, server));
      }),
    ]);
  };
  const element = h("nav", { class: "rail", "aria-label": app.word("rail.title") }, list);
  return { element, draw };
}

/** @param {Shell} app */
function directItem(app) {
  const { direct } = app.state;
  return item(app, {
    key: "direct",
    name: app.word("direct.title"),
    href: pathOf(direct.id),
    mark: icon("direct"),
    chosen: (app.channel?.server ?? null) === null,
    unread: direct.unread,
    pings: direct.pings,
  });
}

/**
 * @param {Shell} app
 * @param {Server} server
 */
function serverItem(app, server) {
  const target = app.lastIn(server.id);
  const usable = server.available && target;
  return item(app, {
    key: server.id,
    name: server.available ? server.name : app.word("server.unavailable", { name: server.name }),
    href: usable ? pathOf(target) : null,
    mark: h("span", { class: "initials", "aria-hidden": "true" }, initials(server.name)),
    chosen: app.channel?.server === server.id,
    ...sums(server.channels),
  });
}

/**
 * @param {Shell} app
 * @param {{ key: string, name: string, href: string | null, mark: Node, chosen: boolean,
 *   unread: number, pings: number }} place
 */
function item(app, { key, name, href, mark, chosen, unread, pings }) {
  const classes = ["place", chosen && "chosen", unread > 0 && "unread"];
  return h(
    "li",
    { class: classes.filter(Boolean).join(" ") },
    h(
      "a",
      {
        href,
        role: href ? null : "link",
        "aria-disabled": href ? null : "true",
        "aria-current": chosen ? "true" : null,
        "data-key": `place-${key}`,
        title: name,
      },
      h("span", { class: "mark" }, mark),
      h("span", { class: "unseen" }, name),
      unread > 0 && h("span", { class: "unseen" }, `, ${app.word("channel.unread")}`),
      badge(app, pings),
    ),
  );
}

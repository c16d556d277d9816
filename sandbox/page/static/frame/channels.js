/** The list of channels of the chosen server, or the private conversation. */

import { h } from "../lib/dom.js";
import { channelIcon, icon } from "../lib/icons.js";
import { openPopup } from "../lib/popup.js";
import { row, showRows } from "./keyed.js";
import { badge } from "./marks.js";
import { branches, isThread, pathOf, serverOf } from "./places.js";

/** @import { Channel, Server } from "../types.d.ts" */
/** @import { Row } from "./keyed.js" */
/** @import { Part, Shell } from "./shell.d.ts" */

/**
 * @param {Shell} app
 * @returns {Part}
 */
export function channelList(app) {
  const head = h("div", { class: "side-head" });
  const list = h("ul", { class: "channel-list" });
  const draw = () => {
    const server = serverOf(app.state, app.channel);
    const from = [server?.id, server?.name, server?.locale, server?.can_manage];
    showRows(head, [row("head", from, () => heading(app, server))]);
    showRows(
      list,
      server ? branches(server, app.channel?.id ?? null).flatMap(branchRows) : direct(),
    );
  };
  const direct = () => [channelRow(app, app.state.direct)];
  /** @param {ReturnType<typeof branches>[number]} branch */
  const branchRows = ({ channel, open, folded }) => [
    ...[channel, ...open].map((one) => channelRow(app, one)),
    ...(folded.length > 0 ? [foldRow(app, channel, folded)] : []),
  ];
  const element = h(
    "nav",
    { class: "channels", "aria-label": app.word("channels.title") },
    head,
    list,
  );
  return { element, draw };
}

/**
 * @param {Shell} app
 * @param {Server | null} server
 */
function heading(app, server) {
  if (!server) return h("h2", {}, app.word("direct.title"));
  if (!server.can_manage) return h("h2", {}, server.name);
  const button = h(
    "button",
    {
      class: "server-button",
      "data-key": "server-menu",
      "aria-haspopup": "dialog",
      "aria-expanded": "false",
      title: app.word("server.settings"),
      onclick: () =>
        openPopup(button, { label: app.word("server.settings") }, [serverLanguage(app, server)]),
    },
    server.name,
    icon("down"),
  );
  return h("h2", {}, button);
}

/**
 * @param {Shell} app
 * @param {Server} server
 */
function serverLanguage(app, server) {
  const choice = languageChoice(app, server.locale, (locale) =>
    app.request({ do: "server-language", server: server.id, locale }),
  );
  return h("label", { class: "popup-field" }, app.word("server.language"), choice);
}

/**
 * @param {Shell} app
 * @param {string} locale the one chosen now
 * @param {(locale: string) => void} choose
 */
export function languageChoice(app, locale, choose) {
  const select = h(
    "select",
    { "data-key": "language", onchange: () => choose(select.value) },
    app.state.languages.map((one) =>
      h("option", { value: one, lang: one, selected: one === locale }, languageName(one)),
    ),
  );
  return select;
}

/**
 * A language's name in itself, as its speakers look for it.
 *
 * @param {string} locale
 */
function languageName(locale) {
  const name = new Intl.DisplayNames([locale], { type: "language" }).of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

/**
 * @param {Shell} app
 * @param {Channel} channel
 * @returns {Row}
 */
function channelRow(app, channel) {
  const chosen = channel.id === app.channel?.id;
  const from = [channel.type, channel.name, channel.unread, channel.pings, channel.locked, chosen];
  return row(channel.id, from, () =>
    h("li", { class: isThread(channel) ? "thread" : null }, channelLink(app, channel)),
  );
}

/**
 * @param {Shell} app
 * @param {Channel} channel
 */
function channelLink(app, channel) {
  const unread = channel.unread > 0;
  return h(
    "a",
    {
      class: unread ? "channel unread" : "channel",
      href: pathOf(channel.id),
      "aria-current": channel.id === app.channel?.id ? "page" : null,
      "data-key": `channel-${channel.id}`,
      onclick: () => app.open({ drawer: false }),
    },
    channelIcon(channel),
    h("span", { class: "channel-name" }, channel.name),
    channel.locked && icon("lock"),
    unread && h("span", { class: "unseen" }, `, ${app.word("channel.unread")}`),
    badge(app, channel.pings),
  );
}

/**
 * The archived threads of a channel.
 *
 * @param {Shell} app
 * @param {Channel} channel
 * @param {Channel[]} folded
 * @returns {Row}
 */
function foldRow(app, channel, folded) {
  const from = folded.map((one) => [one.id, one.name, one.unread, one.locked]);
  const key = `fold-${channel.id}`;
  return row(key, from, () =>
    h(
      "li",
      { class: "thread" },
      h(
        "details",
        {},
        h("summary", { "data-key": key }, app.word("channels.archived", { count: folded.length })),
        h(
          "ul",
          {},
          folded.map((one) => h("li", {}, channelLink(app, one))),
        ),
      ),
    ),
  );
}

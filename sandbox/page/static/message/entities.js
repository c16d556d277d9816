/** What the lists of people, roles and channels offer: whatever the server has now. */

import { channelIcon, icon } from "../lib/icons.js";
import { avatar } from "./people.js";

/** @import { App, Channel, Component, Id, Message, Role, Server, User } from "../types.d.ts" */
/** @import { Option } from "./select.js" */

const PEOPLE = 5;
const ROLES = 6;
const PEOPLE_AND_ROLES = 7;
const CHANNELS = 8;

/**
 * The options of a list; null for a component that has none of these.
 *
 * @param {Component} component
 * @param {Message} message
 * @param {App} app
 * @returns {Option[] | null}
 */
export function entityOptions(component, message, app) {
  const server = serverOf(message, app);
  const chosen = new Set(component.default_values?.map(({ id }) => id));
  const made = optionsOf(component, server, app);
  return made?.map((option) => ({ ...option, default: chosen.has(option.value) })) ?? null;
}

/**
 * The names in all such lists of a message: when they change, it has to be drawn anew.
 *
 * @param {Component[]} components
 * @param {Message} message
 * @param {App} app
 * @returns {string[]}
 */
export function entityNames(components, message, app) {
  return components.flatMap((component) => [
    ...(entityOptions(component, message, app)?.map(({ label }) => label) ?? []),
    ...entityNames(component.components ?? [], message, app),
  ]);
}

/**
 * @param {Message} message
 * @param {App} app
 * @returns {Server | null} null in private messages
 */
function serverOf({ channel_id: id }, app) {
  const servers = app.state.servers;
  return servers.find(({ channels }) => channels.some((channel) => channel.id === id)) ?? null;
}

/**
 * @param {Component} component
 * @param {Server | null} server
 * @param {App} app
 * @returns {Option[] | null}
 */
function optionsOf({ type, channel_types: kinds }, server, app) {
  const members = server?.members ?? [app.state.me.id, app.state.bot.id];
  switch (type) {
    case PEOPLE:
      return people(members, app);
    case ROLES:
      return (server?.roles ?? []).map(roleOption);
    case PEOPLE_AND_ROLES:
      return [...people(members, app), ...(server?.roles ?? []).map(roleOption)];
    case CHANNELS:
      return (server?.channels ?? [])
        .filter((channel) => !channel.archived && (!kinds?.length || kinds.includes(channel.type)))
        .map(channelOption);
    default:
      return null;
  }
}

/**
 * @param {Id[]} members
 * @param {App} app
 * @returns {Option[]}
 */
function people(members, app) {
  return members.flatMap((id) => app.state.users[id] ?? []).map((user) => personOption(user, app));
}

/**
 * @param {User} user
 * @param {App} app
 * @returns {Option}
 */
function personOption(user, app) {
  return { label: user.name, value: user.id, picture: () => avatar(user, app) };
}

/**
 * @param {Role} role
 * @returns {Option}
 */
function roleOption({ id, name }) {
  return { label: name, value: id, picture: () => icon("role") };
}

/**
 * @param {Channel} channel
 * @returns {Option}
 */
function channelOption(channel) {
  return { label: channel.name, value: channel.id, picture: () => channelIcon(channel) };
}

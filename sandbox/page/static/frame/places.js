/** Where one can be: servers, their channels and threads, and the private messages. */

/** @import { Channel, Id, Server, State } from "../types.d.ts" */

/** @param {Channel} channel */
export function isThread(channel) {
  return channel.type >= 10;
}

/**
 * @param {State} state
 * @param {Channel | null} channel
 * @returns {Server | null}
 */
export function serverOf(state, channel) {
  return state.servers.find((server) => server.id === channel?.server) ?? null;
}

/**
 * The channels of a server as the list shows them: each with its threads, the archived ones apart.
 *
 * A thread that is shown, or that pings, is never folded away.
 *
 * @param {Server} server
 * @param {Id | null} shown
 */
export function branches(server, shown) {
  const threads = server.channels.filter(isThread);
  return server.channels
    .filter((channel) => !isThread(channel))
    .map((channel) => {
      const own = threads.filter((thread) => thread.parent === channel.id);
      const open = own.filter((one) => !one.archived || one.id === shown || one.pings > 0);
      return { channel, open, folded: own.filter((one) => !open.includes(one)) };
    });
}

/**
 * What the list of channels shows, from top to bottom.
 *
 * @param {State} state
 * @param {Channel | null} shown
 * @returns {Channel[]}
 */
export function listed(state, shown) {
  const server = serverOf(state, shown);
  if (!server) return [state.direct];
  return branches(server, shown?.id ?? null).flatMap(({ channel, open }) => [channel, ...open]);
}

/**
 * Where a server is entered: its first text channel.
 *
 * @param {Server} server
 * @returns {Channel | undefined}
 */
export function entrance(server) {
  return server.channels.find((channel) => channel.type === 0) ?? server.channels[0];
}

/** @param {State} state */
export function firstChannel(state) {
  return state.servers.map(entrance).find((channel) => channel) ?? state.direct;
}

/**
 * The sums of unread messages and pings.
 *
 * @param {Channel[]} channels
 */
export function sums(channels) {
  let unread = 0;
  let pings = 0;
  for (const channel of channels) {
    unread += channel.unread;
    pings += channel.pings;
  }
  return { unread, pings };
}

/**
 * The path of a channel within the page.
 *
 * @param {Id} channel
 */
export function pathOf(channel) {
  return `#/channel/${channel}`;
}

/** The channel in the page's address. */
export function channelInAddress() {
  return /^#\/channel\/(\d+)$/.exec(location.hash)?.[1] ?? null;
}

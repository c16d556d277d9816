/** What this tab knows: the state, the messages of the channels that were opened, local notes. */

/** @import { Ask, Channel, Id, Message, Result, State, Told } from "../types.d.ts" */

/**
 * @typedef {object} Loaded
 * @property {Map<Id, Message>} messages oldest first
 * @property {boolean} more whether the server has older ones
 */

/**
 * A line that only this tab has: a command that nobody answered.
 *
 * @typedef {object} Note
 * @property {Id} channel
 * @property {Id} after the newest message when it was written
 * @property {string} command
 * @property {number} number
 */

/**
 * The order of ids, which are numbers too large for a JavaScript number.
 *
 * @param {Id} one
 * @param {Id} other
 */
export function compareIds(one, other) {
  const difference = BigInt(one) - BigInt(other);
  return difference < 0n ? -1 : Number(difference > 0n);
}

export class Store {
  /** @type {State | null} */
  state = null;
  /** @type {Note[]} */
  notes = [];
  /** @type {Map<Id, Loaded>} */
  #channels = new Map();
  /** @type {Set<Id>} */
  #loading = new Set();
  /** @type {Set<Id>} messages that came while the page was open */
  #arrived = new Set();
  #written = 0;
  #ask;

  /** @param {(what: Ask) => Promise<Result>} ask */
  constructor(ask) {
    this.#ask = ask;
  }

  /** @param {Told} told */
  take(told) {
    if (told.t === "state") this.#see(told.state);
    else if (told.t === "message") this.#put(told.message, told.fresh);
    else if (told.t === "gone") this.#channels.get(told.channel)?.messages.delete(told.id);
  }

  /**
   * @param {Id} channel
   * @returns {Loaded | undefined}
   */
  loaded(channel) {
    return this.#channels.get(channel);
  }

  /**
   * Whether a message came while the page was open.
   *
   * @param {Id} message
   */
  arrived(message) {
    return this.#arrived.has(message);
  }

  /**
   * Load a channel's newest messages unless they are here.
   *
   * @param {Id} channel
   */
  async open(channel) {
    if (this.#channels.has(channel)) return;
    await this.#once(channel, async () => {
      const { messages = [], more = false } = await this.#ask({ do: "open", channel });
      this.#channels.set(channel, { messages: byId(messages), more });
    });
  }

  /**
   * Load the messages before the oldest one that is here.
   *
   * @param {Id} channel
   */
  async openOlder(channel) {
    const loaded = this.#channels.get(channel);
    const before = loaded?.messages.keys().next().value;
    if (!loaded?.more || !before) return;
    await this.#once(channel, async () => {
      const { messages = [], more = false } = await this.#ask({ do: "open", channel, before });
      loaded.messages = byId([...messages, ...loaded.messages.values()]);
      loaded.more = more;
    });
  }

  /** Take no message for known any more: some may have been missed. */
  forget() {
    this.#channels.clear();
  }

  /**
   * @param {Id} channel
   * @param {string} command
   */
  note(channel, command) {
    const after = [...(this.#channels.get(channel)?.messages.keys() ?? [])].at(-1) ?? "0";
    this.#written += 1;
    this.notes.push({ channel, after, command, number: this.#written });
  }

  /** @param {Note} note */
  dismiss(note) {
    this.notes = this.notes.filter((one) => one !== note);
  }

  /**
   * What is written in a channel that this person does not see is not told, so that nothing may be
   * taken for known when it is back.
   *
   * @param {State} state
   */
  #see(state) {
    this.state = state;
    for (const id of this.#channels.keys()) if (!channelOf(state, id)) this.#channels.delete(id);
  }

  /**
   * @param {Message} message
   * @param {boolean} fresh
   */
  #put(message, fresh) {
    const loaded = this.#channels.get(message.channel_id);
    if (!loaded) return;
    const known = loaded.messages.has(message.id);
    if (!known && !fresh) return;
    if (!known) this.#arrived.add(message.id);
    const newest = [...loaded.messages.keys()].at(-1) ?? "0";
    loaded.messages.set(message.id, message);
    if (!known && compareIds(message.id, newest) < 0) {
      loaded.messages = byId([...loaded.messages.values()]);
    }
  }

  /**
   * @param {Id} channel
   * @param {() => Promise<void>} load
   */
  async #once(channel, load) {
    if (this.#loading.has(channel)) return;
    this.#loading.add(channel);
    try {
      await load();
    } finally {
      this.#loading.delete(channel);
    }
  }
}

/**
 * @param {Message[]} messages
 * @returns {Map<Id, Message>}
 */
function byId(messages) {
  const sorted = messages.toSorted((one, other) => compareIds(one.id, other.id));
  return new Map(sorted.map((message) => [message.id, message]));
}

/**
 * A channel or thread that this person sees, or the private messages.
 *
 * @param {State} state
 * @param {Id | null} id
 * @returns {Channel | null}
 */
export function channelOf(state, id) {
  if (id === state.direct.id) return state.direct;
  const all = state.servers.flatMap((server) => server.channels);
  return all.find((channel) => channel.id === id) ?? null;
}

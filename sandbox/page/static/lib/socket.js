/** The one connection of a tab: numbered requests with their answers, and what the server tells. */

/** @import { Ask, Result, Told } from "../types.d.ts" */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 5000;

/** Why a request was not done, as a sentence for the person who asked. */
export class Refused extends Error {}

/**
 * What is said of a request that came to nothing.
 *
 * @param {unknown} error
 */
export function sentenceOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * @typedef {object} Listeners
 * @property {(told: Told) => void} told what the server tells unasked
 * @property {() => void} lost the connection is gone and is being looked for
 * @property {() => string} excuse the sentence for requests that a lost connection leaves unanswered
 */

export class Socket {
  /** @type {WebSocket} */
  #socket;
  /** @type {Map<number, { resolve: (result: Result) => void, reject: (why: Refused) => void }>} */
  #waiting = new Map();
  #listeners;
  #number = 0;
  #wait = FIRST_WAIT;
  #closed = false;

  /**
   * @param {string | null} name who this tab is; null lets the server decide
   * @param {Listeners} listeners
   */
  constructor(name, listeners) {
    this.name = name;
    this.#listeners = listeners;
    this.#socket = this.#connect();
  }

  /**
   * @param {Ask} what
   * @returns {Promise<Result>} rejected with `Refused`
   */
  ask(what) {
    if (this.#socket.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Refused(this.#listeners.excuse()));
    }
    this.#number += 1;
    const id = this.#number;
    this.#socket.send(JSON.stringify({ ...what, id }));
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** End it for good: nothing is told any more, and what waits is told that it waits in vain. */
  close() {
    this.#closed = true;
    this.#socket.close();
    this.#giveUp();
  }

  #connect() {
    const address = new URL("/page/live", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    if (this.name) address.searchParams.set("as", this.name);
    const socket = new WebSocket(address);
    socket.addEventListener("open", () => {
      this.#wait = FIRST_WAIT;
    });
    socket.addEventListener("message", (event) => {
      if (!this.#closed) this.#take(JSON.parse(event.data));
    });
    socket.addEventListener("close", () => this.#lose());
    return socket;
  }

  /** @param {Told} told */
  #take(told) {
    if (told.t !== "done" && told.t !== "refused") {
      this.#listeners.told(told);
      return;
    }
    const asked = this.#waiting.get(told.id);
    this.#waiting.delete(told.id);
    if (told.t === "done") asked?.resolve(told.result);
    else asked?.reject(new Refused(told.text));
  }

  #lose() {
    if (this.#closed) return;
    this.#giveUp();
    this.#listeners.lost();
    setTimeout(() => {
      if (!this.#closed) this.#socket = this.#connect();
    }, this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  #giveUp() {
    const unanswered = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of unanswered) reject(new Refused(this.#listeners.excuse()));
  }
}

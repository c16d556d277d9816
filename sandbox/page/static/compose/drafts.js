/**
 * What people have begun to write and not sent.
 *
 * @import { Typed } from "./command.js"
 * @import { Reply } from "./reply.js"
 */

/** @typedef {{ text: string, reply: Reply | null, command: Typed | null }} Draft */

/** @returns {Draft} */
export function nothing() {
  return { text: "", reply: null, command: null };
}

export class Drafts {
  /** @type {Map<string, Draft>} by place: a person in a channel */
  #kept = new Map();

  /** @param {string} place */
  in(place) {
    return this.#kept.get(place) ?? nothing();
  }

  /**
   * @param {string} place
   * @param {Draft} draft
   */
  keep(place, draft) {
    this.#kept.set(place, draft);
  }

  /**
   * Put back what the server refused, before what was typed since. A command comes back only where
   * nothing was.
   *
   * @param {string} place
   * @param {Draft} sent
   */
  giveBack(place, sent) {
    const since = this.in(place);
    const text = [sent.text, since.text].filter(Boolean).join("\n");
    const command = since.command ?? (text ? null : sent.command);
    this.keep(place, { text, reply: since.reply ?? sent.reply, command });
  }
}

/** How a conversation is laid out: days, the line over what is new, groups of one author. */

import { compareIds } from "../lib/store.js";
import { EPHEMERAL } from "../message/flags.js";

/** @import { Id, Message } from "../types.d.ts" */
/** @import { Note } from "../lib/store.js" */

/**
 * @typedef {{ kind: "day", date: Date }
 *   | { kind: "new" }
 *   | { kind: "message", message: Message, grouped: boolean }
 *   | { kind: "note", note: Note }} Line
 */

const GROUP_WITHIN = 7 * 60 * 1000;
const PLAIN = 0;
const SYSTEM = [18, 21];

/**
 * @param {Iterable<Message>} messages oldest first
 * @param {Note[]} notes
 * @param {Id | null} read what the line goes under, when there is one
 * @param {Id} me
 * @returns {Line[]}
 */
export function linesOf(messages, notes, read, me) {
  /** @type {Line[]} */
  const lines = [];
  const waiting = [...notes];
  /** @type {Message | null} */
  let before = null;
  let marked = false;
  let day = "";
  /** @param {Line} line */
  const divide = (line) => {
    lines.push(line);
    before = null;
  };
  for (const message of messages) {
    for (const note of takeBefore(waiting, message.id)) divide({ kind: "note", note });
    const date = new Date(message.timestamp);
    if (date.toDateString() !== day) divide({ kind: "day", date });
    day = date.toDateString();
    if (read && !marked && isNew(message, read, me)) {
      divide({ kind: "new" });
      marked = true;
    }
    lines.push({ kind: "message", message, grouped: before !== null && follows(message, before) });
    before = message;
  }
  return [...lines, ...waiting.map((note) => /** @type {Line} */ ({ kind: "note", note }))];
}

/**
 * Take the notes that were written before a message came.
 *
 * @param {Note[]} waiting
 * @param {Id} id
 */
function takeBefore(waiting, id) {
  const taken = waiting.filter((note) => compareIds(note.after, id) < 0);
  waiting.splice(0, taken.length);
  return taken;
}

/**
 * Whether a message is one of those that count as unread after `read`.
 *
 * @param {Message} message
 * @param {Id} read
 * @param {Id} me
 */
function isNew(message, read, me) {
  const counts = message.author.id !== me && !(message.flags & EPHEMERAL);
  return counts && compareIds(message.id, read) > 0;
}

/**
 * Whether a message stands under the name of the one before it.
 *
 * @param {Message} message
 * @param {Message} before
 */
function follows(message, before) {
  return (
    message.type === PLAIN &&
    message.command === null &&
    !SYSTEM.includes(before.type) &&
    message.author.id === before.author.id &&
    (message.flags & EPHEMERAL) === (before.flags & EPHEMERAL) &&
    Date.parse(message.timestamp) - Date.parse(before.timestamp) < GROUP_WITHIN
  );
}

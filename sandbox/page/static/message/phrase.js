/** Phrases of the page with elements in the places of their values. */

/** @import { App } from "../types.d.ts" */

const MARK = "\u0000"; // no phrase and no value has it

/**
 * @param {App} app
 * @param {string} key
 * @param {Record<string, Node>} parts an element for each place of the phrase
 * @returns {(Node | string)[]}
 */
export function phrase(app, key, parts) {
  const marks = Object.keys(parts).map((name) => [name, `${MARK}${name}${MARK}`]);
  const pieces = app.word(key, Object.fromEntries(marks)).split(MARK);
  return pieces.map((piece, at) => (at % 2 ? (parts[piece] ?? "") : piece));
}

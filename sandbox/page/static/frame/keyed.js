/** Lists that change in place: what did not change keeps its element, and the keyboard its place. */

import { replace } from "../lib/dom.js";

/**
 * @typedef {object} Row
 * @property {string} key
 * @property {string} sign all that its element is made from; another sign needs a new element
 * @property {(known: boolean) => HTMLElement} build `known`: it replaces an element of this key
 */

/** @type {WeakMap<Element, Row>} */
const shown = new WeakMap();

/**
 * Make the children of an element those of the rows.
 *
 * @param {Element} list
 * @param {Row[]} rows
 */
export function showRows(list, rows) {
  const kept = new Set(rows.map((row) => row.key));
  /** @type {Map<string, Element>} */
  const known = new Map();
  for (const element of [...list.children]) {
    const key = shown.get(element)?.key ?? "";
    if (kept.has(key)) known.set(key, element);
    else element.remove();
  }
  let next = list.firstElementChild;
  for (const row of rows) {
    const old = known.get(row.key);
    const element = old && shown.get(old)?.sign === row.sign ? old : made(row, old);
    if (next === old) next = element;
    if (next === element) next = element.nextElementSibling;
    else list.insertBefore(element, next);
  }
}

/**
 * @param {Row} row
 * @param {Element | undefined} old
 */
function made(row, old) {
  const element = row.build(old !== undefined);
  shown.set(element, row);
  if (old) replace(old, element);
  return element;
}

/**
 * A row of one part that changes as a whole.
 *
 * @param {string} key
 * @param {unknown} from what its element is made from
 * @param {(known: boolean) => HTMLElement} build
 * @returns {Row}
 */
export function row(key, from, build) {
  return { key, sign: JSON.stringify(from), build };
}

/** The calls and events between bot and sandbox, as far as this tab was told of them. */

/** @import { Crossing } from "../types.d.ts" */

const KEPT = 500;

export class Wire {
  /** @type {Crossing[]} oldest first */
  entries = [];
  #cleared = 0;

  /** @param {Crossing[]} crossings the last ones, which may be known */
  begin(crossings) {
    this.entries = crossings.filter((entry) => entry.number > this.#cleared);
  }

  /** @param {Crossing} entry */
  add(entry) {
    this.entries = [...this.entries, entry].slice(-KEPT);
  }

  clear() {
    this.#cleared = this.entries.at(-1)?.number ?? this.#cleared;
    this.entries = [];
  }
}

/** What the parts of the frame share beyond `App`. */

import type { Store } from "../lib/store.js";
import type { App, Ask, Id } from "../types.d.ts";
import type { Wire } from "./wire.js";

export interface Shell extends App {
  readonly store: Store;
  readonly wire: Wire;
  readonly view: View;
  /** Change what is open around the conversation. */
  open(change: Partial<View>): void;
  /** Ask, and say at the bottom of the screen when it is refused. */
  request(what: Ask): Promise<void>;
  /** Load what was written before the oldest message that is here. */
  loadOlder(channel: Id): void;
  /** Be somebody else in this tab. */
  become(name: string): void;
  /** The channel that a server was left at, or its first. */
  lastIn(server: Id): Id | null;
  /** Put everything on the screen as it now is. */
  draw(): void;
}

/** What is open around the conversation. */
export interface View {
  drawer: boolean; // only where the window is narrow
  aside: "members" | "panel" | null;
  tab: "switches" | "wire";
}

/** A part of the frame: its element, and what brings it up to date. */
export interface Part {
  element: HTMLElement;
  draw(): void;
}

/**
 * Sending a command, and what becomes of it.
 *
 * @import { App, Ask } from "../types.d.ts"
 */

/**
 * @param {App} app
 * @param {Extract<Ask, { do: "slash" | "menu" }>} what
 * @returns {Promise<void>} rejects with a sentence when the server refuses
 */
export async function run(app, what) {
  const { outcome, box } = await app.ask(what);
  const name = what.do === "slash" ? what.line : what.name;
  if (outcome === "failed") app.noteFailure(what.channel, name);
  else if (box) app.openBox(box);
}

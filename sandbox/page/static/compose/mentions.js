/**
 * Names of people in a text: shown as @Name while it is typed, sent as Discord writes them.
 *
 * @import { User } from "../types.d.ts"
 */

/**
 * @param {string} text
 * @param {User[]} people
 */
export function withMentions(text, people) {
  const longestFirst = [...people].sort((one, other) => other.name.length - one.name.length);
  if (!longestFirst.length) return text;
  const names = longestFirst.map(({ name }) => escaped(name)).join("|");
  const named = new RegExp(`(?<![\\p{L}\\p{N}])@(${names})(?![\\p{L}\\p{N}])`, "gu");
  return text.replace(named, (_, name) => {
    const user = longestFirst.find((one) => one.name === name);
    return `<@${user?.id}>`;
  });
}

/** @param {string} text to be found as it is by a regular expression */
function escaped(text) {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/**
 * The name that is being typed where the cursor stands.
 *
 * @param {string} text
 * @param {number} cursor
 * @returns {{ start: number, query: string } | null} `start` is where its @ is
 */
export function nameAt(text, cursor) {
  const hit = /(?:^|[^\p{L}\p{N}])@((?:[^\s@][^@\n]{0,31})?)$/u.exec(text.slice(0, cursor));
  return hit ? { start: cursor - (hit[1] ?? "").length - 1, query: hit[1] ?? "" } : null;
}

/**
 * Which commands Discord's client would offer, and what it makes of the options typed.
 *
 * @import {
 *   Channel, Command, CommandChoice, CommandOption, Id, Localized, OptionValue, State, User
 * } from "../types.d.ts"
 */

/**
 * A slash command as the list shows it; a subcommand is one of its own.
 *
 * @typedef {object} Offer
 * @property {string} line the default names joined, which is what the server is told
 * @property {string} label the same in this person's language
 * @property {string} description
 * @property {CommandOption[]} options
 */

/**
 * What can be chosen for an option. `alias` is another text that means the same.
 *
 * @typedef {{ label: string, value: OptionValue, alias?: string, note?: string }} Entry
 */

/**
 * A text with options named in it, such as `@Wren rows:8`.
 *
 * @typedef {{ before: string, named: [option: string, text: string][] }} Named
 */

export const TEXT = 3;
export const INTEGER = 4;
export const BOOLEAN = 5;
export const USER = 6;
export const NUMBER = 10;
const SLASH = 1;
const USER_MENU = 2;
const NESTED = [1, 2];
const DIRECT = 1;
const ADMINISTRATOR = 1n << 3n;

/**
 * Without case and accents, so that "defi" finds "défi".
 *
 * @param {string} text
 */
export function fold(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/**
 * @param {Localized} entry
 * @param {string} locale
 */
export function nameOf(entry, locale) {
  return entry.name_localizations?.[locale] ?? entry.name;
}

/**
 * @param {Command | CommandOption} entry
 * @param {string} locale
 */
export function descriptionOf(entry, locale) {
  return entry.description_localizations?.[locale] ?? entry.description;
}

/**
 * The people a channel's own client would suggest, by name.
 *
 * @param {State} state
 * @param {Channel} channel
 * @returns {User[]}
 */
export function peopleOf(state, channel) {
  const server = state.servers.find((one) => one.id === channel.server);
  const ids = server ? server.members : [state.me.id, state.bot.id];
  return ids
    .map((id) => state.users[id])
    .filter((user) => user !== undefined)
    .sort((one, other) => one.name.localeCompare(other.name));
}

/**
 * @param {State} state
 * @param {Channel} channel
 * @returns {Offer[]} the slash commands that may be used there
 */
export function offersIn(state, channel) {
  return usable(state, channel, SLASH).flatMap((command) => leaves([command], state.me.locale));
}

/**
 * @param {State} state
 * @param {Channel} channel
 * @returns {Command[]} those of a person's menu that may be used there
 */
export function menuIn(state, channel) {
  return usable(state, channel, USER_MENU);
}

/**
 * @param {State} state
 * @param {Channel} channel
 * @param {number} type
 */
function usable(state, channel, type) {
  if (!channel.can_use_commands) return [];
  const server = state.servers.find((one) => one.id === channel.server);
  if (server && !server.members.includes(state.bot.id)) return [];
  return state.commands.filter((one) => one.type === type && isAllowed(one, channel));
}

/**
 * @param {Command} command
 * @param {Channel} channel
 */
function isAllowed(command, channel) {
  if (channel.type === DIRECT) {
    return command.contexts ? command.contexts.includes(1) : command.dm_permission !== false;
  }
  if (command.contexts && !command.contexts.includes(0)) return false;
  const needed = command.default_member_permissions ?? null;
  const held = BigInt(channel.permissions);
  if (needed === null || held & ADMINISTRATOR) return true;
  const bits = BigInt(needed) || ADMINISTRATOR;
  return (held & bits) === bits;
}

/**
 * @param {[Command, ...CommandOption[]]} steps from the command down to one of its subcommands
 * @param {string} locale
 * @returns {Offer[]}
 */
function leaves(steps, locale) {
  const last = steps.at(-1) ?? steps[0];
  const options = last.options ?? [];
  const nested = options.filter((option) => NESTED.includes(option.type));
  if (nested.length) return nested.flatMap((option) => leaves([...steps, option], locale));
  return [
    {
      line: steps.map((step) => step.name).join(" "),
      label: steps.map((step) => nameOf(step, locale)).join(" "),
      description: descriptionOf(last, locale),
      options,
    },
  ];
}

/**
 * @param {Offer[]} offers
 * @param {string} text what stands in the message box
 * @returns {Offer[]} those it could become, those that begin so first
 */
export function matching(offers, text) {
  if (!text.startsWith("/") || text.includes("\n")) return [];
  return found(offers, text.slice(1), (offer) => [offer.label, offer.line]);
}

/**
 * @param {Entry[]} entries
 * @param {string} text
 * @returns {Entry[]} those whose name has the text in it, those that begin so first
 */
export function filtered(entries, text) {
  return found(entries, text.trimStart().replace(/^@/, ""), ({ label, alias }) =>
    alias ? [label, alias] : [label],
  );
}

/**
 * @template T
 * @param {T[]} all
 * @param {string} query
 * @param {(one: T) => string[]} namesOf
 */
function found(all, query, namesOf) {
  const wanted = fold(query);
  const sought = [
    (/** @type {string} */ name) => name.startsWith(wanted),
    (/** @type {string} */ name) => name.includes(` ${wanted}`),
    (/** @type {string} */ name) => name.includes(wanted),
  ];
  const hits = sought.flatMap((fits) =>
    all.filter((one) => namesOf(one).some((name) => fits(fold(name)))),
  );
  return [...new Set(hits)];
}

/**
 * The command whose whole name is typed with a space behind it.
 *
 * @param {Offer[]} offers
 * @param {string} text
 * @returns {{ offer: Offer, rest: string } | null}
 */
export function typedCommand(offers, text) {
  const said = text.normalize("NFC");
  if (!said.startsWith("/")) return null;
  const names = offers
    .flatMap((offer) => [offer.label, offer.line].map((name) => ({ offer, name: `/${name} ` })))
    .sort((one, other) => other.name.length - one.name.length);
  const hit = names.find(({ name }) => fold(said.slice(0, name.length)) === fold(name));
  return hit ? { offer: hit.offer, rest: said.slice(hit.name.length) } : null;
}

/**
 * @param {CommandOption[]} options
 * @param {string} text
 * @param {string} locale
 * @returns {Named}
 */
export function namedIn(options, text, locale) {
  const names = new Map(options.map((option) => [fold(option.name), option.name]));
  for (const option of options) names.set(fold(nameOf(option, locale)), option.name);
  const marks = [...text.matchAll(/(?<=^|\s)([-_'’\p{L}\p{M}\p{N}]+):/gu)].filter(([, name]) =>
    names.has(fold(name ?? "")),
  );
  return {
    before: text.slice(0, marks[0]?.index).trim(),
    named: marks.map((mark, at) => [
      names.get(fold(mark[1] ?? "")) ?? "",
      text.slice(mark.index + mark[0].length, marks[at + 1]?.index).trim(),
    ]),
  };
}

/**
 * What an option's list holds; null for one that is typed freely.
 *
 * @param {CommandOption} option
 * @param {{ locale: string, people: Entry[], yes: string, no: string }} given
 * @returns {Entry[] | null}
 */
export function entriesOf(option, { locale, people, yes, no }) {
  if (option.choices?.length) return choicesAsEntries(option.choices, locale);
  if (option.type === BOOLEAN) {
    return [
      { label: yes, value: true, alias: "true" },
      { label: no, value: false, alias: "false" },
    ];
  }
  return option.type === USER ? people : null;
}

/**
 * @param {User[]} people
 * @param {string} bot what is said beside a bot's name
 * @returns {Entry[]}
 */
export function peopleAsEntries(people, bot) {
  return people.map((user) => ({ label: user.name, value: user.id, note: user.bot ? bot : "" }));
}

/**
 * @param {CommandChoice[]} choices
 * @param {string} locale
 * @returns {Entry[]}
 */
export function choicesAsEntries(choices, locale) {
  return choices.map((choice) => ({
    label: nameOf(choice, locale),
    value: choice.value,
    alias: choice.name,
  }));
}

/**
 * @param {Entry} entry
 * @param {string} text
 */
export function isNamed({ label, alias }, text) {
  const said = fold(plain(text));
  return said === fold(label) || (alias !== undefined && said === fold(alias));
}

/** @param {string} text */
function plain(text) {
  return text.trim().replace(/^@/, "");
}

/**
 * What a typed text means for an option. A text that means nothing stays as it is and is found by
 * `problems`.
 *
 * @param {CommandOption} option
 * @param {string} text
 * @param {Entry[] | null} entries
 * @returns {OptionValue}
 */
export function meaningOf(option, text, entries) {
  const said = text.trim();
  if (entries) return entries.find((entry) => isNamed(entry, said))?.value ?? said;
  if (option.type === INTEGER && /^-?\d+$/.test(said)) return Number(said);
  if (option.type === NUMBER && /^-?\d+([.,]\d+)?$/.test(said)) {
    return Number(said.replace(",", "."));
  }
  return said;
}

/**
 * @param {CommandOption[]} options
 * @param {Record<string, OptionValue>} values by default names; an empty text is no value
 * @param {Id[]} people who can be named
 * @returns {Map<string, string>} by default names, the key of the sentence that says what is wrong
 */
export function problems(options, values, people) {
  const wrong = new Map();
  for (const option of options) {
    const key = problemOf(option, values[option.name] ?? "", people);
    if (key) wrong.set(option.name, key);
  }
  return wrong;
}

/**
 * @param {CommandOption} option
 * @param {OptionValue} value
 * @param {Id[]} people
 */
function problemOf(option, value, people) {
  if (value === "") return option.required ? "command.required" : null;
  if (option.choices?.length) {
    return option.choices.some((choice) => choice.value === value) ? null : "command.not-listed";
  }
  if (option.type === BOOLEAN) return typeof value === "boolean" ? null : "command.not-listed";
  if (option.type === USER) {
    return people.includes(String(value)) ? null : "command.nobody-here";
  }
  return option.type === TEXT ? textProblem(option, String(value)) : numberProblem(option, value);
}

/**
 * @param {CommandOption} option
 * @param {string} text
 */
function textProblem({ min_length = 0, max_length = 6000 }, text) {
  const length = [...text].length;
  if (length < min_length) return "command.too-short";
  return length > max_length ? "command.too-long" : null;
}

/**
 * @param {CommandOption} option
 * @param {OptionValue} value
 */
function numberProblem({ type, min_value, max_value }, value) {
  const isNumber = typeof value === "number";
  const low = isNumber && min_value !== undefined && value < min_value;
  const high = isNumber && max_value !== undefined && value > max_value;
  if (isNumber && !low && !high) return null;
  const kind = type === INTEGER ? "whole-number" : "number";
  if (min_value !== undefined && max_value !== undefined) return `command.${kind}-between`;
  if (low) return "command.too-small";
  return high ? "command.too-large" : `command.${kind}`;
}

/**
 * What the sentences about an option say of its limits.
 *
 * @param {CommandOption} option
 * @returns {Record<string, number>}
 */
export function limitsOf(option) {
  return {
    min: option.min_value ?? option.min_length ?? 0,
    max: option.max_value ?? option.max_length ?? 6000,
  };
}

/**
 * The page's own phrases in the languages of the people who use it.
 *
 * A phrase is a text with places like {name}, or one text for each form of the plural, chosen by
 * the value `count`.
 *
 * @typedef {Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>} Phrases
 */

import { english } from "./words-en.js";
import { french } from "./words-fr.js";
import { dutch } from "./words-nl.js";

/** @type {Record<string, Phrases>} */
const LANGUAGES = { en: english, fr: french, nl: dutch };

/**
 * What gives a phrase in the language of a Discord locale; what that language lacks is English.
 *
 * @param {string} locale
 * @returns {(key: string, values?: Record<string, string | number>) => string}
 */
export function wordsFor(locale) {
  const language = locale.split("-")[0] ?? "";
  const phrases = { ...english, ...LANGUAGES[language] };
  const plural = new Intl.PluralRules(language in LANGUAGES ? language : "en");
  return (key, values = {}) => {
    const phrase = phrases[key] ?? key;
    const text =
      typeof phrase === "string"
        ? phrase
        : (phrase[plural.select(Number(values.count))] ?? phrase.other ?? key);
    return text.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));
  };
}

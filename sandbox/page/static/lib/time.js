/**
 * Dates and times in a person's language, and the one clock of all times that say how long ago.
 */

/** @import { App } from "../types.d.ts" */

/** @type {Intl.DateTimeFormatOptions} */
const SHORT_DATE = { day: "2-digit", month: "2-digit", year: "numeric" };
/** @type {Intl.DateTimeFormatOptions} */
const SHORT_TIME = { hour: "numeric", minute: "2-digit" };

/** Discord's styles of a time stamp, without R, which counts from now. */
/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const STYLES = {
  t: SHORT_TIME,
  T: { ...SHORT_TIME, second: "2-digit" },
  d: SHORT_DATE,
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { ...SHORT_DATE, ...SHORT_TIME },
  S: { ...SHORT_DATE, ...SHORT_TIME, second: "2-digit" },
};

/** Up to how many of it a unit is used, and how many seconds it has. */
/** @type {[Intl.RelativeTimeFormatUnit, number, number][]} */
const UNITS = [
  ["second", 60, 1],
  ["minute", 60, 60],
  ["hour", 24, 3600],
  ["day", 30, 86_400],
  ["month", 12, 2_629_800],
  ["year", Number.POSITIVE_INFINITY, 31_557_600],
];

/**
 * A time in one of Discord's styles but R.
 *
 * @param {Date} date
 * @param {string} style
 * @param {string} locale
 */
export function formatted(date, style, locale) {
  return new Intl.DateTimeFormat(locale, STYLES[style]).format(date);
}

/**
 * How far a time is from now, such as "in 3 hours".
 *
 * @param {number} seconds the time, since 1970
 * @param {string} locale
 * @param {number} [now] in seconds as well
 */
export function relative(seconds, locale, now = Date.now() / 1000) {
  const away = seconds - now;
  for (const [unit, limit, length] of UNITS) {
    const count = Math.round(away / length);
    if (Math.abs(count) < limit) return new Intl.RelativeTimeFormat(locale).format(count, unit);
  }
  return "";
}

/**
 * When a message was written: the hour alone today, with the day before that.
 *
 * @param {Date} date
 * @param {App} app
 */
export function spoken(date, app) {
  const locale = app.state.me.locale;
  const yesterday = new Date();
  yesterday.setDate(yesterday.getDate() - 1);
  if (sameDay(date, new Date())) return formatted(date, "t", locale);
  if (sameDay(date, yesterday)) {
    return app.word("time.yesterday", { time: formatted(date, "t", locale) });
  }
  return formatted(date, "s", locale);
}

/**
 * @param {Date} one
 * @param {Date} other
 */
function sameDay(one, other) {
  return one.toDateString() === other.toDateString();
}

/**
 * A time as an element. It tells the full date when pointed at.
 *
 * @param {Date} date
 * @param {string} text
 * @param {string} locale
 */
export function timeElement(date, text, locale) {
  const element = document.createElement("time");
  element.dateTime = date.toISOString();
  element.title = formatted(date, "F", locale);
  element.textContent = text;
  return element;
}

/**
 * A time stamp from a text. Those of style R go on counting for as long as they are shown.
 *
 * @param {number} seconds
 * @param {string} style
 * @param {string} locale
 */
export function stampElement(seconds, style, locale) {
  const date = new Date(seconds * 1000);
  if (style !== "R") return timeElement(date, formatted(date, style, locale), locale);
  const element = timeElement(date, relative(seconds, locale), locale);
  element.dataset.relative = String(seconds);
  element.dataset.locale = locale;
  element.setAttribute("aria-live", "off"); // or a message log would read out every second
  startClock();
  return element;
}

let ticking = false;

function startClock() {
  if (ticking) return;
  ticking = true;
  setInterval(tick, 1000);
}

function tick() {
  /** @type {NodeListOf<HTMLElement>} */
  const shown = document.querySelectorAll("time[data-relative]");
  for (const element of shown) {
    const text = relative(Number(element.dataset.relative), element.dataset.locale ?? "en-US");
    if (element.textContent !== text) element.textContent = text;
  }
}

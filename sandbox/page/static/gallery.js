/** Every message and box that the bot has, in all its languages, as people see them. */

import { boxElement } from "./compose/box.js";
import { restoreTheme, switchTheme, theme } from "./frame/theme.js";
import { h } from "./lib/dom.js";
import { wordsFor } from "./lib/words.js";
import { messageElement } from "./message/message.js";

/** @import { App, Message, ModalData, State } from "./types.d.ts" */

/**
 * @typedef {{ name: string, locale: string } & (
 *   | { kind: "message", message: Message }
 *   | { kind: "modal", modal: ModalData }
 * )} Entry
 */

const ALL = "";

async function open() {
  restoreTheme();
  const answer = await fetch("/gallery.json");
  /** @type {{ state: State | null, entries: Entry[] }} */
  const { state, entries } = await answer.json();
  const word = wordsFor(state?.me.locale ?? "en-US");
  const notice = h("p", { class: "gallery-notice", role: "status" });
  const list = h("ul", { class: "gallery" });
  if (state) {
    /** @param {string} text */
    const notify = (text) => {
      notice.textContent = text;
    };
    const elements = entries.map((entry) =>
      entryElement(entry, stillApp(state, entry.locale, notify)),
    );
    list.append(...elements);
  }
  document.body.append(toolbar(list, entries, word), h("main", {}, list), notice);
}

/**
 * What the parts of the page get here. Nothing can be done with it.
 *
 * @param {State} shared
 * @param {string} locale
 * @param {(text: string) => void} notify
 * @returns {App}
 */
function stillApp(shared, locale, notify) {
  const word = wordsFor(locale);
  const refuse = () => notify(word("gallery.only-here"));
  return {
    state: { ...shared, me: { ...shared.me, locale } },
    channel: null,
    word,
    ask: () => Promise.reject(new Error(word("gallery.only-here"))),
    go: refuse,
    openBox: refuse,
    openPerson: refuse,
    replyTo: refuse,
    insert: refuse,
    notify,
    noteFailure: refuse,
  };
}

/**
 * @param {HTMLElement} list
 * @param {Entry[]} entries
 * @param {App["word"]} word
 */
function toolbar(list, entries, word) {
  const locales = [...new Set(entries.map((entry) => entry.locale))];
  const language = h(
    "select",
    { onchange: () => showOnly(list, language.value) },
    h("option", { value: ALL }, word("gallery.all-languages")),
    locales.map((locale) => h("option", { value: locale }, locale)),
  );
  const phone = h("input", {
    type: "checkbox",
    onchange: () => list.classList.toggle("phone", phone.checked),
  });
  const light = h("input", {
    type: "checkbox",
    checked: theme() === "light",
    onchange: switchTheme,
  });
  return h(
    "header",
    { class: "gallery-bar" },
    h("h1", {}, word("gallery.title")),
    h("label", {}, word("gallery.language"), language),
    h("label", {}, phone, word("gallery.phone")),
    h("label", {}, light, word("gallery.light")),
  );
}

/**
 * @param {HTMLElement} list
 * @param {string} locale
 */
function showOnly(list, locale) {
  for (const entry of list.children) {
    if (entry instanceof HTMLElement) entry.hidden = locale !== ALL && entry.lang !== locale;
  }
}

/**
 * @param {Entry} entry
 * @param {App} app
 */
function entryElement(entry, app) {
  const shown =
    entry.kind === "message"
      ? messageElement(entry.message, app)
      : boxElement({ token: "", data: entry.modal }, app, {
          close: () => app.notify(app.word("gallery.only-here")),
        });
  return h(
    "li",
    { class: "gallery-entry", lang: entry.locale, "data-name": entry.name },
    h("h2", { lang: "en" }, entry.name, " ", h("span", {}, entry.locale)),
    h("div", { class: `gallery-${entry.kind}` }, shown),
  );
}

open();

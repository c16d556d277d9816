/**
 * Modals: the form that a bot opens over everything.
 *
 * @import { App, Component, FieldValue, ModalData } from "../types.d.ts"
 * @import { Field } from "./fields.js"
 */

import { h } from "../lib/dom.js";
import { sentenceOf } from "../lib/socket.js";
import { render } from "../message/markdown.js";
import { fieldOf, problemId } from "./fields.js";

const ACTION_ROW = 1;
const TEXT_DISPLAY = 10;
const LABEL = 18;

/** @typedef {{ token: string, data: ModalData }} Box */

/** A field and the sentence under it. */
/** @typedef {{ field: Field, note: HTMLElement }} Noted */

let made = 0;

/**
 * Show a modal. Escape and Cancel close it and keep nothing; the keyboard goes back where it was.
 *
 * @param {Box} box
 * @param {App} app
 */
export function openBox(box, app) {
  const held = document.activeElement?.closest("[data-key]")?.getAttribute("data-key");
  const dialog = h("dialog", { class: "box-dialog", "aria-label": box.data.title });
  dialog.append(boxElement(box, app, { close: () => dialog.close() }));
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (document.activeElement === document.body) focusKey(held ?? "compose");
  });
  document.body.append(dialog);
  dialog.showModal();
  // By itself the keyboard would stand on the part that scrolls.
  const first = dialog.querySelector("input, textarea, button");
  if (first instanceof HTMLElement) first.focus();
}

/**
 * What was pressed may have been drawn anew in the meantime.
 *
 * @param {string} key
 */
function focusKey(key) {
  const element = document.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (element instanceof HTMLElement) element.focus();
}

/**
 * The form of a modal, wherever it shall stand.
 *
 * @param {Box} box
 * @param {App} app
 * @param {{ close: () => void }} how
 * @returns {HTMLElement}
 */
export function boxElement(box, app, { close }) {
  const id = `box-${++made}`;
  /** @type {Noted[]} */
  const fields = [];
  const parts = box.data.components.flatMap((part, at) => partOf(part, `${id}-${at}`));
  /** @param {Component} part @param {string} key @returns {Node[]} */
  function partOf(part, key) {
    if (part.type === TEXT_DISPLAY) {
      return [h("div", { class: "box-text" }, render(part.content ?? "", app, "part"))];
    }
    if (part.type === ACTION_ROW) {
      return (part.components ?? []).flatMap((inner, at) => partOf(inner, `${key}-${at}`));
    }
    const inner = part.type === LABEL ? part.component : part;
    const words = { id: key, label: part.label ?? "", description: part.description };
    const field = inner && fieldOf(inner, words, app);
    if (!field) return [];
    const note = h("p", { class: "box-field-problem", id: problemId(key), role: "alert" });
    field.element.append(note);
    fields.push({ field, note });
    return [field.element];
  }
  return formElement(box, parts, fields, app, close);
}

/**
 * @param {Box} box
 * @param {Node[]} parts
 * @param {Noted[]} fields
 * @param {App} app
 * @param {() => void} close
 */
function formElement(box, parts, fields, app, close) {
  const trouble = h("p", { class: "box-trouble", role: "alert" });
  const submit = h("button", { type: "submit", class: "box-submit" }, app.word("box.submit"));
  const form = h(
    "form",
    {
      class: "box",
      novalidate: true,
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        trouble.textContent = "";
        if (submit.getAttribute("aria-disabled") === "true" || !isRight(fields)) return;
        submit.setAttribute("aria-disabled", "true");
        const wrong = await sent(box, fields, app, close);
        trouble.textContent = wrong;
        submit.removeAttribute("aria-disabled");
        if (wrong && !form.isConnected) app.notify(wrong); // closed in the meantime
      },
    },
    h("h2", {}, box.data.title),
    h("div", { class: "box-fields" }, parts),
    trouble,
    h(
      "div",
      { class: "box-buttons" },
      h("button", { type: "button", class: "box-cancel", onclick: close }, app.word("box.cancel")),
      submit,
    ),
  );
  return form;
}

/**
 * Say under every field what is wrong with it; the keyboard goes to the first.
 *
 * @param {Noted[]} fields
 */
function isRight(fields) {
  for (const { field, note } of fields) {
    note.textContent = field.check();
    field.element.classList.toggle("is-wrong", note.textContent !== "");
  }
  const first = fields.find(({ note }) => note.textContent);
  first?.field.focus();
  return !first;
}

/**
 * @param {Box} box
 * @param {Noted[]} fields
 * @param {App} app
 * @param {() => void} close
 * @returns {Promise<string>} what went wrong, if anything did; the modal then stays
 */
async function sent(box, fields, app, close) {
  try {
    const values = valuesOf(fields);
    const result = await app.ask({ do: "submit", box: box.token, values });
    if (result.outcome === "failed") return app.word("box.failed");
    close();
    if (result.box) app.openBox(result.box);
    return "";
  } catch (error) {
    return sentenceOf(error);
  }
}

/**
 * @param {Noted[]} fields
 * @returns {Record<string, FieldValue>} by custom id
 */
function valuesOf(fields) {
  /** @type {Record<string, FieldValue>} */
  const values = {};
  for (const { field } of fields) {
    const value = field.value();
    if (value !== undefined) values[field.name] = value;
  }
  return values;
}

/**
 * What is filled in in a modal: one field for each component that has a custom id.
 *
 * @import { App, Component, FieldValue, SelectOption } from "../types.d.ts"
 */

import { h } from "../lib/dom.js";
import { selectElement } from "../message/select.js";

/**
 * @typedef {object} Field
 * @property {string} name its custom id
 * @property {HTMLElement} element
 * @property {() => FieldValue | undefined} value undefined: it is left out, as where nothing was chosen
 * @property {() => string} check what is wrong as a sentence, or an empty text
 * @property {() => void} focus
 */

/**
 * The words around a field.
 *
 * @typedef {object} Words
 * @property {string} id of the field
 * @property {string} label
 * @property {string} [description]
 */

/** @param {string} id of a field */
export const problemId = (id) => `${id}-problem`;

const SELECT = 3;
const TEXT_INPUT = 4;
const RADIO_GROUP = 21;
const CHECKBOX_GROUP = 22;
const CHECKBOX = 23;
const PARAGRAPH = 2;
const TEXT_LIMIT = 4000;

/**
 * The field of a component; null for one that is only shown.
 *
 * @param {Component} part
 * @param {Words} words
 * @param {App} app
 * @returns {Field | null}
 */
export function fieldOf(part, words, app) {
  switch (part.type) {
    case TEXT_INPUT:
      return textField(part, words, app);
    case SELECT:
      return selectField(part, words, app);
    case RADIO_GROUP:
      return radioGroup(part, words, app);
    case CHECKBOX_GROUP:
      return checkboxGroup(part, words, app);
    case CHECKBOX:
      return checkbox(part, words);
    default:
      return null;
  }
}

/**
 * Discord takes every field but a checkbox for required unless it is told otherwise.
 *
 * @param {Component} part
 */
function isRequired(part) {
  return part.required !== false;
}

/**
 * @param {Component} part
 * @param {Words} words
 * @param {App} app
 * @returns {Field}
 */
function textField(part, words, app) {
  const attributes = {
    id: words.id,
    placeholder: part.placeholder,
    "aria-required": String(isRequired(part)),
    autocomplete: "off",
  };
  const input =
    part.style === PARAGRAPH
      ? h("textarea", { ...attributes, rows: 4 })
      : h("input", { ...attributes, type: "text" });
  input.value = part.value ?? "";
  describe(input, words);
  return {
    name: part.custom_id ?? "",
    element: framed(h("label", { for: words.id }), input, words, isRequired(part)),
    value: () => input.value,
    check: () => {
      const problem = textProblem(part, input.value, app);
      input.setAttribute("aria-invalid", String(problem !== ""));
      return problem;
    },
    focus: () => input.focus(),
  };
}

/**
 * @param {Component} part
 * @param {string} text
 * @param {App} app
 */
function textProblem(part, text, app) {
  const length = [...text].length;
  const min = part.min_length ?? 0;
  const max = part.max_length ?? TEXT_LIMIT;
  if (!length) return isRequired(part) ? app.word("box.required") : "";
  if (length < min) return app.word("command.too-short", { min });
  return length > max ? app.word("command.too-long", { max }) : "";
}

/**
 * @param {Component} part
 * @param {Words} words
 * @param {App} app
 * @returns {Field}
 */
function selectField(part, words, app) {
  const { min, max } = bounds(part);
  const select = selectElement({
    options: part.options ?? [],
    placeholder: part.placeholder ?? "",
    min: isRequired(part) ? min : 0,
    max,
    disabled: part.disabled ?? false,
    label: words.label,
  });
  const button = select.querySelector("button") ?? select;
  button.setAttribute("aria-required", String(isRequired(part)));
  describe(button, words);
  return {
    name: part.custom_id ?? "",
    element: framed(h("div"), select, words, isRequired(part)),
    value: () => select.values,
    check: () => choiceProblem(part, select.values.length, app),
    focus: () => button.focus(),
  };
}

/**
 * How few and how many may be chosen; in a group of boxes all may be.
 *
 * @param {Component} part
 */
function bounds({ type, options = [], min_values, max_values }) {
  const most = type === CHECKBOX_GROUP ? options.length : 1;
  return { min: min_values ?? 1, max: max_values ?? most };
}

/**
 * @param {Component} part
 * @param {number} chosen
 * @param {App} app
 */
function choiceProblem(part, chosen, app) {
  if (!chosen) return isRequired(part) ? app.word("box.required") : "";
  const { min, max } = bounds(part);
  if (chosen < min) return app.word("box.too-few", { count: min });
  return chosen > max ? app.word("box.too-many", { count: max }) : "";
}

/**
 * @param {Component} part
 * @param {Words} words
 * @param {App} app
 * @returns {Field}
 */
function radioGroup(part, words, app) {
  const choices = (part.options ?? []).map((option) => choice(option, "radio", words.id));
  const chosen = () => choices.find(({ input }) => input.checked)?.input.value;
  return {
    name: part.custom_id ?? "",
    element: group("radiogroup", choices, words, isRequired(part)),
    value: chosen,
    check: () => (isRequired(part) && !chosen() ? app.word("box.required") : ""),
    focus: () => choices[0]?.input.focus(),
  };
}

/**
 * @param {Component} part
 * @param {Words} words
 * @param {App} app
 * @returns {Field}
 */
function checkboxGroup(part, words, app) {
  const choices = (part.options ?? []).map((option) => choice(option, "checkbox", words.id));
  const chosen = () => choices.filter(({ input }) => input.checked).map(({ input }) => input.value);
  return {
    name: part.custom_id ?? "",
    element: group("group", choices, words, isRequired(part)),
    value: chosen,
    check: () => choiceProblem(part, chosen().length, app),
    focus: () => choices[0]?.input.focus(),
  };
}

/**
 * @param {Component} part
 * @param {Words} words
 * @returns {Field}
 */
function checkbox(part, { id, label, description }) {
  const option = { label, value: "", description, default: part.default };
  const { input, element } = choice(option, "checkbox", id);
  return {
    name: part.custom_id ?? "",
    element: h("div", { class: "box-field" }, element),
    value: () => input.checked,
    check: () => "",
    focus: () => input.focus(),
  };
}

/**
 * @param {SelectOption} option
 * @param {"radio" | "checkbox"} type
 * @param {string} name
 */
function choice(option, type, name) {
  const input = h("input", { type, name, value: option.value, checked: option.default });
  const element = h(
    "label",
    { class: "box-field-choice" },
    input,
    h(
      "span",
      {},
      option.label,
      option.description && h("span", { class: "box-field-description" }, option.description),
    ),
  );
  return { input, element };
}

/**
 * @param {"radiogroup" | "group"} role
 * @param {{ element: HTMLElement }[]} choices
 * @param {Words} words
 * @param {boolean} required
 */
function group(role, choices, words, required) {
  const labelId = `${words.id}-label`;
  const box = h(
    "div",
    {
      role,
      class: "box-field-choices",
      "aria-labelledby": labelId,
      "aria-required": role === "radiogroup" ? String(required) : null,
    },
    choices.map(({ element }) => element),
  );
  describe(box, words);
  return framed(h("div", { id: labelId }), box, words, required);
}

/**
 * @param {Element} control
 * @param {Words} words
 */
function describe(control, { id, description }) {
  const said = description ? [`${id}-description`, problemId(id)] : [problemId(id)];
  control.setAttribute("aria-describedby", said.join(" "));
}

/**
 * A control with its label and description over it.
 *
 * @param {HTMLElement} label
 * @param {HTMLElement} control
 * @param {Words} words
 * @param {boolean} required
 */
function framed(label, control, { id, label: text, description }, required) {
  label.classList.add("box-field-label");
  label.append(text);
  if (required) label.append(h("span", { class: "box-field-star", "aria-hidden": "true" }, "*"));
  return h(
    "div",
    { class: "box-field" },
    label,
    description && h("p", { class: "box-field-description", id: `${id}-description` }, description),
    control,
  );
}

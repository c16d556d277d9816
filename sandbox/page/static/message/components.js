/** Components of messages: rows of buttons and lists, and the second version's layout. */

import { h } from "../lib/dom.js";
import { emojiElement } from "../lib/emoji.js";
import { icon } from "../lib/icons.js";
import { cssColour } from "./embeds.js";
import { entityOptions } from "./entities.js";
import { interact, isRunning, showBusy } from "./failure.js";
import { channelOfAddress, isWebAddress } from "./links.js";
import { render } from "./markdown.js";
import { covered, fileCard, pictureElement } from "./media.js";
import { selectElement } from "./select.js";

/** @import { App, Component, Message } from "../types.d.ts" */

const STYLES = ["", "primary", "secondary", "success", "danger", "outside"];
const LINK_STYLE = 5;
const LARGE_SPACING = 2;

/**
 * @param {Message} message
 * @param {App} app
 * @returns {HTMLElement[]}
 */
export function componentElements(message, app) {
  return elements(message.components, message, app);
}

/**
 * @param {Component[]} components
 * @param {Message} message
 * @param {App} app
 */
function elements(components, message, app) {
  return components
    .map((component) => element(component, message, app))
    .filter((made) => made !== null);
}

/**
 * @param {Component} component
 * @param {Message} message
 * @param {App} app
 * @returns {HTMLElement | null}
 */
function element(component, message, app) {
  switch (component.type) {
    case 1:
      return h("div", { class: "action-row" }, elements(component.components ?? [], message, app));
    case 2:
      return button(component, message, app);
    case 3:
    case 5:
    case 6:
    case 7:
    case 8:
      return select(component, message, app);
    case 9:
      return section(component, message, app);
    case 10:
      return h("div", { class: "message-text" }, render(component.content ?? "", app, "part"));
    case 11:
      return media("thumbnail", component.media, component, app);
    case 12:
      return gallery(component, app);
    case 13:
      return file(component, app);
    case 14:
      return separator(component);
    case 17:
      return container(component, message, app);
    default:
      return null;
  }
}

/**
 * @param {Component} component
 * @param {Message} message
 * @param {App} app
 */
function button(component, message, app) {
  if (component.style === LINK_STYLE) return linkButton(component, app);
  const id = component.custom_id ?? "";
  const press = () => {
    const where = { channel: message.channel_id, message: message.id };
    interact(message, app, { do: "press", ...where, custom_id: id }, made);
  };
  const made = h(
    "button",
    {
      class: `button ${STYLES[component.style ?? 2] ?? "secondary"}`,
      type: "button",
      "data-key": `press-${message.id}-${id}`,
      disabled: component.disabled,
      "aria-label": component.label ? null : component.emoji?.name,
      onclick: press,
    },
    buttonContent(component),
  );
  if (isRunning(message, id)) showBusy(made);
  return made;
}

/**
 * @param {Component} component
 * @param {App} app
 */
function linkButton(component, app) {
  const url = component.url ?? "";
  const content = buttonContent(component);
  const place = channelOfAddress(url);
  if (place || component.disabled || !isWebAddress(url)) {
    const onclick = () => place && app.go(place);
    const { disabled } = component;
    return h("button", { class: "button secondary", type: "button", disabled, onclick }, content);
  }
  return h(
    "a",
    { class: "button secondary", href: url, target: "_blank", rel: "noopener noreferrer" },
    content,
    icon("outside"),
  );
}

/** @param {Component} component */
function buttonContent({ emoji, label }) {
  return h(
    "span",
    { class: "button-content" },
    emojiElement(emoji, label),
    label && h("span", {}, label),
  );
}

/**
 * @param {Component} component
 * @param {Message} message
 * @param {App} app
 */
function select(component, message, app) {
  const { custom_id: id = "", min_values: min = 1, max_values: max = 1 } = component;
  const placeholder = component.placeholder ?? app.word("select.placeholder");
  const made = selectElement({
    options: entityOptions(component, message, app) ?? component.options ?? [],
    placeholder,
    min,
    max,
    disabled: component.disabled ?? false,
    label: placeholder,
    key: `select-${message.id}-${id}`,
    onchange: (values) => {
      if (values.length < min) {
        app.notify(app.word("select.too-few", { count: min }));
        return;
      }
      const where = { channel: message.channel_id, message: message.id };
      const control = made.querySelector("button") ?? made;
      interact(message, app, { do: "select", ...where, custom_id: id, values }, control);
    },
  });
  return made;
}

/**
 * @param {Component} component
 * @param {Message} message
 * @param {App} app
 */
function section({ components = [], accessory }, message, app) {
  return h(
    "div",
    { class: "section" },
    h("div", { class: "section-words" }, elements(components, message, app)),
    accessory && element(accessory, message, app),
  );
}

/**
 * @param {string} name
 * @param {{ url: string, width?: number, height?: number } | undefined} source
 * @param {{ description?: string, spoiler?: boolean }} about
 * @param {App} app
 */
function media(name, source, { description, spoiler }, app) {
  if (!source) return null;
  const picture = pictureElement({ ...source, description }, app);
  return h("div", { class: name }, covered(picture, spoiler, app));
}

/**
 * @param {Component} component
 * @param {App} app
 */
function gallery({ items = [] }, app) {
  const cells = items.map((item) => media("gallery-item", item.media, item, app));
  return h("div", { class: "media-gallery", "data-count": Math.min(items.length, 4) }, cells);
}

/**
 * @param {Component} component
 * @param {App} app
 */
function file({ file: source, name = "", size = 0, spoiler }, app) {
  return source ? covered(fileCard({ url: source.url, name, size }, app), spoiler, app) : null;
}

/** @param {Component} component */
function separator({ divider = true, spacing }) {
  const name = spacing === LARGE_SPACING ? "separator large" : "separator";
  return divider ? h("hr", { class: name }) : h("div", { class: name });
}

/**
 * @param {Component} component
 * @param {Message} message
 * @param {App} app
 */
function container({ components = [], accent_color: accent, spoiler }, message, app) {
  const made = h("div", { class: "container" }, elements(components, message, app));
  if (typeof accent === "number") {
    made.classList.add("accented");
    made.style.borderInlineStartColor = cssColour(accent);
  }
  return covered(made, spoiler, app);
}

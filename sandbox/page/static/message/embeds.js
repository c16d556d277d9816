/** Embeds and attachments. */

import { h } from "../lib/dom.js";
import { spoken, timeElement } from "../lib/time.js";
import { linkElement } from "./links.js";
import { render } from "./markdown.js";
import { fileCard, iconPicture, pictureElement } from "./media.js";

/** @import { App, Attachment, Embed } from "../types.d.ts" */

const COLUMNS = 12;
const FIELDS_IN_A_ROW = 3;

/** @typedef {{ name: string, value: string, inline?: boolean }} Field */

/**
 * @param {Attachment[]} attachments
 * @param {App} app
 * @returns {HTMLElement[]}
 */
export function attachmentElements(attachments, app) {
  return attachments.map((one) =>
    one.content_type?.startsWith("image/")
      ? pictureElement(one, app)
      : fileCard({ url: one.url, name: one.filename, size: one.size }, app),
  );
}

/**
 * @param {Embed} embed
 * @param {App} app
 */
export function embedElement(embed, app) {
  const element = h(
    "div",
    { class: "embed" },
    h(
      "div",
      { class: "embed-words" },
      authorLine(embed, app),
      title(embed, app),
      embed.description && markdown("embed-text", embed.description, app),
      fields(embed.fields ?? [], app),
    ),
    embed.thumbnail && h("div", { class: "embed-thumbnail" }, pictureElement(embed.thumbnail, app)),
    embed.image && h("div", { class: "embed-image" }, pictureElement(embed.image, app)),
    footer(embed, app),
  );
  if (embed.color != null) element.style.borderInlineStartColor = cssColour(embed.color);
  return element;
}

/** @param {number} colour */
export function cssColour(colour) {
  return `#${colour.toString(16).padStart(6, "0")}`;
}

/**
 * @param {string} name
 * @param {string} text
 * @param {App} app
 */
function markdown(name, text, app) {
  return h("div", { class: name }, render(text, app, "part"));
}

/**
 * @param {Embed} embed
 * @param {App} app
 */
function authorLine({ author }, app) {
  if (!author) return null;
  const name = document.createTextNode(author.name);
  return h(
    "div",
    { class: "embed-author" },
    iconPicture(author.icon_url),
    author.url ? linkElement(author.url, [name], app) : name,
  );
}

/**
 * @param {Embed} embed
 * @param {App} app
 */
function title({ title: text, url }, app) {
  if (!text) return null;
  const words = render(text, app, "part");
  return h("div", { class: "embed-title" }, url ? linkElement(url, [words], app) : words);
}

/**
 * @param {Field[]} all
 * @param {App} app
 */
function fields(all, app) {
  if (all.length === 0) return null;
  const cells = fieldRows(all).flatMap((row) => {
    return row.map((field) => {
      const cell = h(
        "div",
        {},
        markdown("embed-name", field.name, app),
        markdown("embed-text", field.value, app),
      );
      cell.style.gridColumn = `span ${COLUMNS / row.length}`;
      return cell;
    });
  });
  return h("div", { class: "embed-fields" }, cells);
}

/**
 * Inline fields that follow each other stand side by side, the others alone.
 *
 * @param {Field[]} all
 * @returns {Field[][]}
 */
function fieldRows(all) {
  /** @type {Field[][]} */
  const rows = [];
  for (const field of all) {
    const row = rows.at(-1);
    if (field.inline && row?.[0]?.inline && row.length < FIELDS_IN_A_ROW) row.push(field);
    else rows.push([field]);
  }
  return rows;
}

/**
 * @param {Embed} embed
 * @param {App} app
 */
function footer({ footer: foot, timestamp }, app) {
  if (!foot && !timestamp) return null;
  const date = timestamp && !Number.isNaN(Date.parse(timestamp)) ? new Date(timestamp) : null;
  return h(
    "div",
    { class: "embed-footer" },
    iconPicture(foot?.icon_url),
    h(
      "span",
      {},
      foot?.text,
      foot && date && " • ",
      date && timeElement(date, spoken(date, app), app.state.me.locale),
    ),
  );
}

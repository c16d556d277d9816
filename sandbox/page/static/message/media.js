/** Pictures and files. */

import { h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { linkElement } from "./links.js";

/** @import { App } from "../types.d.ts" */

const WIDEST = 550;
const HIGHEST = 350;
const BYTE_UNITS = ["byte", "kilobyte", "megabyte"];

/**
 * @typedef {object} Picture
 * @property {string} url
 * @property {string | null} [description]
 * @property {number} [width]
 * @property {number} [height]
 */

/**
 * A file's address on this server, or null for one elsewhere, which the page does not load.
 *
 * @param {string} url
 */
function ownAddress(url) {
  if (!URL.canParse(url, location.href)) return null;
  const address = new URL(url, location.href);
  const local = ["127.0.0.1", "localhost", "[::1]", location.hostname].includes(address.hostname);
  return local && address.port === location.port ? address.pathname + address.search : null;
}

/**
 * A picture that is enlarged when pressed. Its place is kept while it loads.
 *
 * @param {Picture} picture
 * @param {App} app
 * @returns {HTMLElement}
 */
export function pictureElement(picture, app) {
  const src = ownAddress(picture.url);
  if (src === null) return linkElement(picture.url, null, app);
  const alt = picture.description || app.word("message.picture");
  const { width = 0, height = 0 } = picture;
  const scale = Math.min(1, WIDEST / width, HIGHEST / height);
  const size = width && height ? { width: width * scale, height: height * scale } : {};
  const onclick = () => enlarge(src, alt, app);
  return h(
    "button",
    { class: "picture", type: "button", "aria-haspopup": "dialog", onclick },
    h("img", { src, alt, ...size }),
  );
}

/**
 * A small picture that only decorates, or nothing where it is not on this server.
 *
 * @param {string | undefined} url
 */
export function iconPicture(url) {
  const src = url && ownAddress(url);
  return src ? h("img", { class: "icon-picture", src, alt: "" }) : null;
}

/**
 * @param {string} src
 * @param {string} alt
 * @param {App} app
 */
function enlarge(src, alt, app) {
  const close = h(
    "button",
    { class: "viewer-close", type: "button", onclick: () => dialog.close() },
    app.word("message.close-picture"),
  );
  const dialog = h(
    "dialog",
    { class: "viewer", "aria-label": alt, onclose: () => dialog.remove() },
    h("img", { src, alt }),
    close,
  );
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close(); // beside the picture
  });
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * @param {{ url: string, name: string, size: number }} file
 * @param {App} app
 */
export function fileCard({ url, name, size }, app) {
  const link = h("a", { href: ownAddress(url) ?? url, download: name }, name);
  const about = h("span", { class: "file-size" }, fileSize(size, app.state.me.locale));
  return h("div", { class: "file" }, icon("file"), h("div", {}, link, about));
}

/**
 * @param {number} bytes
 * @param {string} locale
 */
function fileSize(bytes, locale) {
  const power = Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log(bytes || 1) / Math.log(1024)));
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: BYTE_UNITS[power],
    maximumFractionDigits: 2,
  }).format(bytes / 1024 ** power);
}

/**
 * A thing that is shown only when it is asked for.
 *
 * @param {HTMLElement} element
 * @param {boolean | undefined} hidden
 * @param {App} app
 * @returns {HTMLElement}
 */
export function covered(element, hidden, app) {
  if (!hidden) return element;
  const onclick = () => cover.replaceWith(element);
  const label = app.word("message.spoiler");
  const cover = h("button", { class: "spoiler-block", type: "button", onclick }, label);
  return cover;
}

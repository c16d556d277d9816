/** What opens beside a button and closes by itself: Escape, a click elsewhere, the Tab key. */

import { h } from "../lib/dom.js";

const MARGIN = 8;

/**
 * Open it beside an element; the keyboard goes to its first control and comes back at the end.
 *
 * @param {HTMLElement} anchor
 * @param {string} label
 * @param {Node[]} content
 * @returns {() => void} closes it
 */
export function openPopup(anchor, label, content) {
  const popup = h(
    "div",
    { class: "popup", popover: "auto", role: "dialog", "aria-label": label },
    content,
  );
  const close = () => popup.hidePopover();
  popup.addEventListener("focusout", (event) => {
    const to = event.relatedTarget;
    if (to instanceof Node && !popup.contains(to)) close();
  });
  popup.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    anchor.setAttribute("aria-expanded", "false");
    popup.remove();
    if (!anchor.isConnected) focusAgain(anchor);
  });
  document.body.append(popup);
  popup.showPopover();
  place(popup, anchor);
  anchor.setAttribute("aria-expanded", "true");
  const first = popup.querySelector("button, select");
  if (first instanceof HTMLElement) first.focus();
  return close;
}

/**
 * The anchor was drawn anew meanwhile: the keyboard goes where it would have gone.
 *
 * @param {HTMLElement} anchor
 */
function focusAgain(anchor) {
  const key = CSS.escape(anchor.dataset.key ?? "");
  const again = document.querySelector(`[data-key="${key}"]`);
  if (again instanceof HTMLElement && document.activeElement === document.body) again.focus();
}

/**
 * @param {HTMLElement} popup
 * @param {HTMLElement} anchor
 */
function place(popup, anchor) {
  const beside = anchor.getBoundingClientRect();
  const room = document.documentElement.clientWidth - popup.offsetWidth - MARGIN;
  popup.style.left = `${Math.max(MARGIN, Math.min(beside.left, room))}px`;
  popup.style.top = `${beside.bottom + MARGIN / 2}px`;
}

/**
 * Ask a question before something that cannot be undone.
 *
 * @param {{ title: string, text: string, yes: string, no: string }} question
 * @returns {Promise<boolean>}
 */
export function confirmed({ title, text, yes, no }) {
  const dialog = h(
    "dialog",
    { class: "question", "aria-labelledby": "question-title" },
    h("h2", { id: "question-title" }, title),
    h("p", {}, text),
    h(
      "form",
      { method: "dialog" },
      h("button", { class: "plain-button", value: "no" }, no),
      h("button", { class: "danger-button", value: "yes" }, yes),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
  });
}

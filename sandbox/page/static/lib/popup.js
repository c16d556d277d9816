/** What opens beside a button and closes by itself: Escape, a click elsewhere, the Tab key. */

import { h } from "./dom.js";

const MARGIN = 8;

/**
 * Open it beside a button; the keyboard goes to its first control and comes back at the end. The
 * same button closes it again.
 *
 * @param {HTMLElement} anchor
 * @param {{ label: string, look?: string }} about `look` is the class it has
 * @param {import("./dom.js").Child[]} content
 * @returns {() => void} closes it
 */
export function openPopup(anchor, { label, look = "popup" }, content) {
  const button = anchor instanceof HTMLButtonElement ? anchor : null;
  if (button?.popoverTargetElement) return () => {}; // this very press closes it
  const popup = h(
    "div",
    { class: look, popover: "auto", role: "dialog", "aria-label": label },
    content,
  );
  const close = () => popup.hidePopover();
  popup.addEventListener("focusout", (event) => {
    const to = event.relatedTarget;
    if (to instanceof Node && to !== anchor && !popup.contains(to)) close();
  });
  popup.addEventListener("toggle", (event) => {
    if (event.newState === "open") {
      // Any earlier, the press that opens it would close it as well.
      if (button) button.popoverTargetElement = popup;
      return;
    }
    const { activeElement } = document;
    const held = popup.contains(activeElement) || activeElement === document.body;
    if (button) button.popoverTargetElement = null;
    anchor.setAttribute("aria-expanded", "false");
    popup.remove();
    if (held) comeBack(anchor);
  });
  document.body.append(popup);
  popup.showPopover();
  place(popup, anchor.getBoundingClientRect());
  anchor.setAttribute("aria-expanded", "true");
  const first = popup.querySelector("button, select");
  if (first instanceof HTMLElement) first.focus();
  return close;
}

/**
 * The keyboard to an element, or to what was drawn anew in its place.
 *
 * @param {HTMLElement} anchor
 */
function comeBack(anchor) {
  const key = CSS.escape(anchor.dataset.key ?? "");
  const now = anchor.isConnected ? anchor : document.querySelector(`[data-key="${key}"]`);
  if (now instanceof HTMLElement) now.focus({ preventScroll: true });
}

/**
 * Under its anchor, or over it where there is no room below.
 *
 * @param {HTMLElement} popup
 * @param {DOMRect} anchor
 */
function place(popup, anchor) {
  const { clientWidth, clientHeight } = document.documentElement;
  const right = clientWidth - popup.offsetWidth - MARGIN;
  const fits = anchor.bottom + popup.offsetHeight + MARGIN <= clientHeight;
  const top = fits ? anchor.bottom + MARGIN / 2 : anchor.top - popup.offsetHeight - MARGIN / 2;
  popup.style.left = `${Math.max(MARGIN, Math.min(anchor.left, right))}px`;
  popup.style.top = `${Math.max(MARGIN, top)}px`;
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

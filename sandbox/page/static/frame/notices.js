/** Sentences around the page: the lost connection, the first hint, what just happened. */

import { h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { row, showRows } from "./keyed.js";

/** @import { Shell } from "./shell.d.ts" */

const HINT_SEEN = "mastermind.hint-seen";
const TOAST_FOR = 6000;

/**
 * The hint for the first visit, until it is sent away.
 *
 * @param {Shell} app
 */
export function hint(app) {
  if (localStorage.getItem(HINT_SEEN)) return null;
  const element = h(
    "div",
    { class: "banner" },
    h("p", {}, app.word("hint.second-tab")),
    h(
      "button",
      {
        class: "icon-button",
        "data-key": "hint",
        "aria-label": app.word("hint.dismiss"),
        title: app.word("hint.dismiss"),
        onclick: () => {
          localStorage.setItem(HINT_SEEN, "yes");
          element.remove();
        },
      },
      icon("close"),
    ),
  );
  return element;
}

/**
 * The banner that stands while the sandbox is away. It is there before any state is.
 *
 * @param {() => string} text
 */
export function lossBanner(text) {
  const element = h("div", { class: "loss", role: "alert" });
  return {
    element,
    /** @param {boolean} lost */
    show(lost) {
      const from = lost ? text() : "";
      showRows(element, lost ? [row("loss", from, () => h("p", {}, icon("fault"), from))] : []);
    },
  };
}

/** One short sentence at the bottom of the screen, for a while. */
export function toast() {
  const element = h("div", { class: "toast", role: "status" });
  let ends = 0;
  return {
    element,
    /** @param {string} text */
    show(text) {
      clearTimeout(ends);
      element.replaceChildren(h("p", {}, text));
      ends = setTimeout(() => element.replaceChildren(), TOAST_FOR);
    },
  };
}

/** Behind the scenes: switches that make trouble for the bot, and what crosses the wire. */

import { h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { switches } from "./switches.js";
import { wireList } from "./wire-list.js";

/** @import { Part, Shell, View } from "./shell.d.ts" */

/** @type {View["tab"][]} */
const TABS = ["switches", "wire"];

/**
 * @param {Shell} app
 * @returns {Part}
 */
export function panel(app) {
  const parts = { switches: switches(app), wire: wireList(app) };
  const tabs = TABS.map((name) => tabButton(app, name));
  const pages = TABS.map((name) =>
    h(
      "div",
      {
        class: "panel-page",
        role: "tabpanel",
        id: `panel-${name}`,
        "aria-labelledby": `tab-${name}`,
      },
      parts[name].element,
    ),
  );
  const draw = () => {
    const chosen = TABS.indexOf(app.view.tab);
    for (const [index, tab] of tabs.entries()) {
      tab.setAttribute("aria-selected", String(index === chosen));
      tab.tabIndex = index === chosen ? 0 : -1;
    }
    for (const [index, page] of pages.entries()) page.hidden = index !== chosen;
    parts[app.view.tab].draw();
  };
  const element = h(
    "aside",
    { class: "panel", id: "panel", "aria-label": app.word("panel.title") },
    heading(app),
    h("p", { class: "panel-warning" }, app.word("panel.shows-all")),
    h(
      "div",
      {
        class: "tabs",
        role: "tablist",
        "aria-label": app.word("panel.title"),
        onkeydown: (/** @type {KeyboardEvent} */ event) => turn(app, event, tabs),
      },
      tabs,
    ),
    pages,
  );
  return { element, draw };
}

/** @param {Shell} app */
function heading(app) {
  return h(
    "div",
    { class: "side-head" },
    h("h2", {}, app.word("panel.title")),
    h(
      "button",
      {
        class: "icon-button",
        "data-key": "panel-close",
        "aria-label": app.word("panel.close"),
        title: app.word("panel.close"),
        onclick: () => app.open({ aside: null }),
      },
      icon("close"),
    ),
  );
}

/**
 * @param {Shell} app
 * @param {View["tab"]} name
 */
function tabButton(app, name) {
  return h(
    "button",
    {
      role: "tab",
      id: `tab-${name}`,
      "data-key": `tab-${name}`,
      "aria-controls": `panel-${name}`,
      onclick: () => app.open({ tab: name }),
    },
    app.word(`panel.${name}`),
  );
}

/**
 * The arrow keys go from tab to tab.
 *
 * @param {Shell} app
 * @param {KeyboardEvent} event
 * @param {HTMLElement[]} tabs
 */
function turn(app, event, tabs) {
  if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
  const other = TABS.indexOf(app.view.tab) === 0 ? 1 : 0;
  app.open({ tab: TABS[other] ?? "switches" });
  tabs[other]?.focus();
}

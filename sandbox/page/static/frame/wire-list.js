/** The panel's list of what crossed the wire: newest last, followed unless one scrolls up. */

import { h } from "../lib/dom.js";
import { row, showRows } from "./keyed.js";

/** @import { Crossing } from "../types.d.ts" */
/** @import { Part, Shell } from "./shell.d.ts" */

const NEAR_END = 30;
const KINDS = ["all", "call", "event"];

/**
 * @param {Shell} app
 * @returns {Part}
 */
export function wireList(app) {
  const kind = h(
    "select",
    { "aria-label": app.word("wire.kind"), "data-key": "wire-kind", onchange: () => draw() },
    KINDS.map((one) => h("option", { value: one }, app.word(`wire.${one}`))),
  );
  const search = h("input", {
    type: "search",
    placeholder: app.word("wire.search"),
    "aria-label": app.word("wire.search"),
    "data-key": "wire-search",
    oninput: () => draw(),
  });
  const clear = h(
    "button",
    { class: "plain-button", "data-key": "wire-clear", onclick: () => app.wire.clear() ?? draw() },
    app.word("wire.clear"),
  );
  const list = h("ol", { class: "wire" });
  const empty = h("p", { class: "reason" }, app.word("wire.empty"));
  let follows = true;
  const scroller = h(
    "div",
    {
      class: "wire-log",
      role: "region",
      "aria-label": app.word("panel.wire"),
      tabindex: "0",
      onscroll: () => {
        const { scrollHeight, scrollTop, clientHeight } = scroller;
        follows = scrollHeight - scrollTop - clientHeight < NEAR_END;
      },
    },
    empty,
    list,
  );
  const draw = () => {
    const wanted = app.wire.entries.filter((entry) => matches(entry, kind.value, search.value));
    showRows(
      list,
      wanted.map((entry) => row(String(entry.number), null, () => crossing(app, entry))),
    );
    empty.hidden = wanted.length > 0;
    if (follows) scroller.scrollTop = scroller.scrollHeight;
  };
  const bar = h("div", { class: "wire-bar" }, kind, search, clear);
  return { element: h("div", { class: "wire-part" }, bar, scroller), draw };
}

/**
 * @param {Crossing} entry
 * @param {string} kind
 * @param {string} text
 */
function matches(entry, kind, text) {
  if (kind !== "all" && entry.kind !== kind) return false;
  const wanted = text.trim().toLowerCase();
  if (!wanted) return true;
  const all = `${entry.title} ${entry.status} ${JSON.stringify([entry.sent, entry.answer])}`;
  return all.toLowerCase().includes(wanted);
}

/**
 * @param {Shell} app
 * @param {Crossing} entry
 */
function crossing(app, entry) {
  const details = h(
    "details",
    {
      ontoggle: () => {
        if (details.childElementCount === 1) details.append(...bodies(app, entry));
        if (details.open) details.scrollIntoView({ block: "nearest" });
      },
    },
    h("summary", {}, summary(app, entry)),
  );
  return h("li", { class: entry.kind }, details);
}

/**
 * @param {Shell} app
 * @param {Crossing} entry
 */
function summary(app, { at, kind, title, status }) {
  const time = new Date(at).toLocaleTimeString(app.state.me.locale, { hour12: false });
  const failed = status !== null && status >= 400;
  return [
    h("time", { datetime: at }, time),
    h("span", { class: "unseen" }, app.word(`wire.${kind}-one`)),
    h("span", { class: "wire-mark", "aria-hidden": "true" }, kind === "call" ? "→" : "←"),
    h("span", { class: "wire-title" }, title),
    status !== null && h("span", { class: failed ? "status failed" : "status" }, status),
  ];
}

/**
 * Made when they are looked at: most never are.
 *
 * @param {Shell} app
 * @param {Crossing} entry
 */
function bodies(app, { kind, sent, answer }) {
  const parts = [body(app.word(kind === "call" ? "wire.sent" : "wire.data"), sent)];
  if (kind === "call") parts.push(body(app.word("wire.answer"), answer));
  return parts;
}

/**
 * @param {string} title
 * @param {unknown} json
 */
function body(title, json) {
  return h(
    "div",
    { class: "wire-body" },
    h("p", {}, title),
    h("pre", { tabindex: "0" }, json === null ? "–" : JSON.stringify(json, null, 2)),
  );
}

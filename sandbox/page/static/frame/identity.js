/** The bar at the top: who this tab is, and the way behind the scenes. */

import { h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { avatar } from "../message/people.js";
import { row, showRows } from "./keyed.js";

/** @import { Tenant } from "../types.d.ts" */
/** @import { Part, Shell } from "./shell.d.ts" */

/**
 * @param {Shell} app
 * @returns {Part}
 */
export function identityBar(app) {
  const people = h("div", { class: "people" });
  const choice = h(
    "fieldset",
    { class: "identity", id: "identity" },
    h("legend", {}, app.word("identity.title")),
    people,
  );
  const fold = foldButton(app, choice);
  const behind = h(
    "button",
    {
      class: "bar-button",
      "data-key": "panel",
      "aria-label": app.word("panel.title"),
      title: app.word("panel.title"),
      onclick: () => app.open({ aside: app.view.aside === "panel" ? null : "panel" }),
    },
    icon("wire"),
    h("span", { class: "wide-only" }, app.word("panel.title")),
  );
  const draw = () => {
    const hash = location.hash;
    showRows(
      people,
      app.state.people.map((person) => {
        const mine = person.id === app.state.me.id;
        return row(person.id, [person, mine, hash], () => choiceOf(app, person, mine));
      }),
    );
    behind.setAttribute("aria-expanded", String(app.view.aside === "panel"));
  };
  return { element: h("div", { class: "top" }, fold, choice, behind), draw };
}

/**
 * Where the window is narrow, the people are behind this button.
 *
 * @param {Shell} app
 * @param {HTMLElement} choice
 */
function foldButton(app, choice) {
  const button = h(
    "button",
    {
      class: "bar-button narrow-only",
      "data-key": "identity",
      "aria-expanded": "false",
      "aria-controls": choice.id,
      onclick: () => {
        const open = choice.classList.toggle("unfolded");
        button.setAttribute("aria-expanded", String(open));
      },
    },
    app.word("identity.you-are", { name: app.state.me.name }),
    icon("down"),
  );
  return button;
}

/**
 * @param {Shell} app
 * @param {Tenant} person
 * @param {boolean} mine
 */
function choiceOf(app, person, mine) {
  const name = person.name.toLowerCase();
  const label = h(
    "label",
    {},
    h("input", {
      type: "radio",
      name: "identity",
      value: name,
      checked: mine,
      "data-key": `person-${name}`,
      onchange: () => app.become(name),
    }),
    avatar({ ...person, bot: false }, app),
    h("span", { class: "person-name" }, person.name),
    person.moderator && h("span", { class: "role" }, app.word("identity.moderator")),
    person.here &&
      h(
        "span",
        { class: "here", title: app.word("identity.here") },
        h("span", { class: "unseen" }, app.word("identity.here")),
      ),
  );
  const link = h(
    "a",
    {
      class: "icon-button",
      href: `?as=${encodeURIComponent(name)}${location.hash}`,
      target: "_blank",
      rel: "noopener",
      "data-key": `tab-${name}`,
      "aria-label": app.word("identity.open-tab", { name: person.name }),
      title: app.word("identity.open-tab", { name: person.name }),
    },
    icon("outside"),
  );
  return h("div", { class: "person-choice" }, label, link);
}

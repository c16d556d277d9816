/** The corner at the bottom: one's own name, language and theme. */

import { h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { avatar } from "../message/people.js";
import { languageChoice } from "./channels.js";
import { switchTheme, theme } from "./theme.js";

/** @import { Shell } from "./shell.d.ts" */

/**
 * It is made anew with the whole frame when the person or the language is another.
 *
 * @param {Shell} app
 */
export function userArea(app) {
  const { me } = app.state;
  const language = languageChoice(app, me.locale, (locale) =>
    app.request({ do: "language", locale }),
  );
  language.setAttribute("aria-label", app.word("user.language"));
  language.title = app.word("user.language");
  return h(
    "section",
    { class: "user", "aria-label": app.word("user.title") },
    avatar(me, app),
    h("span", { class: "person-name" }, me.name),
    themeButton(app),
    language,
  );
}

/** @param {Shell} app */
function themeButton(app) {
  const button = h("button", { class: "icon-button", "data-key": "theme" });
  const show = () => {
    const light = theme() === "light";
    const label = app.word(light ? "theme.dark" : "theme.light");
    button.replaceChildren(icon(light ? "dark" : "light"));
    button.setAttribute("aria-label", label);
    button.title = label;
  };
  button.addEventListener("click", () => {
    switchTheme();
    show();
  });
  show();
  return button;
}

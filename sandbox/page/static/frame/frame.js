/** Everything on the screen but what comes and goes over it, for one person in one language. */

import { h } from "../lib/dom.js";
import { channelList } from "./channels.js";
import { Conversation } from "./conversation.js";
import { conversationHeader } from "./header.js";
import { identityBar } from "./identity.js";
import { memberList } from "./members.js";
import { hint } from "./notices.js";
import { panel } from "./panel.js";
import { rail } from "./rail.js";
import { userArea } from "./user.js";

/** @import { Part, Shell, View } from "./shell.d.ts" */

/** Where the page has room for one thing at a time, as in css/frame.css. */
export const NARROW = "(max-width: 760px)";

export class Frame {
  #app;
  #narrow = matchMedia(NARROW);
  /** @type {Part[]} */
  #parts;

  /** @param {Shell} app */
  constructor(app) {
    this.#app = app;
    const top = identityBar(app);
    const servers = rail(app);
    const channels = channelList(app);
    const head = conversationHeader(app);
    this.conversation = new Conversation(app);
    this.members = memberList(app);
    this.panel = panel(app);
    this.#parts = [top, servers, channels, head, this.conversation];
    this.top = h("header", {}, top.element, hint(app));
    this.sidebar = h(
      "div",
      { class: "sidebar" },
      servers.element,
      h("div", { class: "side" }, channels.element, userArea(app)),
    );
    this.scrim = h("div", { class: "scrim", onclick: () => app.open({ drawer: false }) });
    this.main = h("main", {}, head.element, this.conversation.element);
    this.body = h("div", { class: "body" }, this.sidebar, this.scrim, this.main);
    this.element = h("div", { class: "frame" }, this.top, this.body);
  }

  draw() {
    const { view, channel } = this.#app;
    const narrow = this.#narrow.matches;
    const drawer = narrow && view.drawer;
    const aside = this.#aside(view, channel?.server !== null);
    if (aside && !aside.element.isConnected) this.body.append(aside.element);
    for (const one of [this.members, this.panel]) if (one !== aside) one.element.remove();
    this.element.classList.toggle("with-drawer", drawer);
    this.sidebar.inert = narrow && !drawer;
    this.main.inert = drawer || (narrow && aside !== null);
    this.top.inert = this.main.inert;
    for (const part of this.#parts) part.draw();
    aside?.draw();
  }

  /**
   * Put the keyboard where something was opened, and back where that was done when it is closed.
   *
   * @param {View} before
   */
  moveFocus(before) {
    const { view } = this.#app;
    if (view.drawer !== before.drawer) {
      this.#focus(view.drawer ? '.sidebar [aria-current="page"]' : '[data-key="drawer"]');
    }
    if (view.aside === before.aside) return;
    if (view.aside === "panel") this.#focus('.panel [aria-selected="true"]');
    else if (view.aside === "members") this.#focus(".members li button");
    else this.#focus(`[data-key="${before.aside}"]`);
  }

  /** @param {string} selector */
  #focus(selector) {
    const element = this.element.querySelector(selector);
    if (element instanceof HTMLElement) element.focus();
  }

  /**
   * @param {View} view
   * @param {boolean} inServer
   */
  #aside(view, inServer) {
    if (view.aside === "panel") return this.panel;
    return view.aside === "members" && inServer ? this.members : null;
  }
}

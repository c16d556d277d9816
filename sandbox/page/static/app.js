/** The page: one tab, which is one person. Holds its parts together and knows what is shown. */

import { openBox } from "./compose/box.js";
import { composerElement } from "./compose/composer.js";
import { openPerson } from "./compose/person.js";
import { Frame, NARROW } from "./frame/frame.js";
import { steer } from "./frame/keys.js";
import { lossBanner, toast } from "./frame/notices.js";
import {
  channelInAddress,
  entrance,
  firstChannel,
  isThread,
  pathOf,
  sums,
} from "./frame/places.js";
import { restoreTheme } from "./frame/theme.js";
import { Wire } from "./frame/wire.js";
import { h, replace } from "./lib/dom.js";
import { Socket, sentenceOf } from "./lib/socket.js";
import { channelOf, Store } from "./lib/store.js";
import { wordsFor } from "./lib/words.js";

/** @import { Ask, Channel, Id, Message, ModalData, State, Told } from "./types.d.ts" */
/** @import { Shell, View } from "./frame/shell.d.ts" */

/** From here on there is room for the list of members beside the messages. */
const WIDE = "(min-width: 1100px)";

/** @implements {Shell} */
class Page {
  store = new Store((what) => this.ask(what));
  wire = new Wire();
  word = wordsFor(navigator.language);
  /** @type {View} */
  view = { drawer: false, aside: matchMedia(WIDE).matches ? "members" : null, tab: "switches" };
  /** @type {Id | null} */
  #shown = null;
  /** @type {Channel | null} the same as it last was, for when it is gone */
  #last = null;
  /** @type {Map<Id, Id>} by server the channel that was shown last */
  #left = new Map();
  /** What is known may be out of date, until the next state. */
  #stale = true;
  /** @type {Frame | null} */
  #frame = null;
  /** @type {string} for whom and in which language the frame is */
  #framed = "";
  #place = h("div", {});
  #toast = toast();
  #loss = lossBanner(() => this.word("connection.lost"));
  /** @type {ReturnType<typeof composerElement> | null} there from the first state on */
  #composer = null;
  #socket;

  constructor() {
    restoreTheme();
    document.body.append(this.#loss.element, this.#place, this.#toast.element);
    this.#socket = this.#connect(new URLSearchParams(location.search).get("as"));
    addEventListener("hashchange", () => this.#follow());
    const redraw = () => this.#frame && this.draw();
    matchMedia(NARROW).addEventListener("change", redraw);
    document.addEventListener("visibilitychange", redraw);
    document.addEventListener("edit-last", () => this.#frame?.conversation.editLast());
    document.addEventListener("keydown", (event) => this.#frame && steer(this, event));
  }

  // App

  get state() {
    return /** @type {State} */ (this.store.state);
  }

  get channel() {
    return this.store.state && channelOf(this.state, this.#shown);
  }

  /** @param {Ask} what */
  ask(what) {
    return this.#socket.ask(what);
  }

  /** @param {Id} channel */
  go(channel) {
    if (channel === this.#shown) this.#composer?.focus();
    else location.hash = pathOf(channel);
  }

  /** @param {{ token: string, data: ModalData }} box */
  openBox(box) {
    openBox(box, this);
  }

  /**
   * @param {Id} user
   * @param {HTMLElement} anchor
   */
  openPerson(user, anchor) {
    openPerson(user, anchor, this);
  }

  /** @param {Message} message */
  replyTo(message) {
    this.#composer?.replyTo(message);
  }

  /** @param {string} text */
  insert(text) {
    this.#composer?.insert(text);
  }

  /** @param {string} text */
  notify(text) {
    this.#toast.show(text);
  }

  /**
   * @param {Id} channel
   * @param {string} command
   */
  noteFailure(channel, command) {
    this.store.note(channel, command);
    this.draw();
  }

  // Shell

  /** @param {Partial<View>} change */
  open(change) {
    const before = this.view;
    this.view = { ...before, ...change };
    this.draw();
    this.#frame?.moveFocus(before);
    const watched = before.aside === "panel";
    if (watched !== (this.view.aside === "panel")) this.#watch(!watched);
  }

  /** @param {Ask} what */
  async request(what) {
    await this.#done(this.ask(what));
  }

  /** @param {Id} channel */
  loadOlder(channel) {
    this.#done(this.store.openOlder(channel));
  }

  /** @param {string} name */
  become(name) {
    this.#socket.close();
    this.#stale = true;
    this.#socket = this.#connect(name);
  }

  /** @param {Id} server */
  lastIn(server) {
    const left = channelOf(this.state, this.#left.get(server) ?? null);
    const found = this.state.servers.find((one) => one.id === server);
    return left?.id ?? (found && entrance(found)?.id) ?? null;
  }

  draw() {
    const { me, servers, direct } = this.state;
    const wanted = `${me.id} ${me.locale}`;
    if (this.#framed !== wanted) this.#build(wanted);
    this.#frame?.draw();
    this.#composer?.refresh();
    const { unread, pings } = sums([direct, ...servers.flatMap((server) => server.channels)]);
    const mark = pings ? `(${pings}) ` : unread ? "• " : "";
    document.title = `${mark}${titleOf(this.channel)} · ${me.name}`;
  }

  // Within

  /** @param {string | null} name */
  #connect(name) {
    return new Socket(name, {
      told: (told) => this.#take(told),
      lost: () => {
        this.#stale = true;
        this.wire = new Wire(); // another sandbox would count from one again
        this.#loss.show(true);
      },
      excuse: () => this.word("connection.lost"),
    });
  }

  /** @param {Told} told */
  #take(told) {
    const before = this.#shown;
    if (told.t === "state" && this.#stale) this.#begin(told.state);
    else if (this.#stale) return;
    else if (told.t === "crossed") this.wire.add(told.entry);
    else this.store.take(told);
    if (told.t === "state") this.#settle();
    this.draw();
    const moved = before && before !== this.#shown;
    if (moved && document.activeElement === document.body) this.#composer?.focus();
  }

  /**
   * The first state of a connection.
   *
   * @param {State} state
   */
  #begin(state) {
    const same = this.store.state?.me.id === state.me.id;
    if (!same) this.store = new Store((what) => this.ask(what));
    this.store.forget();
    this.store.take({ t: "state", state });
    this.#stale = false;
    this.#loss.show(false);
    const name = state.me.name.toLowerCase();
    this.#socket.name = name;
    history.replaceState(null, "", `?as=${encodeURIComponent(name)}${location.hash}`);
    if (this.view.aside === "panel") this.#watch(true);
    this.#shown = null;
  }

  /** Show what the address names; where that is not to be seen (any more), what is near. */
  #settle() {
    const { state } = this;
    const asked = channelOf(state, channelInAddress());
    const near = channelOf(state, this.#last?.parent ?? null);
    const channel = asked ?? near ?? firstChannel(state);
    if (channel !== asked) history.replaceState(null, "", pathOf(channel.id));
    if (channel.id !== this.#shown) this.#show(channel);
    this.#last = channel;
  }

  /** Another channel in the address: by a link, by the browser's buttons, by `go`. */
  #follow() {
    if (!this.#frame) return;
    const before = this.#shown;
    this.#settle();
    this.draw();
    if (before === this.#shown || this.view.drawer) return;
    const onRail = document.activeElement?.closest(".rail");
    if (!onRail && matchMedia("(pointer: fine)").matches) this.#composer?.focus();
  }

  /** @param {Channel} channel */
  #show(channel) {
    this.#shown = channel.id;
    if (channel.server) this.#left.set(channel.server, channel.id);
    this.#done(this.store.open(channel.id));
  }

  /** @param {string} wanted */
  #build(wanted) {
    const { me } = this.state;
    document.documentElement.lang = me.locale;
    this.word = wordsFor(me.locale);
    this.#framed = wanted;
    this.#composer ??= composerElement(this);
    const writing = this.#composer.contains(document.activeElement);
    const fresh = new Frame(this);
    fresh.draw();
    replace(this.#frame?.element ?? this.#place, fresh.element);
    this.#frame = fresh;
    fresh.top.prepend(this.#skipLink());
    fresh.main.append(this.#composer);
    if (writing) this.#composer?.focus();
  }

  #skipLink() {
    const skip = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#composer?.focus();
    };
    return h("a", { class: "skip", href: "#", onclick: skip }, this.word("frame.skip"));
  }

  /** @param {boolean} on */
  #watch(on) {
    const watching = this.ask({ do: "watch", on });
    this.#done(watching.then(({ crossings = [] }) => this.wire.begin(crossings)));
  }

  /**
   * Show what came of it, or say why nothing did.
   *
   * @param {Promise<unknown>} work
   */
  async #done(work) {
    try {
      await work;
    } catch (error) {
      this.notify(sentenceOf(error));
    }
    if (this.#frame) this.draw();
  }
}

/** @param {Channel | null} channel */
function titleOf(channel) {
  if (!channel) return "";
  return channel.type === 1 || isThread(channel) ? channel.name : `#${channel.name}`;
}

new Page();

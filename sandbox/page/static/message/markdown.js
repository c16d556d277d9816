/** Discord's markdown as elements. */

import { h } from "../lib/dom.js";
import { emojiCount, emojiImage } from "../lib/emoji.js";
import { stampElement } from "../lib/time.js";
import { channelLink, linkElement } from "./links.js";
import { parse } from "./parse.js";
import { nameButton, person } from "./people.js";

/** @import { App } from "../types.d.ts" */
/** @import { MarkNode, Reference } from "./parse.js" */

export { parse };

const MOST_JUMBO = 30;
const HEADINGS = /** @type {const} */ (["h3", "h4", "h5"]); // below the page's own headings

const TAGS = /** @type {const} */ ({
  strong: "strong",
  em: "em",
  underline: "u",
  strike: "s",
  quote: "blockquote",
  small: "small",
});

/**
 * A text as Discord shows it. A message that has nothing but emojis shows them large.
 *
 * @param {string} text
 * @param {App} app
 * @param {"message" | "part"} place a message's own text, or that of an embed or a component
 * @returns {DocumentFragment}
 */
export function render(text, app, place) {
  const nodes = parse(text);
  const fragment = document.createDocumentFragment();
  if (place === "message" && isJumbo(nodes)) {
    fragment.append(h("span", { class: "jumbo" }, elements(nodes, app)));
  } else fragment.append(...elements(nodes, app));
  return fragment;
}

/**
 * A text in one line without anything to press, spoilers covered.
 *
 * @param {string} text
 * @param {App} app
 * @returns {DocumentFragment}
 */
export function preview(text, app) {
  const fragment = document.createDocumentFragment();
  for (const node of parse(text)) fragment.append(...glimpse(node, app));
  return fragment;
}

/** @param {MarkNode[]} nodes */
function isJumbo(nodes) {
  let count = 0;
  for (const node of nodes) {
    const here = node.type === "emoji" ? 1 : node.type === "text" ? emojiCount(node.text) : null;
    if (here === null) return false;
    count += here;
  }
  return count > 0 && count <= MOST_JUMBO;
}

/**
 * @param {MarkNode[]} nodes
 * @param {App} app
 * @returns {Node[]}
 */
function elements(nodes, app) {
  return nodes.map((node) => element(node, app));
}

/**
 * @param {MarkNode} node
 * @param {App} app
 * @returns {Node}
 */
function element(node, app) {
  switch (node.type) {
    case "text":
      return document.createTextNode(node.text);
    case "code":
      return h("code", {}, node.text);
    case "pre":
      return h("pre", {}, h("code", { "data-language": node.language }, node.text));
    case "heading":
      return h(HEADINGS[node.level - 1] ?? "h5", {}, elements(node.children, app));
    case "list":
      return listElement(node.items, node.start, app);
    case "spoiler":
      return spoiler(elements(node.children, app), app);
    case "link":
      return linkElement(node.url, node.children && elements(node.children, app), app);
    case "strong":
    case "em":
    case "underline":
    case "strike":
    case "quote":
    case "small":
      return h(TAGS[node.type], {}, elements(node.children, app));
    default:
      return reference(node, app);
  }
}

/**
 * @param {Reference} node
 * @param {App} app
 * @returns {Node}
 */
function reference(node, app) {
  switch (node.type) {
    case "user":
      return mention(node.id, app);
    case "role":
      return h("span", { class: "mention" }, `@${roleName(node.id, app)}`);
    case "everyone":
      return h("span", { class: "mention" }, node.text);
    case "channel":
      return channelLink(node.id, null, app);
    case "emoji":
      return emojiImage(node.id, node.name);
    case "time":
      return h("span", { class: "stamp" }, stampElement(node.seconds, node.style, locale(app)));
    case "command":
      return commandMention(node.name, app);
  }
}

/**
 * @param {string} id
 * @param {App} app
 */
function roleName(id, app) {
  const roles = app.state.servers.flatMap((server) => server.roles);
  return roles.find((role) => role.id === id)?.name ?? app.word("message.unknown-role");
}

/** @param {App} app */
function locale(app) {
  return app.state.me.locale;
}

/**
 * @param {string} id
 * @param {App} app
 */
function mention(id, app) {
  const user = person(id, app);
  return nameButton(user, app, { class: "mention", key: `mention-${id}`, text: `@${user.name}` });
}

/**
 * A command's name that puts the command into the message box.
 *
 * @param {string} name
 * @param {App} app
 */
function commandMention(name, app) {
  const onclick = () => app.insert(`/${name} `);
  return h("button", { class: "mention", type: "button", onclick }, `/${name}`);
}

/**
 * @param {MarkNode[][]} items
 * @param {number | null} start
 * @param {App} app
 */
function listElement(items, start, app) {
  const rows = items.map((item) => h("li", {}, elements(item, app)));
  return start === null ? h("ul", {}, rows) : h("ol", { start }, rows);
}

/**
 * @param {Node[]} content
 * @param {App} app
 */
function spoiler(content, app) {
  const cover = h(
    "button",
    {
      class: "spoiler",
      type: "button",
      "aria-label": app.word("message.spoiler"),
      onclick: () => {
        const open = h("span", { class: "spoiler-open", tabindex: "-1" }, content);
        cover.replaceWith(open);
        open.focus();
      },
    },
    h("span", { class: "spoiler-hidden" }, content),
  );
  return cover;
}

/**
 * @param {MarkNode} node
 * @param {App} app
 * @returns {(Node | string)[]}
 */
function glimpse(node, app) {
  switch (node.type) {
    case "text":
    case "code":
    case "pre":
      return [node.text.replaceAll("\n", " ")];
    case "spoiler":
      return ["▮▮▮"];
    case "link":
      return node.children ? glimpses(node.children, app) : [node.url];
    case "list":
      return node.items.flatMap((item) => [...glimpses(item, app), " "]);
    case "user":
      return [`@${person(node.id, app).name}`];
    case "strong":
    case "em":
    case "underline":
    case "strike":
      return glimpses(node.children, app);
    case "quote":
    case "small":
    case "heading":
      return [...glimpses(node.children, app), " "];
    case "emoji":
    case "time":
      return [reference(node, app)];
    default:
      return [reference(node, app).textContent ?? ""];
  }
}

/**
 * @param {MarkNode[]} nodes
 * @param {App} app
 */
function glimpses(nodes, app) {
  return nodes.flatMap((node) => glimpse(node, app));
}

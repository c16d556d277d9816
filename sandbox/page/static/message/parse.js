/**
 * Discord's markdown, as its own client reads it: from left to right, the first rule that fits
 * wins, and what no rule takes is plain text. Block rules hold wherever a line begins, also within
 * bold or a list.
 *
 * @typedef {(
 *   | { type: "text", text: string }
 *   | { type: "code", text: string }
 *   | { type: "pre", text: string, language: string }
 *   | { type: "strong" | "em" | "underline" | "strike" | "spoiler" | "quote" | "small",
 *       children: MarkNode[] }
 *   | { type: "heading", level: number, children: MarkNode[] }
 *   | { type: "list", start: number | null, items: MarkNode[][] }
 *   | { type: "link", url: string, children: MarkNode[] | null }
 *   | Reference
 * )} MarkNode a link without children shows its address
 * @typedef {(
 *   | { type: "user" | "role" | "channel", id: string }
 *   | { type: "everyone", text: string }
 *   | { type: "emoji", id: string, name: string }
 *   | { type: "time", seconds: number, style: string }
 *   | { type: "command", name: string }
 * )} Reference what stands for something outside the text
 * @typedef {{ lineStart: boolean, quoted: boolean, linked: boolean, depth: number }} Context
 * @typedef {{ node: MarkNode, end: number }} Found
 * @typedef {(text: string, at: number, context: Context) => Found | null} Rule
 */

const DEEPEST = 20; // marks further within are plain text
const FURTHEST_SECOND = 8.64e12; // beyond it there is no Date

/**
 * @param {string} text
 * @returns {MarkNode[]}
 */
export function parse(text) {
  return read(text, { lineStart: true, quoted: false, linked: false, depth: 0 });
}

/**
 * @param {string} text
 * @param {Context} context
 * @returns {MarkNode[]}
 */
function read(text, context) {
  const depth = context.depth + 1;
  if (depth > DEEPEST) return [{ type: "text", text }];
  /** @type {MarkNode[]} */
  const nodes = [];
  let at = 0;
  while (at < text.length) {
    const lineStart = at === 0 ? context.lineStart : text[at - 1] === "\n";
    const { node, end } = find(text, at, { ...context, lineStart, depth });
    append(nodes, node);
    at = end;
  }
  return nodes;
}

/**
 * @param {string} text
 * @param {number} at
 * @param {Context} context
 */
function find(text, at, context) {
  for (const rule of context.lineStart ? [...BLOCKS, ...SPANS] : SPANS) {
    const found = rule(text, at, context);
    if (found) return found;
  }
  return plain(text, at);
}

/**
 * @param {MarkNode[]} nodes
 * @param {MarkNode} node
 */
function append(nodes, node) {
  const last = nodes.at(-1);
  if (node.type === "text" && last?.type === "text") last.text += node.text;
  else nodes.push(node);
}

/**
 * @param {RegExp} pattern a sticky one
 * @param {string} text
 * @param {number} at
 */
function matchAt(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/**
 * A rule for all that one pattern takes. `build` may still refuse.
 *
 * @param {RegExp} pattern a sticky one
 * @param {(groups: string[], context: Context) => MarkNode | null} build
 * @returns {Rule}
 */
function rule(pattern, build) {
  return (text, at, context) => {
    const match = matchAt(pattern, text, at);
    const node = match && build(match, context);
    return node && { node, end: at + match[0].length };
  };
}

/**
 * At least one character, up to what might be a mark or to the end of the line.
 *
 * @param {string} text
 * @param {number} at
 * @returns {Found}
 */
function plain(text, at) {
  const run = matchAt(/\n|[\s\S](?:(?!https?:\/\/)[^\\*_~`|<[@¯\n])*\n?/y, text, at);
  const taken = run ? run[0] : "";
  return { node: { type: "text", text: taken }, end: at + taken.length };
}

const heading = rule(/ *(#{1,3}) +(?!#)(\S[^\n]*)(?:\n|$)/y, ([, signs = "", content = ""], c) => ({
  type: "heading",
  level: signs.length,
  children: read(content, c),
}));

const small = rule(/ *-# +(?!-#)(\S[^\n]*)(?:\n|$)/y, ([, content = ""], c) => ({
  type: "small",
  children: read(content, c),
}));

const quoteOfTheRest = rule(/ *>>> ([\s\S]+)/y, ([, content = ""], c) => quote(content, c));

const quotedLines = rule(/(?: *> [^\n]*(?:\n|$))+/y, ([lines = ""], c) =>
  quote(lines.replace(/^ *> /gm, "").replace(/\n$/, ""), c),
);

/**
 * Quotes do not nest.
 *
 * @param {string} content
 * @param {Context} context
 * @returns {MarkNode | null}
 */
function quote(content, context) {
  if (context.quoted) return null;
  return { type: "quote", children: read(content, { ...context, quoted: true }) };
}

const BULLET = /^( *)(?:[-*]|(\d{1,10})\.) +(?=\S)/;

/**
 * The lines of one list: bullets as deep as the first, and indented lines, which belong to the item
 * above them. Either kind of bullet goes on with the list; the first says which it is.
 *
 * @type {Rule}
 */
function list(text, at, context) {
  const lines = text.slice(at).split("\n");
  const first = BULLET.exec(lines[0] ?? "");
  if (!first) return null;
  /** @type {string[]} */
  const items = [];
  let end = at;
  let width = 0;
  for (const line of lines) {
    const bullet = BULLET.exec(line);
    if (bullet && bullet[1] === first[1]) {
      width = bullet[0].length;
      items.push(line.slice(width));
    } else if (/^ +\S/.test(line)) {
      items.push(`${items.pop()}\n${outdented(line, width)}`);
    } else break;
    end += line.length + 1;
  }
  const inner = { ...context, lineStart: true };
  const start = first[2] === undefined ? null : Number(first[2]);
  return {
    node: { type: "list", start, items: items.map((item) => read(item, inner)) },
    end: Math.min(end, text.length),
  };
}

/**
 * @param {string} line
 * @param {number} width at most so many spaces go
 */
function outdented(line, width) {
  return line.slice(Math.min(width, line.search(/[^ ]/)));
}

/** The one face whose arms look like marks. */
const shrug = rule(/¯\\_\(ツ\)_\/¯/y, ([face = ""]) => ({ type: "text", text: face }));

const escaped = rule(/\\([^0-9A-Za-z\s])/uy, ([, sign = ""]) => ({ type: "text", text: sign }));

const pre = rule(
  /```(?:([\w+\-.#]+)\n)?\n*([^\n][\s\S]*?)\n*```\n?/y,
  ([, language = "", code = ""]) => ({ type: "pre", language, text: code }),
);

const code = rule(/(`+)([\s\S]*?[^`])\1(?!`)/y, ([, , content = ""]) => ({
  type: "code",
  text: content.replace(/^ (?=`)|(?<=`) $/g, ""),
}));

/**
 * Italics, bold and underline share their signs: the longer one wins, and of two that are equally
 * long the italics, which are then the outer ones.
 *
 * @type {Rule}
 */
function emphasis(text, at, context) {
  const sign = text[at] ?? "";
  if (sign !== "*" && sign !== "_") return null;
  const single = sign === "*" ? endOfStar(text, at) : endOfUnderscore(text, at);
  const double = text[at + 1] === sign ? endOfDouble(text, at, sign) : 0;
  if (!single && !double) return null;
  const italic = single >= double;
  const end = italic ? single : double;
  const width = italic ? 1 : 2;
  const children = read(text.slice(at + width, end - width), context);
  const type = italic ? "em" : sign === "*" ? "strong" : "underline";
  return { node: { type, children }, end };
}

/**
 * Where `*…*` ends, or 0. Neither side may be a space, and a pair of stars within belongs to bold.
 *
 * @param {string} text
 * @param {number} at
 */
function endOfStar(text, at) {
  for (let i = at + 1; i < text.length; i++) {
    if (i === at + 1 && /\s/.test(text[i] ?? "")) return 0;
    if (text[i] === "\\" || text.startsWith("**", i)) i++;
    else if (text[i] === "*") return i === at + 1 || /\s/.test(text[i - 1] ?? "") ? 0 : i + 1;
  }
  return 0;
}

/**
 * Where `_…_` ends, or 0. A single one within a word ends nothing and spoils all.
 *
 * @param {string} text
 * @param {number} at
 */
function endOfUnderscore(text, at) {
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === "_") {
      if (i > at + 1 && !/\w/.test(text[i + 1] ?? "")) return i + 1;
      if (text[i + 1] !== "_") return 0;
      i++;
    }
  }
  return 0;
}

/**
 * Where `**…**` or `__…__` ends, or 0. Of more signs in a row the last two count.
 *
 * @param {string} text
 * @param {number} at
 * @param {string} sign
 */
function endOfDouble(text, at, sign) {
  for (let i = at + 2; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (i > at + 2 && text.startsWith(sign + sign, i) && text[i + 2] !== sign) return i + 2;
  }
  return 0;
}

const strike = rule(/~~([\s\S]+?)~~(?!_)/y, ([, content = ""], c) => ({
  type: "strike",
  children: read(content, c),
}));

/** What can be pressed cannot stand in a link. */
const spoiler = rule(/\|\|([\s\S]+?)\|\|/y, ([, content = ""], c) =>
  c.linked ? null : { type: "spoiler", children: read(content, c) },
);

const emoji = rule(/<a?:(\w+):(\d+)>/y, ([, name = "", id = ""]) => ({ type: "emoji", name, id }));

const time = rule(/<t:(-?\d{1,17})(?::([tTdDfFRsS]))?>/y, ([, seconds, style = "f"]) =>
  Math.abs(Number(seconds)) > FURTHEST_SECOND
    ? null
    : { type: "time", seconds: Number(seconds), style },
);

const mention = rule(/<(@[!&]?|#)(\d+)>/y, ([, sign, id = ""], c) => {
  if (c.linked) return null;
  if (sign === "#") return { type: "channel", id };
  return { type: sign === "@&" ? "role" : "user", id };
});

const command = rule(
  /<\/([-\w\p{L}\p{N}]+(?: [-\w\p{L}\p{N}]+){0,2}):\d+>/uy,
  ([, name = ""], c) => (c.linked ? null : { type: "command", name }),
);

const everyone = rule(/@(?:everyone|here)/y, ([name = ""], c) =>
  c.linked ? null : { type: "everyone", text: name },
);

const bracketed = rule(/<(https?:\/\/[^\s<>]+)>/y, ([, url = ""], c) => bareLink(url, c));

/** @type {Rule} */
function address(text, at, context) {
  const url = withoutPunctuation(matchAt(/https?:\/\/(?:(?!\]\()[^\s<])+/y, text, at)?.[0] ?? "");
  const node = bareLink(url, context);
  return node && { node, end: at + url.length };
}

/**
 * An address without what more likely belongs to the sentence around it.
 *
 * @param {string} url
 */
function withoutPunctuation(url) {
  let kept = url;
  while (/[.,:;"'\]]$/.test(kept) || (kept.endsWith(")") && closesMore(kept))) {
    kept = kept.slice(0, -1);
  }
  return kept;
}

/** @param {string} text */
function closesMore(text) {
  return text.split(")").length > text.split("(").length;
}

/**
 * @param {string} url
 * @param {Context} context
 * @returns {MarkNode | null}
 */
function bareLink(url, context) {
  return context.linked || !URL.canParse(url) ? null : { type: "link", url, children: null };
}

const TARGET = /\(\s*<?(https?:\/\/(?:\([^()\s]*\)|[^()\s<>])+)>?(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/y;

/**
 * `[label](address)`. A label that is itself an address would lie about where it leads.
 *
 * @type {Rule}
 */
function masked(text, at, context) {
  if (text[at] !== "[" || context.linked) return null;
  const close = closingBracket(text, at);
  const target = close > 0 ? matchAt(TARGET, text, close + 1) : null;
  const label = text.slice(at + 1, close);
  const url = target?.[1] ?? "";
  if (!target || !URL.canParse(url) || !label.trim() || /https?:\/\/\S/.test(label)) return null;
  const children = read(label, { ...context, linked: true, lineStart: false });
  return { node: { type: "link", url, children }, end: close + 1 + target[0].length };
}

/**
 * @param {string} text
 * @param {number} at where a bracket opens
 */
function closingBracket(text, at) {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === "[") depth++;
    else if (text[i] === "]" && --depth === 0) return i;
  }
  return -1;
}

const BLOCKS = [heading, small, quoteOfTheRest, quotedLines, list];
const SPANS = [
  shrug,
  escaped,
  pre,
  code,
  emphasis,
  strike,
  spoiler,
  emoji,
  time,
  mention,
  command,
  bracketed,
  masked,
  address,
  everyone,
];

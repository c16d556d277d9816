/** Small drawings: lines on a field of 24 by 24, in the colour of the text around. */

const LINES = {
  announcement: "M4 10v4h4l8 5V5l-8 5zM20 9.5v5",
  close: "M6 6l12 12M18 6L6 18",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  dark: "M20 14A8.5 8.5 0 0 1 10 4a8.5 8.5 0 1 0 10 10z",
  direct: "M4 5h16v11H11l-5 4v-4H4z",
  down: "M6 9l6 6 6-6",
  edit: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  fault: "M12 3l9.5 17h-19zM12 9.5v5M12 17v.5",
  file: "M6 3h8l5 5v13H6zM14 3v5h5",
  light:
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M5 5l1.7 1.7M17.3 17.3L19 19M5 19l1.7-1.7M17.3 6.7L19 5",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  menu: "M4 6.5h16M4 12h16M4 17.5h16",
  more: "M6 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0zM13 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0zM20 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0z",
  outside: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  people:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6M18 14.5c2.2.8 3.5 2.6 3.5 5.5",
  remove: "M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13M10 11v5M14 11v5",
  reply: "M9 7L4 12l5 5M4 12h9a7 7 0 0 1 7 7",
  role: "M12 3l8 3v6c0 4.5-3.5 7.5-8 9-4.5-1.5-8-4.5-8-9V6z",
  slash: "M5 4h14v16H5zM14 8l-4 8",
  text: "M9.5 4l-2 16M16.5 4l-2 16M4.5 9h16M3.5 15h16",
  thread: "M5 4v8a4 4 0 0 0 4 4h10M15 12l4 4-4 4",
  voice: "M4 9.5v5h4l5 4v-13l-5 4zM16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11",
  wire: "M8 6l-6 6 6 6M16 6l6 6-6 6",
};

const SVG = "http://www.w3.org/2000/svg";

/**
 * A drawing that says nothing by itself: words or a label stand beside it.
 *
 * @param {keyof typeof LINES} name
 */
export function icon(name) {
  const line = shape("path", { d: LINES[name] });
  return shape("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, line);
}

/** The bot's own picture: four pegs and their keys. */
export function botMark() {
  const pegs = ["red", "blue", "green", "yellow"].map((colour, at) =>
    shape("circle", {
      class: `peg ${colour}`,
      cx: 13 + 14 * (at % 2),
      cy: at < 2 ? 13 : 27,
      r: 5.5,
    }),
  );
  return shape("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" }, ...pegs);
}

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...Node} children
 */
function shape(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * The mark before a channel's name.
 *
 * @param {import("../types.d.ts").Channel} channel
 */
export function channelIcon(channel) {
  if (channel.type === 1) return icon("direct");
  if (channel.type === 2) return icon("voice");
  if (channel.type === 5) return icon("announcement");
  return icon(channel.type === 0 ? "text" : "thread");
}

/** The drawings on and around messages: lines on a field of 24 by 24 in the colour of the text. */

const LINES = {
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  down: "M6 9l6 6 6-6",
  edit: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  file: "M6 3h8l5 5v13H6zM14 3v5h5",
  outside: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  remove: "M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13M10 11v5M14 11v5",
  reply: "M9 7L4 12l5 5M4 12h9a7 7 0 0 1 7 7",
  thread: "M5 4v8a4 4 0 0 0 4 4h10M15 12l4 4-4 4",
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

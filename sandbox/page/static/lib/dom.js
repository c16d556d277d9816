/**
 * Making elements. Text always becomes a text node, so nothing that somebody wrote is ever markup.
 */

/** @typedef {Node | string | number | null | undefined | false | Child[]} Child */

/**
 * An element with attributes and children.
 *
 * `on…` are listeners, `class`, `id`, `data-…`, `aria-…` and the rest attributes; `true` gives an
 * empty attribute, and null, undefined or false none. Children that are null, undefined or false
 * are left out.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  add(element, children);
  return element;
}

/**
 * @param {Element | DocumentFragment} parent
 * @param {Child[]} children
 */
function add(parent, children) {
  for (const child of children) {
    if (Array.isArray(child)) add(parent, child);
    else if (child !== null && child !== undefined && child !== false) {
      parent.append(typeof child === "number" ? String(child) : child);
    }
  }
}

/**
 * Put `fresh` in the place of `old`. When the keyboard stands on something in `old` that has a
 * `data-key`, it stands afterwards on what has the same key in `fresh`.
 *
 * @param {Element} old
 * @param {Element} fresh
 */
export function replace(old, fresh) {
  keepingFocus(old, () => {
    old.replaceWith(fresh);
    return fresh;
  });
}

/**
 * Put new children into an element, with the keyboard kept where it stands (see `replace`).
 *
 * @param {Element} parent
 * @param {Node[]} children
 */
export function fill(parent, children) {
  keepingFocus(parent, () => {
    parent.replaceChildren(...children);
    return parent;
  });
}

/**
 * @param {Element} within
 * @param {() => Element} change what to do; gives where to look for the key afterwards
 */
function keepingFocus(within, change) {
  const active = document.activeElement;
  const held = active && within.contains(active) ? active : null;
  const key = held?.closest("[data-key]")?.getAttribute("data-key");
  const after = change();
  if (!key) return;
  const again = after.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}

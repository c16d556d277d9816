/** Finding a message on the page: it may have been drawn anew since it was made. */

/**
 * @param {string} id of the message
 * @returns {HTMLElement | null}
 */
export function onPage(id) {
  return document.querySelector(`[data-key="m${CSS.escape(id)}"]`);
}

/** What Discord's client keeps to before it sends. */

/** Characters of a message. */
export const LONGEST_MESSAGE = 2000;

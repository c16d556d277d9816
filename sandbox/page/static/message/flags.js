/** Discord's flags of a message, those that show. */

export const HAS_THREAD = 32;
export const EPHEMERAL = 64;
export const THINKING = 128;

/** In characters. This file is separate because the page shows the number before it loads the account calls. */
export const MIN_PASSWORD_LENGTH = 8;
/** In characters. Bounds the cost of hashing. */
export const MAX_PASSWORD_LENGTH = 128;

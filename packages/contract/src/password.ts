/** Characters. In a file of its own, because the page states it before it loads the account calls. */
export const MIN_PASSWORD_LENGTH = 8;
/** Bounds what hashing costs the server. */
export const MAX_PASSWORD_LENGTH = 128;

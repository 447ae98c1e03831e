/** Characters. Apart from the rest of the account calls, because the page states it before anything is sent. */
export const MIN_PASSWORD_LENGTH = 8;
/** Hashing a longer one would cost the server more than a password is worth. */
export const MAX_PASSWORD_LENGTH = 128;

/**
 * Keys of local storage that are read before the app is loaded. The module has no imports, so that the head script
 * stays small.
 */
export const THEME_KEY = 'theme';
export const CONSENT_KEY = 'cookieConsent';
export const SESSION_HINT_KEY = 'sonde.session';

/** In the storage of the tab: a list of targets that was typed, so that it is still there after a reload or after signing in. */
export const LIST_TEXT_KEY = 'lists.text';

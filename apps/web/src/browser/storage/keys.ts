/**
 * Keys of local storage that are read before the app is loaded. The module has no imports, so that the head script
 * stays small.
 */
export const THEME_KEY = 'theme';
export const CONSENT_KEY = 'cookieConsent';
export const SESSION_HINT_KEY = 'sonde.session';

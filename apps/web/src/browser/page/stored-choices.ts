import { CONSENT_KEY, SESSION_HINT_KEY, THEME_KEY } from '../storage/keys.ts';
import { readStored } from '../storage/storage.ts';
import { tintBrowser } from './tint-browser.ts';

/**
 * Sets attributes of the document for the style sheet from stored values: the theme, accepted cookies, and whether a
 * visitor has signed in (what depends on that stays hidden until it is confirmed, see `.await-session`).
 */
export function applyStoredChoices(): void {
  const { dataset } = document.documentElement;
  const theme = readStored('local', THEME_KEY);
  if (theme === 'light' || theme === 'dark') {
    dataset['theme'] = theme;
    tintBrowser(theme);
  }
  if (readStored('local', CONSENT_KEY) === 'true') dataset['consent'] = '';
  if (readStored('local', SESSION_HINT_KEY)) dataset['session'] = '';
}

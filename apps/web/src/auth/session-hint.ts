import { readStored, store } from '../shell/storage.ts';

/** Says that somebody has signed in here; no secret. Who it is, the provider tells. */
export const HINT_KEY = 'sonde.session';
const VALUE = '1';

export const hasHint = () => readStored('local', HINT_KEY) !== null;

export function writeHint(isSignedIn: boolean): void {
  if (hasHint() !== isSignedIn) store('local', HINT_KEY, isSignedIn ? VALUE : null);
}

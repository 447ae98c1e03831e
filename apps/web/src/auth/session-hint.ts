import { readStored, store } from '../shell/storage.ts';

/** Says that somebody has signed in here; no secret. Who it is, the provider tells. */
export const HINT_KEY = 'sonde.session';

/** Another one for each sign-in, the same in all tabs; null while nobody is signed in. */
export const signInId = () => readStored('local', HINT_KEY);
export const hasHint = () => signInId() !== null;

/** `isAnother`: not the person who was signed in until now. */
export function writeHint(isSignedIn: boolean, isAnother = false): void {
  if (hasHint() !== isSignedIn || isAnother) store('local', HINT_KEY, isSignedIn ? newId() : null);
}

/** No secret: it tells one sign-in from the next. Unlike `randomUUID` this works over plain http too. */
const newId = () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0).toString(36);

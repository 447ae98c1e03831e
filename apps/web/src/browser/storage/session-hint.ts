import { SESSION_HINT_KEY } from './keys.ts';
import { readStored, store } from './storage.ts';

/**
 * The session hint says that a visitor has signed in in this browser. It is not a secret; the provider knows who it is.
 * Each sign-in has its own hint, the same in all tabs; null while nobody is signed in.
 */
export const signInId = () => readStored('local', SESSION_HINT_KEY);
export const hasHint = () => signInId() !== null;

/** `isAnother`: a different person than before has signed in. */
export function writeHint(isSignedIn: boolean, isAnother = false): void {
  if (hasHint() !== isSignedIn || isAnother) store('local', SESSION_HINT_KEY, isSignedIn ? newId() : null);
}

/** It need not be secret, only different for each sign-in. Unlike `randomUUID`, this works over plain HTTP. */
const newId = () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0).toString(36);

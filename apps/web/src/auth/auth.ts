import { useEffect, useSyncExternalStore } from 'react';
import { siteConfig } from '../site-config.ts';
import { forgetOthersLookups } from '../ui/recent-store.ts';
import { carry } from './call-headers.ts';
import type { IdentityProvider, User } from './identity-provider.ts';
import { HINT_KEY, hasHint, writeHint } from './session-hint.ts';

/** `problem`: why nobody can tell who is signed in. */
interface AuthState {
  readonly user: User | null;
  readonly isLoading: boolean;
  readonly problem: string | null;
}

const NOT_THERE = 'The sign-in could not be loaded. Please check the connection and try again.';
const signedOut: AuthState = { user: null, isLoading: false, problem: null };
const unknown: AuthState = { ...signedOut, isLoading: true };

const listeners = new Set<() => void>();
// Nobody who has not signed in here waits for anything.
let state = hasHint() ? unknown : signedOut;
let loading: Promise<IdentityProvider> | null = null;

function become(next: AuthState): void {
  state = next;
  // What the page hides until then (see theme-script.ts).
  if (!next.isLoading) delete document.documentElement.dataset['session'];
  for (const listener of listeners) listener();
}

function onUser(user: User | null): void {
  writeHint(user !== null, state.user !== null && user !== null && state.user.email !== user.email);
  forgetOthersLookups();
  become({ ...signedOut, user });
}

/** The provider's code, fetched when somebody signs in or has done so. */
function provider(): Promise<IdentityProvider> {
  loading ??= load().then((loaded) => {
    loaded.subscribe(onUser, (problem) => become({ ...signedOut, problem }));
    return loaded;
  });
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

async function load(): Promise<IdentityProvider> {
  const { accounts } = siteConfig;
  if (accounts.provider === 'embedded') return (await import('./embedded.ts')).createProvider();
  return (await import('./firebase.ts')).createProvider(accounts);
}

/** Finds out who is signed in, where that is not known yet. */
function settle(): void {
  if (state.isLoading) provider().catch(() => become({ ...signedOut, problem: NOT_THERE }));
}

async function asking<T>(ask: (asked: IdentityProvider) => Promise<T>): Promise<T> {
  return ask(await provider());
}

/** What a visitor can do with an account. The failures' messages are the provider's. */
const actions = {
  signIn: (email: string, password: string) => asking((asked) => asked.signIn(email, password)),
  signUp: (email: string, password: string) => asking((asked) => asked.signUp(email, password)),
  logOut: () => asking((asked) => asked.signOut()),
  sendPasswordReset: (email: string) => asking((asked) => asked.sendPasswordReset(email)),
  setNewPassword: (token: string, password: string) => asking((asked) => asked.setNewPassword(token, password)),
  deleteAccount: (password: string) => asking((asked) => asked.deleteAccount(password)),
};

/** Signed out, as the server says: the session has ended elsewhere. */
export function forgetUser(): void {
  onUser(null);
}

// A session in a cookie goes along by itself; a visitor who is not signed in waits for nothing.
if (siteConfig.accounts.provider === 'firebase') {
  carry(() => (hasHint() ? asking((asked) => asked.headers()).catch(() => ({})) : null));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Signed in or out in another tab.
  function onStorage({ key }: StorageEvent) {
    if (key !== HINT_KEY) return;
    forgetOthersLookups();
    if (hasHint() === (state.user !== null)) return;
    if (!hasHint()) return become(signedOut);
    loading = null;
    become(unknown);
    settle();
  }
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** Who is signed in, whether that is still to be found out, and what can be done. The prerendered page is signed out. */
export function useAuth() {
  const current = useSyncExternalStore(
    subscribe,
    () => state,
    () => signedOut,
  );
  useEffect(settle, []);
  return { ...current, ...actions };
}

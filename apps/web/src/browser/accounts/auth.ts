// In this folder: who is signed in, and the providers of accounts.
import { useEffect, useSyncExternalStore } from 'react';
import { carry } from '../api/call-headers.ts';
import { siteConfig } from '../site-config.ts';
import { SESSION_HINT_KEY } from '../storage/keys.ts';
import { forgetOthersLookups } from '../storage/recent-lookups.ts';
import { hasHint, writeHint } from '../storage/session-hint.ts';
import { clearSession } from '../storage/storage.ts';
import type { IdentityProvider, User } from './identity-provider.ts';

/** `problem`: why the page could not find out who is signed in. */
interface AuthState {
  readonly user: User | null;
  readonly isLoading: boolean;
  readonly problem: string | null;
}

const NOT_THERE = 'The sign-in could not be loaded. Please check the connection and try again.';
const signedOut: AuthState = { user: null, isLoading: false, problem: null };
const unknown: AuthState = { ...signedOut, isLoading: true };

const listeners = new Set<() => void>();
// Visitors who have never signed in need not wait for the server.
let state = hasHint() ? unknown : signedOut;
let loading: Promise<IdentityProvider> | null = null;

function become(next: AuthState): void {
  state = next;
  // Shows the parts that were hidden until now (see browser/page/stored-choices.ts).
  if (!next.isLoading) delete document.documentElement.dataset['session'];
  for (const listener of listeners) listener();
}

function onUser(user: User | null): void {
  // The next person in this tab sees nothing of it.
  if (state.user !== null && user === null) clearSession();
  writeHint(user !== null, state.user !== null && user !== null && state.user.email !== user.email);
  forgetOthersLookups();
  become({ ...signedOut, user });
}

/** The provider's code, loaded when a visitor signs in or has signed in before. */
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

/** Finds out who is signed in, unless that is already known. */
function settle(): void {
  if (state.isLoading) provider().catch(() => become({ ...signedOut, problem: NOT_THERE }));
}

async function asking<T>(ask: (asked: IdentityProvider) => Promise<T>): Promise<T> {
  return ask(await provider());
}

/** The actions of an account. Error messages come from the provider. */
const actions = {
  signIn: (email: string, password: string) => asking((asked) => asked.signIn(email, password)),
  signUp: (email: string, password: string) => asking((asked) => asked.signUp(email, password)),
  logOut: () => asking((asked) => asked.signOut()),
  sendPasswordReset: (email: string) => asking((asked) => asked.sendPasswordReset(email)),
  setNewPassword: (token: string, password: string) => asking((asked) => asked.setNewPassword(token, password)),
  deleteAccount: (password: string) => asking((asked) => asked.deleteAccount(password)),
};

/** Called when the server says that the session has ended, for instance because of another browser. */
export function forgetUser(): void {
  onUser(null);
}

// The browser sends session cookies by itself; only visitors who have signed in with Firebase need a header.
if (siteConfig.accounts.provider === 'firebase') {
  carry(() => (hasHint() ? asking((asked) => asked.headers()).catch(() => ({})) : null));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // The visitor has signed in or out in another tab.
  function onStorage({ key }: StorageEvent) {
    if (key !== SESSION_HINT_KEY) return;
    forgetOthersLookups();
    if (hasHint() === (state.user !== null)) return;
    if (!hasHint()) {
      clearSession();
      return become(signedOut);
    }
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

/**
 * Who is signed in, whether that is still loading, and the actions of an account. The prerendered page shows the
 * signed-out state.
 */
export function useAuth() {
  const current = useSyncExternalStore(
    subscribe,
    () => state,
    () => signedOut,
  );
  useEffect(settle, []);
  return { ...current, ...actions };
}

import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SESSION_HINT_KEY } from '../storage/keys.ts';

/** The server's replies, by method and path below /api/account. */
let answers: Record<string, { status: number; body: object }> = {};
let asked: string[] = [];

const answer = (data: object) => ({ status: 200, body: { success: true, message: 'OK', _data: data } });
const failure = (status: number, code: string, message: string) => ({
  status,
  body: { success: false, message, _data: null, code },
});

beforeEach(() => {
  vi.resetModules();
  answers = {};
  asked = [];
  vi.stubGlobal('fetch', async (url: URL, { method = 'GET', body }: RequestInit = {}) => {
    const key = `${method} ${url.pathname.replace('/api/account', '')}`;
    asked.push(body === undefined ? key : `${key} ${body}`);
    const found = answers[key];
    if (found === undefined) throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(found.body), { status: found.status });
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
  delete document.documentElement.dataset['session'];
});

/** Returns the state as a component sees it, from a fresh module, as after a reload. */
async function open() {
  const { useAuth } = await import('./auth.ts');
  let auth: ReturnType<typeof useAuth> | undefined;
  function Show() {
    auth = useAuth();
    const { user, isLoading, problem } = auth;
    return <output>{isLoading ? 'loading' : (problem ?? user?.email ?? 'signed out')}</output>;
  }
  render(<Show />);
  return () => {
    if (auth === undefined) throw new Error('not rendered');
    return auth;
  };
}
const shown = () => screen.getByRole('status').textContent;
const becomes = (text: string) => vi.waitFor(() => expect(shown()).toBe(text));

describe('who is signed in', () => {
  it('R4.2 is known at once, without a request, if no one has signed in in this browser', async () => {
    await open();
    expect(shown()).toBe('signed out');
    expect(asked).toEqual([]);
  });

  it('R4.1 R4.2 is requested if someone has', async () => {
    localStorage.setItem(SESSION_HINT_KEY, '1');
    document.documentElement.dataset['session'] = '';
    answers['GET '] = answer({ email: 'one@example.com' });
    await open();
    expect(shown()).toBe('loading');
    await becomes('one@example.com');
    expect(document.documentElement.dataset['session']).toBeUndefined();
  });

  it('changes to signed out when the session has ended', async () => {
    localStorage.setItem(SESSION_HINT_KEY, '1');
    answers['GET '] = failure(401, 'not-signed-in', 'Please sign in first.');
    await open();
    await becomes('signed out');
    expect(localStorage.getItem(SESSION_HINT_KEY)).toBeNull();
  });

  it('is unknown, but not forgotten, when the server cannot tell', async () => {
    localStorage.setItem(SESSION_HINT_KEY, '1');
    answers['GET '] = failure(503, 'store-failed', 'Accounts are unavailable right now.');
    await open();
    await becomes('Accounts are unavailable right now.');
    expect(localStorage.getItem(SESSION_HINT_KEY)).toBe('1');
  });
});

describe('signing in', () => {
  it('R4.3 R3.1 sends the credentials once, sets the session hint, and removes it at sign-out', async () => {
    const auth = await open();
    answers['POST /sign-in'] = answer({ email: 'one@example.com' });
    await act(() => auth().signIn('one@example.com', 'secret'));
    expect(shown()).toBe('one@example.com');
    expect(asked).toEqual(['POST /sign-in {"email":"one@example.com","password":"secret"}']);
    expect(localStorage.getItem(SESSION_HINT_KEY)).toMatch(/^[a-z\d]+$/);
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('secret');
    answers['POST /sign-out'] = answer({ changed: 1 });
    await act(() => auth().logOut());
    expect(shown()).toBe('signed out');
    expect(localStorage.getItem(SESSION_HINT_KEY)).toBeNull();
  });

  it('R8.25 fails with the provider’s message', async () => {
    const auth = await open();
    answers['POST /sign-up'] = failure(400, 'invalid-input', 'An account with this email address exists already.');
    await expect(auth().signUp('one@example.com', 'secret')).rejects.toThrow(
      /^An account with this email address exists already\.$/,
    );
    await expect(auth().sendPasswordReset('one@example.com')).rejects.toThrow(/^The server does not respond\./);
    expect(shown()).toBe('signed out');
  });
});

it('a call sends no credentials by script: the browser sends the session cookie', async () => {
  localStorage.setItem(SESSION_HINT_KEY, '1');
  await open();
  const { callHeaders } = await import('../api/call-headers.ts');
  expect(callHeaders()).toBeNull();
});

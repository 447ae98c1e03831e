import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../browser/api/query-client.ts';
import { announcements } from '../../ui/feedback/announce.ts';
import { SaveButton } from './save-button.tsx';

const auth = vi.hoisted(() => ({ user: null as { email: string } | null, isLoading: false }));
vi.mock('../../browser/accounts/auth.ts', () => ({ useAuth: () => auth, forgetUser: () => {} }));
afterAll(() => vi.doUnmock('../../browser/accounts/auth.ts'));

interface Saved {
  readonly id: string;
  readonly target: string;
  readonly note: string;
  readonly savedAt: string;
}

/** The account's saved targets and the calls it received; `isDown` refuses every call. */
let kept: readonly Saved[] = [];
let asked: string[] = [];
let isDown = false;

const target = (name: string, note = ''): Saved => ({ id: name, target: name, note, savedAt: '2026-01-01T00:00:00Z' });

// Its first import takes longer than a test waits for an element.
beforeAll(() => import('./save-toggle.tsx'));
beforeEach(() => {
  Object.assign(auth, { user: { email: 'one@example.com' }, isLoading: false });
  kept = [];
  asked = [];
  isDown = false;
  vi.stubGlobal('fetch', async (url: URL, { method = 'GET', body }: RequestInit = {}) => {
    asked.push(`${method} ${url.pathname.replace('/api/account', '')}`);
    if (isDown) return reply(503, { success: false, message: 'Accounts cannot be reached.', _data: null });
    if (method === 'PUT') kept = [...kept, target(JSON.parse(String(body)).target)];
    if (method === 'DELETE') kept = kept.filter(({ id }) => !url.pathname.endsWith(id));
    return reply(200, { success: true, message: '', _data: method === 'GET' ? { targets: kept } : { changed: 1 } });
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const reply = (status: number, body: object) => new Response(JSON.stringify(body), { status });
const button = (name: string) => screen.findByRole('button', { name });
const said = () => announcements.read().text;

it('is absent for visitors without an account, and requests nothing', () => {
  auth.user = null;
  const { container } = render(<SaveButton target="shop.test" />);
  expect(container.childElementCount).toBe(0);
  expect(asked).toEqual([]);
});

it('keeps its place until it is known whether somebody is signed in', () => {
  Object.assign(auth, { user: null, isLoading: true });
  render(<SaveButton target="shop.test" />);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  expect(asked).toEqual([]);
});

it('saves the target, confirms it, and can undo it', async () => {
  render(<SaveButton target="shop.test" />);
  (await button('Save shop.test')).focus();
  await userEvent.keyboard('{Enter}');
  const saved = await button('Saved shop.test');
  expect(saved.getAttribute('aria-pressed')).toBe('true');
  expect(document.activeElement).toBe(saved);
  expect(said()).toBe('shop.test saved');
  await userEvent.click(saved);
  await button('Save shop.test');
  expect(said()).toBe('shop.test is no longer saved');
  expect(kept).toEqual([]);
});

it('shows what is already saved, and keeps its note', async () => {
  kept = [target('Shop.test', 'the new server')];
  render(<SaveButton target="shop.test" />);
  await userEvent.click(await button('Saved shop.test'));
  await waitFor(() => expect(said()).toBe('shop.test is saved with a note: remove it on the dashboard'));
  expect(asked).toEqual(['GET /targets']);
});

it('says what went wrong and can be pressed again; a target saved in the meantime keeps its note', async () => {
  isDown = true;
  render(<SaveButton target="shop.test" />);
  await userEvent.click(await button('Save shop.test'));
  const failed = await button('Not saved: try again shop.test');
  expect(said()).toBe('Accounts cannot be reached.');
  expect(asked).not.toContain('PUT /targets');
  isDown = false;
  await userEvent.click(failed);
  await button('Saved shop.test');
  expect(asked.filter((call) => call === 'PUT /targets')).toHaveLength(1);
});

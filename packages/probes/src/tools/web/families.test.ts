import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Visit } from '../../net/net.ts';
import { NetFailure } from '../../net-failure.ts';
import { firstVisits } from './families.ts';
import type { Visits } from './visits.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const URL = 'https://example.com/';
const byFamily = (family: 4 | 6) => ({ address: { address: family === 4 ? '192.0.2.1' : '2001:db8::1', family } });

/** First requests of which each family ends as given. */
function begin(ends: Readonly<Record<4 | 6, Promise<unknown>>>) {
  const visit: Visits['visit'] = (_, { family } = {}) => ends[family ?? 4] as Promise<Visit>;
  return firstVisits({ visit, signal: new AbortController().signal } as Visits, [URL], null);
}

test('the response by IPv4 waits for that by IPv6, and is taken if that does not come', async () => {
  const chosen = begin({ 4: Promise.resolve(byFamily(4)), 6: new Promise(() => {}) }).chosen(URL);
  const settled = vi.fn();
  void chosen.then(settled);
  await vi.advanceTimersByTimeAsync(249);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await chosen).toMatchObject(byFamily(4));
});

test('a host without an IPv6 address costs no wait', async () => {
  const none = Promise.reject(new NetFailure('no-address', 'none'));
  // No timer is advanced here.
  expect(await begin({ 4: Promise.resolve(byFamily(4)), 6: none }).chosen(URL)).toMatchObject(byFamily(4));
});

test.each(['denied', 'special-use', 'not-allowed-port', 'servfail', 'unreachable'] as const)(
  'after %s, which says nothing about the host, a family is not determined',
  async (reason) => {
    const ends = {
      4: Promise.resolve({ ...byFamily(4), status: 200, headers: [] }),
      6: Promise.reject(new NetFailure(reason, '')),
    };
    const { data, gaps } = await begin(ends).families();
    expect(data.ipv4.reached).toBe(true);
    expect(data.ipv6).toMatchObject({ reached: null, reason });
    expect(gaps.map(({ part }) => part)).toEqual(['IPv6']);
  },
);

test('a family without an address has none, whatever else was not asked', async () => {
  const visit: Visits['visit'] = (url) =>
    Promise.reject(new NetFailure(url === URL ? 'no-address' : 'denied', '')) as Promise<Visit>;
  const both = firstVisits(
    { visit, signal: new AbortController().signal } as Visits,
    ['http://example.com/', URL],
    null,
  );
  expect((await both.families()).data.ipv6).toMatchObject({ reached: null, reason: 'no-address' });
});

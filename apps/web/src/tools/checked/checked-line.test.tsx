import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../browser/api/query-client.ts';
import { type ApiStub, json, openAt, startApiStub } from '../../testing/api-stub.ts';
import { dnsLookup } from '../dns/query.ts';
import { geoLookup } from '../geo/query.ts';
import { LookupFrame } from '../lookup/lookup-frame.tsx';
import { useLookup } from '../lookup/use-lookup.ts';
import { pingLookup } from '../ping/query.ts';
import { sslLookup } from '../ssl/query.ts';
import { subdomainLookup } from '../subdomain/query.ts';
import { whoisLookup } from '../whois/query.ts';
import { type Checked, CheckedContext, ShowCheckedContext } from './checked-context.ts';

let server: ApiStub;
beforeAll(async () => {
  server = await startApiStub();
});
afterAll(() => server.close());
beforeEach(() => openAt(`${server.origin}/dns`));
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  queryClient.clear();
});

const answer = (checkedAt?: string) =>
  json(200, {
    success: true,
    message: 'OK',
    _data: {
      domain: 'a.example',
      records: [],
      resolver: '192.0.2.53:53',
      authenticated: false,
      validationFailed: false,
      gaps: [],
      checkedAt,
    },
  });
const tooSoon = json(429, {
  success: false,
  message: 'Too soon.',
  _data: null,
  code: 'rate-limited',
  retryAfterSeconds: 60,
});
const notFound = (checkedAt: string) =>
  json(404, { success: false, message: 'None.', _data: null, code: 'not-found', reason: 'nxdomain', checkedAt });

const onRunning = () => {};

function Found() {
  const { answer: found, error } = useLookup({ ...dnsLookup('a.example'), retry: false }, 0, onRunning);
  return <LookupFrame top={<p>{found ? `answer of ${found.data.domain}` : error !== null && 'failed'}</p>} />;
}

function Page() {
  const [checked, show] = useState<Checked | null>(null);
  return (
    <ShowCheckedContext value={show}>
      <CheckedContext value={checked}>
        <Found />
      </CheckedContext>
    </ShowCheckedContext>
  );
}

const times = () => [...document.querySelectorAll('time')].map(({ dateTime }) => dateTime);
const again = () => screen.findByRole('button', { name: 'Check again' });

it('says when the server measured an answer, and measures it again without the cache', async () => {
  server.reply = (path) => answer(path.includes('fresh') ? '2026-11-22T14:05:00.000Z' : '2026-11-22T14:03:21.482Z');
  const before = server.asked.length;
  render(<Page />);
  await userEvent.click(await again());
  await expect.poll(times).toEqual(['2026-11-22T14:05:00.000Z']);
  expect(server.asked.slice(before)).toEqual([
    '/api/v2/dnsRecords?domain=a.example',
    '/api/v2/dnsRecords?domain=a.example&fresh=true',
  ]);
});

it('keeps the answer while the server requires a pause, and counts it down', async () => {
  server.reply = (path) => (path.includes('fresh') ? tooSoon : answer('2026-11-22T14:03:21.482Z'));
  // The clock goes on by itself, so that requests work, and the countdown is moved to its end.
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['Date', 'setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'],
  });
  render(<Page />);
  await userEvent.click(await again());
  const button = await screen.findByRole('button', { name: /^Check again in \d+ s$/ });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText('answer of a.example')).toBeDefined();
  expect(times()).toEqual(['2026-11-22T14:03:21.482Z']);
  const before = server.asked.length;
  await userEvent.click(button);
  expect(server.asked).toHaveLength(before);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect((await again()).getAttribute('aria-disabled')).toBe('false');
});

it('also appears for a name that was not found, and never without a time from the server', async () => {
  server.reply = () => notFound('2026-11-22T14:03:21.482Z');
  render(<Page />);
  await again();
  expect(times()).toEqual(['2026-11-22T14:03:21.482Z']);
  cleanup();
  queryClient.clear();
  server.reply = () => answer();
  render(<Page />);
  await screen.findByText('answer of a.example');
  expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull();
});

it('works for tools with one target, and for those with further options', async () => {
  server.reply = () => 'hang-up';
  const context = { signal: new AbortController().signal, fresh: { fresh: 'true' }, onPart: () => {} } as const;
  const lookups = [
    geoLookup({ target: '192.0.2.1', counter: 1 }),
    sslLookup({ domain: 'a.example', startTls: null, isRevocationAsked: true, address: null }, true),
    whoisLookup('a.example'),
    dnsLookup('a.example'),
    subdomainLookup('a.example', true),
    pingLookup('a.example', true),
  ];
  const before = server.asked.length;
  for (const { queryFn } of lookups) await queryFn(context).catch(() => null);
  const asked = server.asked.slice(before);
  expect(asked).toHaveLength(lookups.length);
  expect(asked.filter((path) => !path.endsWith('&fresh=true'))).toEqual([]);
});

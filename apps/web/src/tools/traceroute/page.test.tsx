import { composeHops, traceroute } from '@sonde/contract';
import { answerOf } from '@sonde/contract/testing/answer-of';
import { cleanup, configure, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import { queryClient } from '../../browser/api/query-client.ts';
import { type ApiStub, json, openAt, startApiStub } from '../../testing/api-stub.ts';
import { inLongSet } from '../../testing/test-set.ts';
import { LARGE_PAGE_LIMIT_MS } from '../../testing/wait-limits.ts';
import { headline } from './messages.ts';
import { Page } from './page.tsx';
import { placesOf } from './places.ts';
import { answerSoFar, nothingHeard, traceLookup } from './query.ts';
import { screen as card } from './screen.ts';
import { optionsIn, parametersOf, usualOptions } from './trace-options.ts';

let server: ApiStub;
beforeAll(async () => {
  configure({ asyncUtilTimeout: LARGE_PAGE_LIMIT_MS });
  server = await startApiStub();
});
afterAll(() => server.close());
afterEach(() => {
  cleanup();
  queryClient.clear();
});

const reply = (address: string | null, timeMs: number, isTarget = false) => ({
  address,
  timeMs,
  labels: [],
  isTarget,
  error: null,
});
const hops = composeHops([
  { ttl: 1, round: 1, answer: reply(null, 1) },
  { ttl: 2, round: 1, answer: null },
  { ttl: 3, round: 1, answer: reply('192.0.2.80', 20, true) },
]);
const data = answerOf(traceroute, { host: 'example.com', address: '192.0.2.80', reached: 'target', hops });

function openPage(query = '') {
  openAt(`${server.origin}/traceroute${query}`);
  render(<Page screen={card} />);
  return userEvent.setup();
}
const field = () => screen.getByRole('textbox', { name: 'Host name or IP address' });

describe('the page', () => {
  it('shows every hop, including silent and hidden ones, and a row for the announced feature', async () => {
    server.reply = () => json(200, { success: true, message: 'OK', _data: data });
    const user = openPage();
    expect(screen.getByText('Distributed traceroute', { exact: false }).textContent).toContain('Coming Soon');
    await user.type(field(), 'example.com{Enter}');
    expect((await screen.findByRole('heading', { name: 'The host answers after 3 hops' })).textContent).toBeTruthy();
    const rows = within(screen.getByRole('list', { name: 'Hops' })).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      'Hop 1in the server’s own network1.00 msin the server’s own network1 of 1 packets answered, fastest 1.00 ms, average 1.00 ms, slowest 1.00 ms.',
      'Hop 2No answer–0 of 1 packets answered.',
      'Hop 3192.0.2.8020.0 ms192.0.2.801 of 1 packets answered, fastest 20.0 ms, average 20.0 ms, slowest 20.0 ms.',
    ]);
  });

  inLongSet(it)('sends the chosen options and keeps them in the address', async () => {
    server.reply = () => json(200, { success: true, message: 'OK', _data: data });
    const user = openPage();
    const before = server.asked.length;
    await user.click(screen.getByText('Options'));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Packets' }), 'udp');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Rounds' }), '20');
    await user.type(field(), 'example.com{Enter}');
    await screen.findByRole('list', { name: 'Hops' });
    expect(location.search).toBe('?host=example.com&method=udp&rounds=20');
    expect(server.asked.slice(before)).toEqual(['/api/v2/traceroute?host=example.com&method=udp&rounds=20']);
  });

  it('sends nothing for a link alone', async () => {
    const before = server.asked.length;
    openPage('?host=example.com');
    expect(await screen.findByRole('button', { name: 'Trace example.com' })).toBeDefined();
    expect(server.asked.slice(before)).toEqual([]);
  });

  it('shows why a trace failed', async () => {
    const message = 'This host name does not exist.';
    server.reply = () => json(404, { success: false, message, _data: null, code: 'not-found', reason: 'nxdomain' });
    await openPage().type(field(), 'nowhere.example.com{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain(message);
  });

  it('asks for a host', async () => {
    const user = openPage();
    await user.type(field(), 'no host{Enter}');
    expect(screen.getByRole('alert').textContent).toBe(
      'Please enter a valid host name (e.g. example.com) or IP address',
    );
  });
});

describe('the draft', () => {
  const { addParts } = traceLookup('example.com', usualOptions, true);
  const answer = { kind: 'answer', labels: [], isTarget: false, error: null } as const;

  it('has a hop as soon as it answers, and its address as soon as that may be shown', () => {
    const first = addParts(null, [
      { kind: 'sent', ttl: 1, round: 1 },
      { ...answer, ttl: 1, round: 1, address: null, timeMs: 2 },
    ]);
    expect(answerSoFar('example.com', usualOptions, first).hops.map(({ answers }) => answers[0]?.address)).toEqual([
      null,
    ]);
    const second = addParts(first, [
      { ...answer, ttl: 1, round: 1, address: '10.0.0.1', timeMs: 2 },
      { kind: 'silent', ttl: 1, round: 1 },
    ]);
    expect(answerSoFar('example.com', usualOptions, second).hops[0]).toMatchObject({ received: 1, loss: 0 });
    expect(answerSoFar('example.com', usualOptions, second).hops[0]?.answers[0]?.address).toBe('10.0.0.1');
  });

  it('leaves out hops beyond the target', () => {
    const draft = addParts(nothingHeard, [
      { ...answer, ttl: 2, round: 1, address: '192.0.2.80', timeMs: 2, isTarget: true },
      { ...answer, ttl: 3, round: 1, address: '192.0.2.80', timeMs: 2, isTarget: true },
    ]);
    expect(answerSoFar('example.com', usualOptions, draft)).toMatchObject({
      reached: 'target',
      hops: [{ ttl: 1 }, { ttl: 2 }],
    });
  });
});

test.each([
  ['The host answers after 3 hops', {}],
  [
    'A router rejects the packets by 192.0.2.9',
    { reached: 'stopped', stoppedBy: { ttl: 3, address: '192.0.2.9', meaning: '' } },
  ],
  ['No answer after hop 3', { reached: 'silent' }],
  ['No hop answered', { reached: 'silent', hops: [] }],
])('the headline: %s', (text, more) => {
  expect(headline({ ...data, ...more } as typeof data)).toBe(text);
});

test('options are read from the address and written to it', () => {
  const query = { method: 'tcp', rounds: '50', paths: 'true' };
  expect(parametersOf(optionsIn(new URLSearchParams(query)))).toEqual(query);
  expect(parametersOf(optionsIn(new URLSearchParams('method=gre&rounds=1000&paths=1')))).toEqual({});
});

test('consecutive hops at one place are merged, and impossible places are left out', () => {
  const at = (ttl: number, latitude: number, tooFar = false) => ({
    ...hops[0],
    ttl,
    answers: [{ ...hops[0]?.answers[0], latitude, longitude: 8, city: 'Town', country: 'DE', tooFar }],
  });
  const places = placesOf([at(1, 50), at(2, 50), at(3, 10, true), at(4, 48)] as Parameters<typeof placesOf>[0]);
  expect(places.map(({ hops: which, name }) => [which, name])).toEqual([
    [[1, 2], 'Town, DE'],
    [[4], 'Town, DE'],
  ]);
});

import { cleanup, configure, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { queryClient } from '../../browser/api/query-client.ts';
import { type ApiStub, json, openAt, startApiStub } from '../../testing/api-stub.ts';
import { LARGE_PAGE_LIMIT_MS } from '../../testing/wait-limits.ts';
import { Page } from './page.tsx';
import { screen as card } from './screen.ts';

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

async function lookUp(url: string) {
  openAt(`${server.origin}/web`);
  render(<Page screen={card} />);
  await userEvent.setup().type(screen.getByRole('textbox', { name: 'URL or host' }), `${url}{Enter}`);
}

const hop = {
  ...{ url: 'https://example.com/', address: '192.0.2.80', httpVersion: '2', status: 200 },
  headers: [['content-type', 'text/html']],
  timing: { dnsMs: 4, tcpMs: 12, tlsMs: 14, firstByteMs: 24, totalMs: 58 },
  certificate: { trusted: true, reasons: [], issuer: 'CN=R11', validTo: null },
  location: null,
};
const data = {
  url: 'example.com',
  starts: [{ url: hop.url, chain: [hop], end: 'answered', reason: null, location: null }],
  chain: [hop],
  final: { url: hop.url, status: 200 },
  gaps: [],
};

test('shows the requests as a list, and every header field with its state', async () => {
  server.reply = () => json(200, { success: true, message: 'OK', _data: data });
  await lookUp('example.com');
  const requests = await screen.findByRole('list', { name: 'Requests from https://example.com/' });
  expect(within(requests).getAllByRole('listitem')).toHaveLength(1);
  expect(requests.textContent).toContain('192.0.2.80, HTTP/2');
  const fields = await screen.findByRole('region', { name: 'Header fields, table' });
  const cells = within(fields).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual(['content-type', 'Good', 'text/html']);
  expect(server.asked.at(-1)).toBe('/api/v2/web?url=example.com');
});

test.each([
  ['nginx/1.22.1', ['nginx true', 'Apache false']],
  ['Caddy', ['Caddy true', 'nginx false']],
  ['cloudflare', ['nginx false', 'Apache false']],
])('puts the remedies of the program first that the Server field names: %s', async (program, first) => {
  const finding = { code: 'nosniff-missing', state: 'warn', about: hop.url, evidence: 'None.', fix: 'Send it.' };
  const last = { ...hop, headers: [...hop.headers, ['Server', program]] };
  const found = { ...data, chain: [last], findings: [finding] };
  server.reply = () => json(200, { success: true, message: 'OK', _data: found });
  await lookUp('example.com');
  const places = within(await screen.findByRole('group', { name: 'Where', hidden: true }))
    .getAllByRole('button', { hidden: true })
    .map((one) => `${one.textContent} ${one.getAttribute('aria-pressed')}`);
  expect(places.slice(0, 2)).toEqual(first);
});

test('a link to the page waits for a press', async () => {
  const before = server.asked.length;
  openAt(`${server.origin}/web?url=example.com`);
  render(<Page screen={card} />);
  expect(await screen.findByRole('button', { name: 'Check example.com' })).toBeTruthy();
  expect(server.asked).toHaveLength(before);
});

test('says what went wrong', async () => {
  const message = 'The port is closed.';
  server.reply = () =>
    json(502, { success: false, message, _data: null, code: 'unreachable', reason: 'connection-refused' });
  await lookUp('example.com');
  expect((await screen.findByRole('alert')).textContent).toContain(message);
});

test('sends no request for a text that is no target', async () => {
  const before = server.asked.length;
  await lookUp('no host');
  expect(screen.getByRole('alert').textContent).toBe('Please enter a URL, a domain name or an IP address');
  expect(server.asked).toHaveLength(before);
});

import type { ServerResponse } from 'node:http';
import { act, cleanup, configure, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
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

async function lookUp(domain: string, search = '') {
  openAt(`${server.origin}/delegation${search}`);
  render(<Page screen={card} />);
  const user = userEvent.setup();
  await user.type(screen.getByRole('textbox', { name: 'Domain name' }), `${domain}{Enter}`);
  return user;
}
const answered = (of: object) => json(200, { success: true, message: 'OK', _data: of });
const lastQuery = () => new URLSearchParams(server.asked.at(-1)?.split('?')[1]);

const why = 'The digest of the DS 1 does not match the key of example.com.';
const ds = 'example.com. IN DS 2 13 2 ABCD';
const data = {
  domain: 'www.example.com',
  zone: 'example.com',
  verdict: 'bogus',
  why,
  zones: [
    {
      ...{ name: 'example.com', parent: 'com', status: 'bogus', ns: ['ns1.example.com'] },
      ds: [{ keyTag: 1, digestType: 2, state: 'digest-differs' }],
      keys: [{ keyTag: 1, isSep: true, signsKeys: true, ds }],
    },
  ],
  edges: [
    {
      ...{ zone: 'example.com', kind: 'ds', ok: false },
      from: 'example.com DS 1 2',
      to: 'example.com DNSKEY 1',
      why: 'digest-differs',
    },
    { zone: 'example.com', kind: 'signature', from: 'example.com DNSKEY 1', to: 'example.com SOA', ok: true },
  ],
  servers: [
    {
      zone: 'example.com',
      name: 'ns1.example.com',
      address: '192.0.2.1',
      answered: true,
      authoritative: true,
      serial: 7,
    },
  ],
  findings: [
    {
      code: 'ds-digest-differs',
      state: 'bad',
      about: 'example.com',
      evidence: 'It differs.',
      fix: 'Publish another DS.',
    },
  ],
  gaps: [{ part: 'ipv6', code: 'unreachable' }],
};

test('shows the verdict, the findings with records to copy, the chain and the servers', async () => {
  server.reply = () => answered(data);
  await lookUp('www.example.com');
  expect(await screen.findByRole('heading', { name: 'example.com fails DNSSEC validation' })).toBeTruthy();
  expect(screen.getByText(why)).toBeTruthy();
  expect(screen.getByText('www.example.com is not a separate zone, so example.com was checked.')).toBeTruthy();
  expect(screen.getByText('The Sonde server has no IPv6: the name servers were queried over IPv4 only.')).toBeTruthy();
  const findings = within(await screen.findByRole('region', { name: 'What to do' }));
  expect(findings.getByText('It differs.')).toBeTruthy();
  expect(findings.getByText('Publish another DS.')).toBeTruthy();
  expect(findings.getByRole('region', { name: 'DS record for the registrar' }).textContent).toBe(ds);
  expect(findings.getByRole('button', { name: 'Copy DS record for the registrar' })).toBeTruthy();
  const cells = screen.getAllByRole('cell').map(({ textContent }) => textContent);
  expect(cells).toEqual(expect.arrayContaining(['ns1.example.com192.0.2.1', 'authoritative', '7']));
});

test.each([
  [86_400, 'After a change, resolvers may use the former servers for up to 2 d, the TTL of the NS records.'],
  [null, null],
])('says how long a change takes, if both TTLs are known: %s', async (nsTtlSeconds, text) => {
  const zones = data.zones.map((zone) => ({ ...zone, nsTtlSeconds: 172_800 }));
  server.reply = () => answered({ ...data, zones, details: { nsTtlSeconds } });
  await lookUp('www.example.com');
  await screen.findByRole('region', { name: 'Servers' });
  expect(screen.queryByText(/^After a change/)?.textContent ?? null).toBe(text);
  const summary = within(screen.getByRole('region', { name: 'Summary' }));
  expect(summary.queryByText('A change of servers takes up to 2 d to be seen.') === null).toBe(text === null);
});

test('the drawing has only a name for screen readers; the list has the same steps', async () => {
  server.reply = () => answered(data);
  await lookUp('www.example.com');
  const drawing = await screen.findByRole('img', { name: /^Chain of trust: example\.com bogus/ });
  const words = [...drawing.querySelectorAll('text')].map(({ textContent }) => textContent);
  expect(words).toEqual(expect.arrayContaining(['example.com', 'DS 1', 'CSK 1', '✗ differs', 'SOA', '✓ valid']));
  const items = [...document.querySelectorAll('.chain-list li')].map(({ textContent }) => textContent);
  expect(items.some((text) => /^DS 1 .*CSK 1.*: broken, differssigns SOA: valid$/.test(text ?? ''))).toBe(true);
});

test('tells every zone as soon as it arrives, and draws them with the verdict', async () => {
  let stream: ServerResponse | null = null;
  server.reply = () => (response: ServerResponse) => {
    stream = response.writeHead(200, { 'content-type': 'text/event-stream' });
  };
  await lookUp('example.com');
  await vi.waitUntil(() => stream !== null);
  const send = (event: string, body: object) =>
    act(async () => void stream?.write(`event: ${event}\ndata: ${JSON.stringify(body)}\n\n`));
  const part = (name: string) => ({ zone: { name, status: 'secure', ds: [], keys: [] }, servers: [], edges: [] });
  await send('progress', part('.'));
  expect(await screen.findByText('Answered so far: the root (secure).')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'example.com' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Servers' })).toBeNull();
  await send('progress', part('com'));
  expect(await screen.findByText('Answered so far: the root (secure), com (secure).')).toBeTruthy();
  expect(screen.queryByRole('img', { name: /^Chain of trust/ })).toBeNull();
  const body = JSON.stringify({ success: true, message: 'OK', _data: { ...data, domain: 'example.com' } });
  await act(async () => void stream?.end(`event: result\ndata: ${body}\n\n`));
  expect(await screen.findByRole('heading', { name: /^example\.com fails/ })).toBeTruthy();
  expect(await screen.findByRole('region', { name: 'Servers' })).toBeTruthy();
  expect(screen.getByRole('img', { name: /^Chain of trust/ })).toBeTruthy();
});

test('tests servers and DS records before they are published, and keeps them in the address', async () => {
  server.reply = () => answered({ ...data, isPreFlight: true });
  openAt(`${server.origin}/delegation`);
  render(<Page screen={card} />);
  const user = userEvent.setup();
  await user.click(screen.getByText('Before publishing'));
  await user.type(screen.getByRole('textbox', { name: 'Domain name' }), 'example.com');
  await user.type(
    await screen.findByRole('textbox', { name: 'Name servers' }),
    'ns1.example.net 192.0.2.1{Enter}ns2.example.net',
  );
  const records = screen.getByRole('textbox', { name: 'DS records' });
  await user.click(records);
  await user.paste('no record');
  await user.click(screen.getByRole('button', { name: 'Test before publishing' }));
  expect(screen.getByRole('alert').textContent).toMatch(/^Line 1, “no record”, is not a DS record/);
  expect(records.getAttribute('aria-invalid')).toBe('true');
  const before = server.asked.length;
  await user.clear(records);
  await user.paste(`example.com. IN DS 1 13 2 ${'ab'.repeat(32)}`);
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Test before publishing' }));
  expect(await screen.findByText(/^Tested before publishing/)).toBeTruthy();
  expect(server.asked).toHaveLength(before + 1);
  const given = { servers: 'ns1.example.net/192.0.2.1,ns2.example.net', ds: `1 13 2 ${'AB'.repeat(32)}` };
  expect(Object.fromEntries(lastQuery())).toMatchObject({ domain: 'example.com', ...given });
  expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({ domain: 'example.com', ...given });
});

test('a link fills in servers and DS records, and invalid ones are reported', async () => {
  server.reply = () => answered(data);
  openAt(`${server.origin}/delegation?domain=example.com&servers=ns1.example.net,ns2.example.net&ds=1+13+2+AB`);
  render(<Page screen={card} />);
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Name servers' });
  expect(field.value).toBe('ns1.example.net\nns2.example.net');
  expect((await screen.findByRole('alert')).textContent).toContain('has a digest of 2 digits: type 2 has 64.');
});

test('shows why a lookup failed', async () => {
  const message = 'No DNS root server answers the Sonde server.';
  server.reply = () =>
    json(502, { success: false, message, _data: null, code: 'source-failed', reason: 'no-public-dns' });
  await lookUp('example.com');
  expect((await screen.findByRole('alert')).textContent).toContain(message);
});

test('sends no request for text that is not a domain', async () => {
  const before = server.asked.length;
  await lookUp('no domain');
  expect(screen.getByRole('alert').textContent).toBe('Please enter a domain name');
  expect(server.asked).toHaveLength(before);
});

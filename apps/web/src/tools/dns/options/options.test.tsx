import { cleanup, configure, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { queryClient } from '../../../browser/api/query-client.ts';
import { type ApiStub, json, openAt, startApiStub } from '../../../testing/api-stub.ts';
import { LARGE_PAGE_LIMIT_MS } from '../../../testing/wait-limits.ts';
import { Page } from '../page.tsx';
import { screen as card } from '../screen.ts';

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

const table = { recordName: 'A', titles: ['Name', 'Address', 'TTL'], data: [['example.com', '192.0.2.1', '60']] };
const data = {
  domain: 'example.com',
  records: [table],
  types: null,
  resolver: '192.0.2.53:53',
  server: null,
  authenticated: false,
  validationFailed: false,
  extendedErrors: [],
  publicAnswers: null,
  gaps: [],
};
const answerWith = (more: object) => json(200, { success: true, message: 'OK', _data: { ...data, ...more } });
const lastAsked = () => new URL(server.asked.at(-1) ?? '', server.origin).searchParams;

test('types and server are sent, and appear in the address of the page', async () => {
  const named = { name: 'ns1.example.net', transport: 'dns', authoritative: true, recursionAvailable: false };
  const untold = { nsid: null, cookie: null, expireSeconds: null };
  server.reply = () => answerWith({ types: ['A', 'MX'], server: { ...named, ...untold } });
  openAt(`${server.origin}/dns`);
  render(<Page screen={card} />);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Types'), 'mx a');
  await user.type(screen.getByLabelText('Server'), '@ns1.example.net');
  await user.type(screen.getByRole('textbox', { name: 'Domain name' }), 'example.com{Enter}');
  expect(await screen.findByText('ns1.example.net')).toBeDefined();
  expect(Object.fromEntries(lastAsked())).toMatchObject({
    domain: 'example.com',
    type: 'mx,a',
    server: 'ns1.example.net',
  });
  expect(new URLSearchParams(location.search).get('server')).toBe('ns1.example.net');
  expect(screen.getByText(/authoritative$/)).toBeDefined();
});

test('a link with repeated types is looked up with all of them', async () => {
  server.reply = () => answerWith({ types: ['A', 'MX'] });
  openAt(`${server.origin}/dns?domain=example.com&type=MX&type=A&server=9.9.9.9`);
  render(<Page screen={card} />);
  await screen.findByRole('heading', { name: 'A Records' });
  expect(Object.fromEntries(lastAsked())).toMatchObject({ type: 'MX,A', server: '9.9.9.9' });
  expect(screen.getByLabelText<HTMLInputElement>('Types').value).toBe('MX,A');
});

test('invalid options are marked', async () => {
  openAt(`${server.origin}/dns`);
  render(<Page screen={card} />);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Types'), 'MX!');
  await user.type(screen.getByLabelText('Server'), 'http://x');
  expect(screen.getByLabelText('Types').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByLabelText('Server').getAttribute('aria-invalid')).toBe('true');
});

test('a reason of the resolver is shown once for many types', async () => {
  const error = (recordName: string) => {
    const text = `validation failure <example.com. ${recordName} IN>: signature expired`;
    return { recordName, code: 7, name: 'Signature Expired', text };
  };
  server.reply = () => answerWith({ validationFailed: true, extendedErrors: [error('A'), error('MX')] });
  openAt(`${server.origin}/dns?domain=example.com`);
  render(<Page screen={card} />);
  const panel = await screen.findByRole('region', { name: 'Extended DNS errors' });
  expect(panel.textContent).toContain('Signature Expired (7)');
  expect(panel.textContent).toContain('A, MX');
});

test("a failure shows the resolver's own reason", async () => {
  const detail = 'No Reachable Authority (22)';
  const message = 'Failed to fetch DNS records. Please try again.';
  server.reply = () =>
    json(502, { success: false, message, _data: null, code: 'source-failed', reason: 'servfail', detail });
  openAt(`${server.origin}/dns?domain=example.com`);
  render(<Page screen={card} />);
  expect((await screen.findByRole('alert')).textContent).toContain(`The resolver says: ${detail}.`);
});

test('public resolvers are queried on request, and differences are marked', async () => {
  const row = (name: string, set: number | null, records: readonly string[]) => ({
    name,
    operator: null,
    address: '192.0.2.9:53',
    outcome: set === null ? 'failed' : 'records',
    reason: set === null ? 'timeout' : null,
    records,
    ttlSeconds: 60,
    authenticated: false,
    detail: null,
    timeMs: 12,
    set,
  });
  const publicAnswers = [row('This server', 1, ['192.0.2.1']), row('Other', 2, ['192.0.2.2']), row('Silent', null, [])];
  server.reply = (path) => answerWith(path.includes('everywhere') ? { types: ['A'], publicAnswers } : {});
  openAt(`${server.origin}/dns?domain=example.com`);
  render(<Page screen={card} />);
  const before = server.asked.length;
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Query public resolvers' }));
  expect((await screen.findByText('Differs')).textContent).toBe('Differs');
  expect(screen.getByText('no answer (timeout)')).toBeDefined();
  expect(screen.getByText(/^1 of 2 resolvers differ/)).toBeDefined();
  expect(server.asked.length).toBeGreaterThan(before);
  expect(Object.fromEntries(lastAsked())).toMatchObject({ domain: 'example.com', type: 'A', everywhere: 'true' });
});

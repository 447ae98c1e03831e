import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type AnyTool, delegation, dns, mail, type ReportPart, ssl, web, whois } from '@sonde/contract';
import type { Finding } from '@sonde/contract/finding/finding';
import { composeReport } from '@sonde/contract/report/compose';
import { answerOf } from '@sonde/contract/testing/answer-of';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { queryClient } from '../../browser/api/query-client.ts';
import { callsOf } from '../../browser/api/receipts.ts';
import { type ApiStub, json, openAt, startApiStub } from '../../testing/api-stub.ts';
import { inLongSet } from '../../testing/test-set.ts';
import { WAIT_LIMIT_MS } from '../../testing/wait-limits.ts';
import { screens } from '../index.ts';
import { ToolsContext } from '../screens/screens-context.ts';
import { Page } from './page.tsx';
import { screen as card } from './screen.ts';

vi.mock('../../browser/site-config.ts', async (original) => {
  const { siteConfig: own } = await original<{ siteConfig: object }>();
  return { siteConfig: { ...own, snapshotDays: 30 } };
});
afterAll(() => vi.doUnmock('../../browser/site-config.ts'));

let server: ApiStub;
beforeAll(async () => {
  configure({ asyncUtilTimeout: WAIT_LIMIT_MS });
  await import('./result.tsx');
  server = await startApiStub();
});
afterAll(() => server.close());
afterEach(() => {
  cleanup();
  queryClient.clear();
});

const target = 'example.com';

const finding = (code: string, state: Finding['state'], evidence = `${code} was seen.`): Finding => ({
  ...{ code, state, evidence, about: target },
  fix: state === 'good' ? null : `Mend ${code}.`,
});

function answered(tool: AnyTool, findings: readonly Finding[], more: object = {}): ReportPart {
  const data: Record<string, unknown> = { ...answerOf(tool as typeof dns, more), findings };
  return { tool: tool.id, outcome: { success: true, message: 'OK', _data: data } };
}

const parts: readonly ReportPart[] = [
  answered(whois, [], { checkedAt: '2026-11-22T14:03:21.482Z' }),
  answered(delegation, [finding('zone-unsigned', 'note')]),
  answered(dns, [finding('caa-missing', 'note'), finding('ttl-usual', 'good')], {
    domain: target,
    records: [{ recordName: 'A', titles: ['Name', 'Address', 'TTL'], data: [[target, '192.0.2.44', '300']] }],
    gaps: [{ part: 'TXT', code: 'timeout' }],
  }),
  answered(mail, [finding('spf-missing', 'warn')]),
  answered(ssl, [finding('certificate-expired', 'bad', 'It ended on <b>1 May</b>.')]),
  answered(web, []),
  {
    tool: 'geo',
    outcome: {
      ...{ success: false, message: 'The name has no address.', _data: null },
      ...{ code: 'not-found', reason: 'no-address' },
    },
  },
];
const report = composeReport(target, parts);
const envelope = { success: true, message: 'OK', _data: report };
const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

function open(search = '') {
  openAt(`${server.origin}/report${search}`);
  render(
    <ToolsContext value={screens}>
      <Page screen={card} />
    </ToolsContext>,
  );
  return userEvent.setup();
}

async function ask() {
  const user = open();
  await user.type(screen.getByRole('textbox', { name: 'Domain or IP address' }), `${target}{Enter}`);
  return user;
}

const panel = (name: string) => screen.findByRole('region', { name });

test('says how many tools a report runs before anything is requested', () => {
  const before = server.asked.length;
  open();
  expect(
    screen.getByText(/^Runs several tools on one target at once, .*: 7 tools on a name, \d tools on an address\.$/),
  ).toBeTruthy();
  expect(server.asked).toHaveLength(before);
});

inLongSet(test)('does not start from a link: it states the cost and waits for a press', async () => {
  const before = server.asked.length;
  server.reply = () => json(200, envelope);
  const user = open(`?target=${target}`);
  expect(await screen.findByText(/This one takes 7 tools, at most 23 units of your allowance; what/)).toBeTruthy();
  expect(server.asked).toHaveLength(before);
  await user.click(screen.getByRole('button', { name: `Report on ${target}` }));
  expect(await screen.findByText('Broken', { selector: '.word' })).toBeTruthy();
  expect(server.asked.slice(before)).toEqual([`/api/v2/report?target=${target}`]);
});

test('shows what to do first, of all tools, the most severe on top, with the tool and what to do', async () => {
  server.reply = () => json(200, envelope);
  await ask();
  expect(await screen.findByText('Broken', { selector: '.word' })).toBeTruthy();
  const findings = within(await panel('What to do'));
  const codes = findings.getAllByRole('listitem', { hidden: true }).map((item) => item.dataset['code']);
  expect(codes).toEqual(['certificate-expired', 'spf-missing', 'zone-unsigned', 'caa-missing', 'ttl-usual']);
  expect(findings.getByText('It ended on <b>1 May</b>.')).toBeTruthy();
  expect(findings.getByText('Mend certificate-expired.')).toBeTruthy();
  expect(findings.getByRole('link', { name: 'SSL Info', hidden: true }).getAttribute('href')).toBe(
    `/ssl?domain=${target}`,
  );
  await panel('All checks of all tools');
  const order = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(order.slice(1)).toEqual([
    'What to do',
    'Who Is',
    'Delegation',
    'DNS Lookup',
    'Mail',
    'SSL Info',
    'Web',
    'IP Tracker',
    'All checks of all tools',
  ]);
});

test('shows for each tool its facts, its gaps, or why there is no answer, and links to its full answer', async () => {
  server.reply = () => json(200, envelope);
  await ask();
  await screen.findByText('Broken', { selector: '.word' });
  const ofDns = within(await panel('DNS Lookup'));
  expect(ofDns.getByText('192.0.2.44')).toBeTruthy();
  expect(ofDns.getByText('Not measured: TXT')).toBeTruthy();
  expect(ofDns.getByRole('link', { name: 'Full answer of DNS Lookup' }).getAttribute('href')).toBe(
    `/dns?domain=${target}`,
  );
  const ofGeo = within(await panel('IP Tracker'));
  // That there is nothing is an answer, in the words of the tool.
  expect(ofGeo.getByText('The name has no address.')).toBeTruthy();
});

inLongSet(test)('shows parts in the order in which the tools finish', async () => {
  let stream: ServerResponse | undefined;
  server.reply = () => (response) => {
    stream = response;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(event('part', parts[4]));
  };
  await ask();
  expect(server.headers.accept).toBe('text/event-stream');
  const ofSsl = within(await panel('SSL Info'));
  const link = ofSsl.getByRole('link', { name: 'Full answer of SSL Info' });
  expect(await ofSsl.findByText(/^Broken/)).toBeTruthy();
  expect(await screen.findByText('1 of 7 tools has ended.')).toBeTruthy();
  const before = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  stream?.write(event('part', parts[2]));
  expect(await within(await panel('DNS Lookup')).findByText('192.0.2.44')).toBeTruthy();
  stream?.end(event('result', envelope));
  expect(await screen.findByText('Broken', { selector: '.word' })).toBeTruthy();
  // The same element in the same place, so that the focus in a part is kept.
  expect(link.isConnected).toBe(true);
  await waitFor(() => {
    const after = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(after.filter((title) => title !== 'What to do')).toEqual(before);
  });
});

test('can be cancelled: the request ends', async () => {
  let isClosed = false;
  server.reply = () => (response) => {
    response.on('close', () => {
      isClosed = true;
    });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(event('part', parts[0]));
  };
  const user = await ask();
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await expect.poll(() => isClosed, { timeout: WAIT_LIMIT_MS }).toBe(true);
});

inLongSet(test)("shows a tool's answer on the tool's own page without another request", async () => {
  server.reply = () => json(200, envelope);
  await ask();
  await screen.findByText('Broken', { selector: '.word' });
  const kept = parts.filter(({ outcome }) => outcome.success).map(({ tool }) => tool);
  expect(kept.filter((tool) => queryClient.getQueryData([tool, target]) === undefined)).toEqual([]);
  expect(queryClient.getQueryData(['geo', target])).toBeUndefined();
});

test('is kept by its parts: the call and the digest of each, including failures', async () => {
  server.reply = () => json(200, envelope);
  const user = await ask();
  await screen.findByText('Broken', { selector: '.word' });
  const sent: unknown[] = [];
  const send = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init) => {
    sent.push(JSON.parse(String(init?.body)));
    const made = { id: 'abc', path: '/r/abc', expiresAt: '2026-12-22T00:00:00.000Z', revokeToken: 'a-token' };
    const body = JSON.stringify({ success: true, message: 'OK', _data: made });
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  });
  await user.click(await screen.findByRole('button', { name: 'Share' }));
  const make = await screen.findByRole('button', { name: 'Make the link' }).catch(() => null);
  if (make !== null) await user.click(make);
  expect(await screen.findByRole('link', { name: 'Open the page' })).toBeTruthy();
  send.mockRestore();
  const calls = [
    `/api/v2/whois?ipOrDomain=${target}`,
    `/api/v2/delegation?domain=${target}`,
    `/api/v2/dnsRecords?domain=${target}`,
    `/api/v2/mail?domain=${target}`,
    `/api/v2/sslInfo?domain=${target}`,
    `/api/v2/web?url=${target}`,
    `/api/v2/geoIP?ipOrDomain=${target}`,
  ];
  const digest = (body: object) => createHash('sha256').update(JSON.stringify(body)).digest('hex');
  const wanted = parts.map(({ outcome }, index) => ({ key: calls[index], sha256: digest(outcome) }));
  expect(sent).toEqual([{ target, parts: wanted, contacts: false }]);
});

inLongSet(test)("its answers can be kept on the tools' own pages, and a failed report cannot be kept", async () => {
  server.reply = () => json(200, envelope);
  await ask();
  await screen.findByText('Broken', { selector: '.word' });
  const ofMail = callsOf(queryClient.getQueryData(['mail', target]));
  expect(ofMail).toEqual({
    receipts: [{ tool: 'mail', key: `/api/v2/mail?domain=${target}`, body: parts[3]?.outcome }],
  });
  cleanup();
  queryClient.clear();
  const checkedAt = '2026-11-22T14:03:21.482Z';
  server.reply = () => json(404, { success: false, message: 'None.', _data: null, code: 'not-found', checkedAt });
  await ask();
  expect(await screen.findByRole('button', { name: 'Check again' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
});

test('says why there is no report, and when the allowance suffices', async () => {
  const message = 'This report costs 20 units of your allowance, and 12 are left. Please try again in 8 seconds.';
  server.reply = () => json(429, { success: false, message, _data: null, code: 'rate-limited', retryAfterSeconds: 8 });
  await ask();
  expect((await screen.findByRole('alert')).textContent).toContain(message);
});

inLongSet(test)('names an answer of a tool that this page does not know, and hides nothing else', async () => {
  const newer: ReportPart = { tool: 'newer', outcome: { success: true, message: 'OK', _data: { anything: 1 } } };
  server.reply = () => json(200, { ...envelope, _data: composeReport(target, [...parts.slice(0, 2), newer]) });
  await ask();
  await screen.findByText(/^(Broken|Warning|Not determined|Good)$/, { selector: '.word' });
  const strange = within(await panel('newer'));
  expect(strange.getByText(/This answer cannot be read here\./)).toBeTruthy();
  expect(await panel('Who Is')).toBeTruthy();
});

test('refuses input that no report can be made of, without a request', async () => {
  const before = server.asked.length;
  const user = open();
  await user.type(screen.getByRole('textbox', { name: 'Domain or IP address' }), 'no target at all{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('Please enter a domain name or an IP address');
  expect(server.asked).toHaveLength(before);
});

import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react';
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

const field = () => screen.getByRole('textbox', { name: 'Domain or email address' });
async function lookUp(text: string, query = '') {
  openAt(`${server.origin}/mail${query}`);
  render(<Page screen={card} />);
  const user = userEvent.setup();
  await user.clear(field());
  await user.type(field(), `${text}{Enter}`);
}

const term = (text: string, depth: number, running: number, more: object = {}) => ({
  ...{ depth, domain: 'example.com', text, kind: 'include', column: 8, lookupsHere: 1, lookupsBelow: 0, running },
  ...{ isVoid: false, isBeyond: false, addresses: [], ignored: null, problem: null },
  ...more,
});
const data = {
  domain: 'example.com',
  isParked: false,
  mxKind: 'mx',
  mx: [{ preference: 10, exchange: 'mail.example.com', addresses: ['192.0.2.25'], problem: null }],
  spf: {
    record: 'v=spf1 include:a.example -all',
    records: ['v=spf1 include:a.example -all'],
    ...{ lookups: 11, isLookupsExact: true, voidLookups: 0, all: 'fail', result: 'pass', resultTerm: 'ip4:192.0.2.25' },
    allowed: { ipv4: 256, ipv6: 0, share4: 7e-8, share6: 0, networks: ['192.0.2.0/24'], unknown: [] },
    terms: [
      term('include:a.example', 0, 11, { lookupsBelow: 10 }),
      term('include:last.example', 1, 11, { isBeyond: true }),
    ],
  },
  dkim: [
    { selector: 's1', state: 'found', keyType: 'rsa', bits: 2048, isRevoked: false, isTesting: false, aliases: [] },
  ],
  dkimSearch: { state: 'found', why: '1 selector has a key.', asked: 62 },
  dmarc: {
    ...{ record: 'v=DMARC1; p=reject', domain: 'example.com', policy: 'reject', policyTag: 'p', percent: null },
    ...{
      organizationalDomain: 'example.com',
      organizationalDomainByList: 'example.com',
      reports: [],
      isTesting: false,
    },
    ...{ alignmentSpf: 'relaxed', alignmentDkim: 'relaxed', subdomainPolicy: 'reject', nonexistentPolicy: 'reject' },
  },
  mtaSts: { record: null, mode: null, failure: null, patterns: [], unmatched: [] },
  tlsRpt: { record: null },
  bimi: null,
  servers: [],
  dane: [],
  lists: [],
  findings: [
    {
      code: 'spf-over-ten-lookups',
      state: 'bad',
      about: 'example.com',
      evidence: 'It needs 11 lookups.',
      fix: 'Remove some.',
    },
    { code: 'dmarc-none', state: 'note', about: 'example.com', evidence: 'The policy is none.', fix: null },
  ],
  gaps: [{ part: 'bimi', code: 'timeout' }],
};

test('shows three sentences, the findings and the tree of SPF', async () => {
  server.reply = () => json(200, { success: true, message: 'OK', _data: data });
  await lookUp('someone@example.com');
  expect(await screen.findByText('Yes: one mail server is listed and has addresses.')).toBeTruthy();
  expect(screen.getByText('Not reliably: no MTA-STS policy makes senders require TLS.')).toBeTruthy();
  expect(screen.getByText('No: DMARC asks receivers to reject such mail.')).toBeTruthy();
  expect(screen.getByText(/^BIMI: not determined/)).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'What to do' })).getByText('It needs 11 lookups.')).toBeTruthy();
  const summary = within(screen.getByRole('region', { name: 'Summary' }));
  expect(summary.getByText(/^SPF needs more than ten DNS lookups\. /)).toBeTruthy();
  expect(screen.getByText('256 IPv4 addresses').closest('p')?.textContent).toBe(
    'Allows 256 IPv4 addresses: 192.0.2.0/24.',
  );
  const tree = within(screen.getByRole('list', { name: /^Terms of the SPF record/ })).getAllByRole('listitem');
  expect(tree.map(({ textContent }) => textContent)).toEqual([
    'level 1: include:a.example11/1010 more below',
    'level 2: include:last.example11/10over the limit: receivers stop before it',
  ]);
  expect(new URL(server.asked.at(-1) ?? '', server.origin).searchParams.get('domain')).toBe('example.com');
});

test('shows a card for each mail server, and whether its TLSA records can be trusted', async () => {
  const starttls = { offered: true, protocol: 'TLSv1.3', step: null, problem: null };
  const server1 = {
    ...{ name: 'mail.example.com', address: '192.0.2.25', greeting: '220 mail.example.com', starttls },
    ...{ certificate: { valid: true, reasons: [] }, reverseNames: [], isConfirmed: false },
  };
  const why = 'The chain of trust from the root to example.com is valid.';
  const records = [
    { text: '3 1 1 AB', state: 'fits' },
    { text: '3 1 1 CD', state: 'differs' },
  ];
  const dane = [{ name: server1.name, base: server1.name, chain: { state: 'secure', why }, records, matches: true }];
  server.reply = () => json(200, { success: true, message: 'OK', _data: { ...data, servers: [server1], dane } });
  await lookUp('example.com');
  const cards = within(await screen.findByRole('region', { name: 'Mail servers on port 25' }));
  expect(cards.getByRole('heading', { name: 'mail.example.com' })).toBeTruthy();
  expect(cards.getByText('TLSv1.3')).toBeTruthy();
  expect(cards.getByText('none')).toBeTruthy();
  const tlsa = within(screen.getByRole('region', { name: 'DANE' }));
  expect(tlsa.getByText(why)).toBeTruthy();
  expect(tlsa.getByText('Does not match the certificate.')).toBeTruthy();
});

test('sends the options of a link', async () => {
  server.reply = () => json(200, { success: true, message: 'OK', _data: data });
  await lookUp('example.com', '?domain=example.com&selectors=s1&ip=192.0.2.25');
  await screen.findByText('Yes: one mail server is listed and has addresses.');
  const { searchParams } = new URL(server.asked.at(-1) ?? '', server.origin);
  expect([searchParams.get('selectors'), searchParams.get('ip'), searchParams.get('sender')]).toEqual([
    's1',
    '192.0.2.25',
    null,
  ]);
});

test('shows why a lookup failed', async () => {
  const message = 'This domain does not exist.';
  server.reply = () => json(404, { success: false, message, _data: null, code: 'not-found', reason: 'nxdomain' });
  await lookUp('example.com');
  expect((await screen.findByRole('alert')).textContent).toContain(message);
});

test('sends no request for text that is not a domain, and none for a link alone', async () => {
  const before = server.asked.length;
  await lookUp('no domain');
  expect(screen.getByRole('alert').textContent).toBe('Please enter a domain name or an email address');
  cleanup();
  openAt(`${server.origin}/mail?domain=example.com`);
  render(<Page screen={card} />);
  expect(await screen.findByText('Ready to check the mail of example.com')).toBeTruthy();
  expect(server.asked).toHaveLength(before);
});

test('reads the header of a message in the browser', async () => {
  const before = server.asked.length;
  openAt(`${server.origin}/mail`);
  render(<Page screen={card} />);
  const fold = screen.getByText('Read a message header').closest('details') as HTMLDetailsElement;
  fold.open = true;
  fireEvent(fold, new Event('toggle'));
  const area = await screen.findByRole('textbox', { name: 'Message header' });
  await userEvent.setup().click(area);
  await userEvent.paste('Received: from a.example by b.example; Mon, 23 Nov 2026 10:00:00 +0000\nFrom: x@example.com');
  const steps = within(await screen.findByRole('list', { name: 'Steps' })).getAllByRole('listitem');
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^b\.examplefrom a\.example.*2026-11-23 10:00:00 UTC/),
  ]);
  expect(server.asked).toHaveLength(before);
});

test('says why a message may have landed in spam, with evidence and what to do', async () => {
  openAt(`${server.origin}/mail`);
  render(<Page screen={card} />);
  const fold = screen.getByText('Read a message header').closest('details') as HTMLDetailsElement;
  expect(fold.classList.contains('options')).toBe(false);
  fold.open = true;
  fireEvent(fold, new Event('toggle'));
  const area = await screen.findByRole('textbox', { name: 'Message header' });
  await userEvent.setup().click(area);
  await userEvent.paste(`Received: from mail.partner.example (unknown [192.0.2.66])
 by mx.example.net (Postfix) with ESMTPS id 1; Mon, 23 Nov 2026 10:48:04 +0000
Received: from desk by mail.partner.example; Mon, 23 Nov 2026 10:00:00 +0000
Authentication-Results: spf=softfail (sender IP is 192.0.2.66)
 smtp.mailfrom=partner.example; dkim=none (message not signed);
 dmarc=fail action=none header.from=partner.example
From: Someone <someone@partner.example>`);
  expect(await screen.findByRole('heading', { name: 'Why this message may have landed in spam' })).toBeTruthy();
  const findings = within(screen.getByRole('region', { name: 'What to do' }));
  for (const title of [
    'DMARC failed',
    'SPF failed',
    'The message is not signed (DKIM)',
    'The message waited on the way',
  ])
    expect(findings.getByRole('heading', { name: new RegExp(title.replace(/[()]/g, '.')), hidden: true })).toBeTruthy();
  expect(findings.getByText(/If 192\.0\.2\.66 is yours, add it to the SPF record of partner\.example\./)).toBeTruthy();
  const way = within(screen.getByRole('list', { name: 'Steps' }));
  expect(way.getByText('192.0.2.66 · no reverse name')).toBeTruthy();
  expect(way.getByText('48 min 4 s')).toBeTruthy();
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { headerFindings } from './findings.ts';
import { type ReadHeader, readHeader } from './read-header.ts';

const SAMPLES = new URL('samples/', import.meta.url);

function read(name: string): ReadHeader {
  const header = readHeader(readFileSync(new URL(`${name}.txt`, SAMPLES), 'utf8'));
  if (header === null) throw new Error(`${name} is no header`);
  return header;
}
const hopsOf = ({ hops }: ReadHeader) =>
  hops.map(({ helo, reverseName, address, by, protocol, tls, delaySeconds }) => [
    ...[helo, reverseName, address, by, protocol, tls, delaySeconds],
  ]);
const codesOf = (header: ReadHeader) => headerFindings(header).map(({ state, code }) => `${state} ${code}`);

it('Exchange, vger, Exim and sendmail: name, reverse name and address of every step', () => {
  const header = read('exchange-relay');
  expect(hopsOf(header)).toEqual([
    ['fhdworker40.fab.example', null, '10.140.6.59', 'fab-pvapsmtp01', 'esmtp', null, null],
    ['fab-pvapsmtp01', 'fab-smtp1.fab.example', '203.0.113.66', 'fab-smtp-dlp1.flnx.fab.example', 'ESMTP', null, 0],
    ['fab-smtp-dlp1.flnx.fab.example', null, '127.0.0.1', 'fab-pvapsmtp01', 'esmtp', null, 1],
    ['fab-pvapsmtp01', 'unknown-38-66.fab.example', '203.0.113.66', 'fab-pvapsmtpgw01', 'esmtp', null, 5],
    [
      ...['fab-pvapsmtpgw01', null, '203.0.113.83', 'BL2NAM02FT061.mail.protection.outlook.com'],
      ...['Microsoft SMTP Server', 'TLSv1.0', 223],
    ],
    [
      ...['BL2NAM02FT061.eop-nam02.prod.protection.outlook.com', null, '2001:db8:f400:7e46::200'],
      ...['MWHPR0201CA0017.outlook.office365.com', 'Microsoft SMTP Server', 'TLSv1.2', 1],
    ],
    [
      ...['MWHPR0201CA0017.namprd02.prod.outlook.com', null, '2001:db8:301:74::30'],
      ...['BYAPR02MB4886.namprd02.prod.outlook.com', 'Microsoft SMTP Server', 'TLSv1.2', 0],
    ],
    [
      ...['NAM02-CY1-obe.outbound.protection.outlook.com', 'mail-eopbgr760054.outbound.protection.outlook.com'],
      ...['192.0.2.54', 'lists.example.org', 'ESMTP', null, 3],
    ],
    [null, null, null, 'lists.example.org', null, null, 0],
    ['lists.example.org', 'lists.example.org', '198.51.100.67', 'mail.archive.example', 'ESMTP', null, 0],
  ]);
  expect(
    header.results.map(({ server, method, result, domain, address }) => [server, method, result, domain, address]),
  ).toEqual([
    [null, 'spf', 'softfail', 'freemail.example', '203.0.113.83'],
    [null, 'dkim', 'none', null, null],
    [null, 'dmarc', 'fail', 'freemail.example', null],
    ['protection.outlook.com', 'spf', 'softfail', 'freemail.example', '203.0.113.83'],
  ]);
  expect(header.sender).toMatchObject({ address: '203.0.113.83', hop: { helo: 'fab-pvapsmtpgw01' } });
  expect(codesOf(header)).toEqual([
    'bad header-dmarc-failed',
    'bad header-spf-failed',
    'warn header-dkim-missing',
    'note header-through-list',
  ]);
  const [, spf] = headerFindings(header);
  expect(spf).toMatchObject({
    evidence: 'The receiver says: spf=softfail for 203.0.113.83 (sender IP is 203.0.113.83).',
    fix: 'If 203.0.113.83 is yours, add it to the SPF record of freemail.example.',
  });
});

it('Gmail: a free mail address sent through a cloud service fails DMARC, although SPF and DKIM pass', () => {
  const header = read('gmail');
  expect(hopsOf(header)).toEqual([
    [
      ...[
        'a27-116.smtp-out.us-west-2.cloudmail.example',
        'a27-116.smtp-out.us-west-2.cloudmail.example',
        '192.0.2.116',
      ],
      ...['mx.google.com', 'ESMTPS', 'TLSv1.2', null],
    ],
    [null, null, null, '2001:db8:c44a:0:0:0:0:0', 'SMTP', null, 0],
  ]);
  expect(codesOf(header)).toEqual(['bad header-dmarc-failed', 'good header-spf-passed', 'good header-dkim-passed']);
  expect(headerFindings(header)[0]).toMatchObject({
    about: 'freemail.example',
    evidence: 'mx.google.com says: dmarc=fail (p=NONE sp=QUARANTINE dis=NONE).',
  });
  expect(
    header.results.filter(({ source }) => source === 'results').map(({ method, alignment }) => [method, alignment]),
  ).toEqual([
    ['dkim', 'other'],
    ['spf', 'other'],
    ['dmarc', 'same'],
  ]);
});

it('Coremail: a folded address, and a sender without a reverse name', () => {
  const header = read('coremail');
  expect(header.results.map(({ server, method, result, domain }) => [server, method, result, domain])).toEqual([
    ['mx19', 'spf', 'pass', null],
    ['mx19', 'dkim', 'pass', 'cloudmail.example'],
  ]);
  expect(hopsOf(header)).toEqual([
    ['a27-38.smtp-out.us-west-2.cloudmail.example', null, '192.0.2.38', 'mx19', 'SMTP', null, null],
  ]);
  expect(codesOf(header)).toContain('warn header-no-reverse-name');
  const found = headerFindings(header).find(({ code }) => code === 'header-no-reverse-name');
  expect(found?.evidence).toContain('a check of a domain looks at those that receive its mail');
});

it('QQ: an address as HELO, and no results', () => {
  const header = read('qq');
  expect(hopsOf(header)).toEqual([['192.0.2.38', null, '192.0.2.38', 'newmx40.qq.com', 'SMTP', null, null]]);
  expect(codesOf(header)).toEqual(['warn header-no-reverse-name', 'unknown header-no-results']);
});

it('Google Groups: two seals, and the results before it was forwarded', () => {
  const header = read('google-group');
  expect(header).toMatchObject({ list: 'usb-group.lists.group.example', seals: 2, returnPath: 'lists.group.example' });
  expect(hopsOf(header).slice(0, 4)).toEqual([
    ['desk.author.example', 'desk.author.example', '192.168.1.20', 'home.author.example', 'ESMTPSA', null, null],
    [
      'home.author.example',
      'home.author.example',
      '198.51.100.81',
      's1234.lon1.hosting.example',
      'esmtpsa',
      'TLSv1.3',
      6,
    ],
    [
      's1234.lon1.hosting.example',
      's1234.lon1.hosting.example',
      '203.0.113.241',
      'mx323.filter.example',
      'esmtps',
      'TLSv1.3',
      10,
    ],
    ['out13-60.filter.example', 'out13-60.filter.example', '192.0.2.60', 'mx.google.com', 'ESMTPS', 'TLSv1.3', 8],
  ]);
  expect(codesOf(header)).toEqual(['note header-through-list', 'good header-spf-passed']);
});

it('SpamAssassin: its verdict with the points and tests', () => {
  const header = read('spamassassin');
  const [first] = headerFindings(header);
  expect(first).toMatchObject({ code: 'header-filter-spam', state: 'bad', about: 'X-Spam-Status' });
  expect(first?.evidence).toBe(
    'It says: Yes, 5.0 of 5.0 points: BAYES_50, DKIM_SIGNED, DKIM_VALID, DKIM_VALID_AU, DKIM_VALID_EF, FREEMAIL_FROM, FREEMAIL_REPLYTO, FREEMAIL_REPLYTO_END_DIGIT.',
  );
  expect(codesOf(header)).toContain('note header-reply-elsewhere');
});

it('Exchange Online: the provider of the sender took it for spam when it left', () => {
  expect(codesOf(read('exchange-outbound-spam')).slice(0, 3)).toEqual([
    'bad header-filter-spam',
    'bad header-dmarc-failed',
    'bad header-spf-failed',
  ]);
});

/** One finding, and a header of few lines that has it. */
const AR = 'Authentication-Results: mx.example.net;';
describe.each([
  [
    'bad header-filter-phishing',
    'X-Forefront-Antispam-Report: CIP:192.0.2.1;SCL:9;SFV:SPM;CAT:HPHISH;DIR:INB;\nFrom: a@b.example',
    'SCL:9 SFV:SPM CAT:HPHISH',
  ],
  ['warn header-filter-bulk', 'X-Microsoft-Antispam: BCL:8;ARA:13230040\nFrom: a@b.example', 'BCL:8'],
  [
    'good header-filter-clean',
    'X-Spamd-Result: default: False [-2.10 / 15.00]; ARC_NA(0.00)[]\nFrom: a@b.example',
    '-2.10 of 15.00 points',
  ],
  ['good header-filter-clean', 'X-MS-Exchange-Organization-SCL: -1\nFrom: a@b.example', 'SCL -1'],
  ['warn header-dmarc-missing', `${AR} dmarc=none header.from=b.example\nFrom: a@b.example`, 'dmarc=none'],
  ['good header-dmarc-passed', `${AR} dmarc=pass(p=REJECT) header.from=b.example\nFrom: a@b.example`, '(p=REJECT)'],
  ['warn header-spf-missing', `${AR} spf=none smtp.mailfrom=a@b.example\nFrom: a@b.example`, 'spf=none'],
  [
    'warn header-spf-failed',
    `${AR} spf=fail smtp.mailfrom=l.example; dmarc=pass header.from=b.example\nFrom: a@b.example`,
    'spf=fail',
  ],
  [
    'bad header-dkim-failed',
    `${AR} dkim=fail (body hash did not verify) header.d=b.example\nFrom: a@b.example`,
    'body hash did not verify',
  ],
  [
    'warn header-not-aligned',
    `${AR} spf=pass smtp.mailfrom=x.example\nFrom: a@b.example`,
    'From is in b.example, but what passed is for x.example.',
  ],
  [
    'bad header-from-misleading',
    'From: x@evil.example (Support support@bank.example)',
    'The address is x@evil.example',
  ],
  ['bad header-from-misleading', 'From: "service@bank.example" <x@evil.example>', 'says service@bank.example'],
  ['warn header-several-from', 'From: a@b.example, c@d.example', 'a@b.example and c@d.example'],
  [
    'warn header-slow-hop',
    'Received: from a by b; Mon, 23 Nov 2026 10:48:04 +0000\nReceived: from c by a; Mon, 23 Nov 2026 10:00:00 +0000',
    'it took 48 minutes',
  ],
  [
    'note header-clocks-apart',
    'Received: from a by b; Mon, 23 Nov 2026 10:00:00 +0000\nReceived: from c by a; Mon, 23 Nov 2026 10:00:30 +0000',
    'by 30 seconds',
  ],
])('%s', (verdict, text, evidence) => {
  it('is found', () => {
    const header = readHeader(text);
    const found = header === null ? [] : headerFindings(header);
    expect(
      found
        .filter(({ state, code }) => `${state} ${code}` === verdict)
        .map((one) => one.evidence)
        .join(),
    ).toContain(evidence);
  });
});

it('a forged result below does not count beside the receiver’s own', () => {
  const header = readHeader(`${AR} dmarc=fail header.from=b.example
Received: from x (unknown [192.0.2.66]) by mx.example.net; Mon, 23 Nov 2026 10:00:00 +0000
Authentication-Results: mx.evil.example; dmarc=pass header.from=b.example
From: a@b.example`);
  expect(header === null ? [] : codesOf(header)).toContain('bad header-dmarc-failed');
});

it('a clock that runs ahead makes no slow step', () => {
  const times = ['10:00:20', '10:40:00', '10:00:00'];
  const names = ['c', 'b', 'a'];
  const text = times.map((time, at) => `Received: by ${names[at]}; Mon, 23 Nov 2026 ${time} +0000`).join('\n');
  const header = readHeader(text);
  expect(header === null ? [] : codesOf(header)).toEqual(['unknown header-no-results', 'note header-clocks-apart']);
});

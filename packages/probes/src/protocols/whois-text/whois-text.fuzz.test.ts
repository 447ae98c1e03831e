import { readdirSync, readFileSync } from 'node:fs';
import { fuzzRuns } from '@sonde/contract/testing/fuzz-runs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstOf, inLongSet } from '../../../../../scripts/test/vitest-settings.ts';
import { cpuMs } from '../../testing/cpu-ms.ts';
import type { RegistrationFacts } from '../registration/facts.ts';
import { parseRange } from '../registration/number-range.ts';
import { cleanText } from './clean-text.ts';
import { decodeWhoisText } from './decode-text.ts';
import { readFacts } from './read-facts.ts';
import { readReferral } from './referral.ts';
import { classifyReply } from './reply-class.ts';

/** Set SONDE_FUZZ_SEED to reproduce a failure. */
const seed = Number(process.env['SONDE_FUZZ_SEED'] ?? Date.now() % 2 ** 31);
/** Milliseconds: far more than the most expensive reply needs, far less than a hang. */
const MAX_MS = 1500;

const subjects = [
  null,
  { kind: 'domain', name: 'example.com' },
  { kind: 'network', address: '203.0.113.9' },
  { kind: 'network', address: '2001:db8::1' },
  { kind: 'autnum', number: 64_500 },
] as const;

const folder = new URL('./samples/', import.meta.url);
const samples = readdirSync(folder)
  .filter((file) => file.endsWith('.txt'))
  .map((file) => readFileSync(new URL(file, folder)));

function probe(bytes: Uint8Array): void {
  const start = cpuMs();
  for (const ending of ['euc-kr', 'iso-8859-2', null]) decodeWhoisText(bytes, { server: null, ending });
  const text = cleanText(decodeWhoisText(bytes));
  expect(text).not.toMatch(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u);
  for (const subject of subjects) probeFacts(text, readFacts(text, subject, 'whois.dns.pt'));
  const referral = readReferral(text);
  if (referral !== null) {
    expect(referral.host).toMatch(/^[a-z0-9._:-]+$/);
    expect(referral.port).toBeGreaterThan(0);
    expect(referral.port).toBeLessThan(65_536);
  }
  expect(cpuMs() - start).toBeLessThan(MAX_MS);
}

function probeFacts(text: string, facts: RegistrationFacts): void {
  expect(classifyReply(text, facts)).toMatch(/^[a-z-]+$/);
  expect([null, 'signed', 'unsigned']).toContain(facts.dnssec);
  expect(facts.partOf.length).toBeLessThanOrEqual(64);
  for (const { range } of facts.partOf) expect(parseRange(range)).not.toBeNull();
  for (const list of [facts.status, facts.nameServers, facts.ds]) expect(list.length).toBeLessThanOrEqual(256);
  for (const { name, addresses } of facts.nameServers) {
    expect(name).toMatch(/^[a-z0-9_.-]+$/);
    for (const address of addresses) expect(address).toMatch(/^[\da-f.:]+$/);
  }
  for (const date of [facts.created, facts.updated, facts.expires]) {
    if (date !== null) expect(Number.isNaN(Date.parse(date))).toBe(false);
  }
}

test(`any bytes (SONDE_FUZZ_SEED=${seed})`, () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 600 }), probe), { seed, numRuns: fuzzRuns(1500) });
});

test('text in any character set, cut anywhere', () => {
  const character = fc.constantFrom(...'Domain: Бишкек 株式会社 한국 台灣 Žďár İst \n:.'.split(''));
  const text = fc.array(character, { maxLength: 80 }).map((all) => all.join(''));
  fc.assert(
    fc.property(text, fc.nat(60), fc.constantFrom('utf16le', 'latin1', 'utf8'), (input, cut, encoding) => {
      probe(Buffer.from(input, encoding as BufferEncoding).subarray(cut));
    }),
    { seed, numRuns: fuzzRuns(1000) },
  );
});

test('words of replies in any order', () => {
  const words = [
    'Domain:',
    'inetnum:',
    'aut-num: AS64500',
    'nic-hdl:',
    'DNSSEC:',
    '203.0.113.0/24',
    'Registrant Contact Information:',
    'Registrar',
    'refer:',
    'whois.example',
    ':',
    '[',
    ']',
    '\n',
    '  ',
    '% ',
    '>>>',
    '** ',
    '..',
  ];
  const more = ['not found', 'limit exceeded', '1.2.3.4', '2027-01-01', 'Status:', 'free', '\u001b$B', '\u0000', 'é'];
  const text = fc.array(fc.constantFrom(...words, ...more), { maxLength: 60 }).map((parts) => parts.join(' '));
  fc.assert(
    fc.property(text, (input) => probe(Buffer.from(input))),
    { seed, numRuns: fuzzRuns(1500) },
  );
});

test('samples with bytes removed, repeated and replaced', () => {
  const change = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), bytes: fc.uint8Array({ maxLength: 8 }) });
  fc.assert(
    fc.property(fc.constantFrom(...samples), fc.array(change, { maxLength: 6 }), (sample, changes) => {
      const bytes = Buffer.from(sample);
      for (const { at, bytes: foreign } of changes) bytes.set(foreign, Math.floor(at * Math.max(0, bytes.length - 8)));
      probe(bytes);
    }),
    { seed, numRuns: fuzzRuns(1000) },
  );
});

test.each(
  firstOf(3, [
    ['spaces', `Domain:${' '.repeat(200_000)}x`],
    ['dots', `a${'.'.repeat(200_000)}`],
    ['one line', 'Registrar: '.repeat(20_000)],
    ['lines', 'Domain Status: ok\n'.repeat(15_000)],
    ['brackets', '['.repeat(200_000)],
    ['headings', `Registrant\n  x\n\n`.repeat(15_000)],
    ['limits', 'exceeded number of queries '.repeat(10_000)],
    ['names', 'no such domain was found not exist is not '.repeat(6000)],
    ['blank lines', `x${'\n'.repeat(200_000)}y`],
    ['dashes in lines', '-\n'.repeat(100_000)],
    ['blanks after a word', `query${' '.repeat(200_000)}x`],
    ['blanks in a value', `Registrar: a${' '.repeat(200_000)}x`],
    ['blanks in a state', `Status: a${' '.repeat(100_000)}(${' '.repeat(100_000)}x`],
    ['words of a limit', 'query rate '.repeat(20_000)],
    ['digits', `DS Record: ${'1 '.repeat(100_000)}`],
    ['networks', 'inetnum: 203.0.113.0 - 203.0.113.255\norg: ORG-A\n\n'.repeat(5000)],
    ['people', `inetnum: 203.0.113.0/24\nadmin-c: A1\n\n${'nic-hdl: A2\nperson: x\n\n'.repeat(12_000)}`],
    ['abuse comments', "% Abuse contact for '203.0.113.0' is 'a'\n".repeat(6000)],
    ['zone records', `${'a'.repeat(250)} IN DS x\n`.repeat(1000)],
    ['keys', `Keys:\n  ${'flags:KSK '.repeat(25_000)}`],
    ['explained keys', `Company (${'('.repeat(200_000)}`],
    ['escapes', '\u001b['.repeat(100_000)],
    ['words of a reserved name', 'domain name '.repeat(22_000)],
    ['subjects without a colon', `domain${'. \n'.repeat(80_000)}`],
    ['brackets around words', '[a]\nb\n'.repeat(40_000)],
    ['keys behind names', `Registrant Name: a${' ('.repeat(100_000)}`],
    ['letters above ASCII', 'é'.repeat(130_000)],
    ['runs of letters above ASCII', 'éa'.repeat(85_000)],
    ['dates', 'Created: 03/04/2024\n'.repeat(13_000)],
  ]),
)('a quarter of a megabyte of %s is read in time', (_, text) => probe(Buffer.from(text.slice(0, 262_144))));

inLongSet(test).each(
  firstOf(1, [
    ['letters of no known character set', Buffer.alloc(262_144, 0xe9)],
    ['single letters', Buffer.from('a\u00e9'.repeat(131_072), 'latin1')],
    ['pairs of letters', Buffer.from('\u00b0\u00a1 '.repeat(87_000), 'latin1')],
  ]),
)('a quarter of a megabyte of %s is decoded in time', (_, bytes) => probe(bytes));

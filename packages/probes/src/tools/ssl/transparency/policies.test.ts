import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { JudgedTimestamp } from './judged-timestamp.ts';
import type { LogList } from './log-list.ts';
import { judgePolicies } from './policies.ts';

const DAY_MS = 86_400_000;
const now = new Date('2026-11-22T00:00:00Z');
const logList: LogList = { source: 'test', date: new Date('2026-10-05T00:00:00Z'), logs: new Map() };
const key = createPublicKey(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey);

/** `Google a`: operator and log; `static` and `retired` describe the log; `handshake`, `unknown` and `late` the timestamp. */
function timestamp(words: string): JudgedTimestamp {
  const [operator = '', name = '', ...more] = words.split(' ');
  const is = (word: string) => more.includes(word);
  const retiredAt = is('retired') ? new Date('2026-09-01T00:00:00Z') : null;
  const log = { name, operator, kind: is('static') ? ('static' as const) : ('rfc6962' as const), key, retiredAt };
  return {
    origin: is('handshake') ? 'handshake' : 'certificate',
    status: is('unknown') ? 'unknown_log' : is('invalid') ? 'invalid' : 'valid',
    time: new Date(is('late') ? '2026-10-01T00:00:00Z' : '2026-08-01T00:00:00Z'),
    logId: words.slice(0, operator.length + 1 + name.length),
    log: is('unknown') ? null : log,
    why: null,
  };
}

const verdicts = (words: readonly string[], days = 90, more: Partial<Parameters<typeof judgePolicies>[0]> = {}) => {
  const timestamps = words.map(timestamp);
  const judged = judgePolicies({ timestamps, lifetimeMs: days * DAY_MS, isPublic: true, logList, now, ...more });
  return Object.fromEntries(judged.map(({ policy, met }) => [policy, met]));
};

describe('timestamps in the certificate', () => {
  test.each<[string, string[], number, boolean | null, boolean | null]>([
    ['two operators', ['Google a', 'Sectigo b'], 90, true, true],
    ['180 days', ['Google a', 'Sectigo b'], 179.99, true, true],
    ['a day more needs a third', ['Google a', 'Sectigo b'], 181, false, false],
    ['three logs of two operators', ['Google a', 'Google c', 'Sectigo b'], 397, true, true],
    ['three logs of one operator', ['Google a', 'Google c', 'Google d'], 397, false, false],
    ['one operator', ['Google a', 'Google c'], 90, false, false],
    ['the same log twice', ['Google a', 'Google a'], 90, false, false],
    ['one', ['Google a'], 90, false, false],
    ['none', [], 90, false, false],
    ['logs of files only: Apple wants one of RFC 6962', ['Google a static', 'Sectigo b static'], 90, true, false],
    ['one of them from a log retired since', ['Google a retired', 'Sectigo b'], 90, true, true],
    ['both from logs retired since', ['Google a retired', 'Sectigo b retired'], 90, false, false],
    ['given after the log was retired', ['Google a retired late', 'Sectigo b'], 90, false, false],
    ['an invalid one does not count', ['Google a invalid', 'Sectigo b'], 90, false, false],
    ['one of a log that is not known', ['Google a', 'Nobody b unknown'], 90, null, null],
    ['one of those, and still too few', ['Nobody b unknown'], 90, false, false],
    ['one of those beside enough', ['Google a', 'Sectigo b', 'Nobody c unknown'], 90, true, true],
  ])('%s', (_, words, days, chrome, apple) => {
    expect(verdicts(words, days)).toEqual({ Chrome: chrome, Apple: apple });
  });
});

describe('timestamps in the handshake', () => {
  test.each<[string, string[], boolean, boolean]>([
    ['two operators are enough for any lifetime', ['Google a handshake', 'Sectigo b handshake'], true, true],
    ['one there and one in the certificate', ['Google a handshake', 'Sectigo b'], true, true],
    [
      'of one operator: Apple does not count operators there',
      ['Google a handshake', 'Google b handshake'],
      false,
      true,
    ],
    ['of a retired log it counts for nothing', ['Google a handshake retired', 'Sectigo b'], false, false],
  ])('%s', (_, words, chrome, apple) => {
    expect(verdicts(words, 397)).toEqual({ Chrome: chrome, Apple: apple });
  });
});

test('lists missing requirements', () => {
  const whyOf = (...words: string[]) =>
    judgePolicies({ timestamps: words.map(timestamp), lifetimeMs: DAY_MS, isPublic: true, logList, now }).map(
      ({ why }) => why,
    );
  expect(whyOf()).toEqual(Array.from({ length: 2 }, () => 'There is no timestamp that counts.'));
  expect(whyOf('Google a', 'Google c')).toEqual([
    'All of them are from logs of one operator; two operators are required.',
    'Timestamps from 2 logs in the certificate are required, at most one of each operator; it has 1.',
  ]);
});

describe('what cannot be determined', () => {
  const words = ['Google a', 'Sectigo b'];
  test.each<[string, Partial<Parameters<typeof judgePolicies>[0]>, RegExp]>([
    ['a certificate of no public authority', { isPublic: false }, /only to certificates from public authorities/],
    ['a list that is ten weeks old', { now: new Date('2026-12-14T00:00:00Z') }, /dates from 2026-10-05 00:00:00 UTC/],
    ['a certificate without a time', { lifetimeMs: null }, /how long it is valid/],
  ])('%s', (_, more, why) => {
    expect(verdicts(words, 90, more)).toEqual({ Chrome: null, Apple: null });
    const timestamps = words.map(timestamp);
    const [first] = judgePolicies({ timestamps, lifetimeMs: DAY_MS, isPublic: true, logList, now, ...more });
    expect(first?.why).toMatch(why);
  });

  test('can be determined a day earlier', () => {
    expect(verdicts(words, 90, { now: new Date('2026-12-13T23:59:59Z') })).toEqual({ Chrome: true, Apple: true });
  });
});

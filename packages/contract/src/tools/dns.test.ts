import { expect, test } from 'vitest';
import { dns } from './dns.ts';

const table = (...ttls: string[]) => ({
  recordName: 'A',
  titles: ['Name', 'Address', 'TTL'],
  data: ttls.map((ttl) => ['example.com', '192.0.2.1', ttl]),
});

const answer = {
  domain: 'example.com',
  records: [table('300')],
  resolver: '192.0.2.53:53',
  authenticated: false,
  validationFailed: false,
  extendedErrors: [],
};

test.each([
  [[], 60_000],
  [[table()], 60_000],
  [[table('300', '30'), table('45')], 30_000],
  [[table('86400')], 60_000],
  [[table('0')], 0],
  [[table('unknown')], 60_000],
])('an answer stays fresh as long as its shortest TTL, at most a minute: %#', (records, expected) => {
  expect(dns.freshMs({ ...answer, records })).toBe(expected);
});

test('R3.10 the answer has records of recordName, titles and data', () => {
  const whole = { ...answer, gaps: [] };
  expect(dns.answer.parse(whole)).toEqual(whole);
  for (const field of ['recordName', 'titles', 'data']) {
    const record: Record<string, unknown> = { ...table('1') };
    delete record[field];
    expect(dns.answer.safeParse({ ...whole, records: [record] }).success).toBe(false);
  }
});

test('the query takes the target once and nothing more', () => {
  expect(dns.query.parse({ domain: 'Example.com.' })).toEqual({ domain: 'example.com' });
  expect(dns.query.safeParse({ host: 'example.com' }).success).toBe(false);
});

test('an answer of a hundred thousand records and more has a freshness, too', () => {
  const data = Array.from({ length: 200_000 }, (_, index) => ['a.example', String(index), '30']);
  expect(dns.freshMs({ ...answer, records: [{ recordName: 'TXT', titles: ['Name', 'Text', 'TTL'], data }] })).toBe(
    30_000,
  );
});

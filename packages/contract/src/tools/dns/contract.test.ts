import { expect, test } from 'vitest';
import { dns } from './contract.ts';
import { comparePublicAnswers } from './data/public-answers.ts';

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
  types: null,
  server: null,
  publicAnswers: null,
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

test('the query takes the target exactly once and no unknown parameters', () => {
  const plain = { domain: 'example.com', type: [], server: null, everywhere: false };
  expect(dns.query.parse({ domain: 'Example.com.' })).toEqual(plain);
  expect(dns.query.safeParse({ host: 'example.com' }).success).toBe(false);
});

test('the freshness of an answer with more than a hundred thousand records can be computed', () => {
  const data = Array.from({ length: 200_000 }, (_, index) => ['a.example', String(index), '30']);
  expect(dns.freshMs({ ...answer, records: [{ recordName: 'TXT', titles: ['Name', 'Text', 'TTL'], data }] })).toBe(
    30_000,
  );
});

const typesOf = (type: unknown) => dns.query.safeParse({ domain: 'example.com', type }).data?.type;
const messageFor = (query: object) => {
  const [issue] = dns.query.safeParse({ domain: 'example.com', ...query }).error?.issues ?? [];
  return [issue?.path.join('.'), issue?.message];
};

test.each([
  ['MX', ['MX']],
  ['mx, a', ['A', 'MX']],
  [
    ['MX', 'TYPE15', 'a,AAAA'],
    ['A', 'MX', 'AAAA'],
  ],
  ['TYPE65280', ['TYPE65280']],
  ['any', ['ANY']],
])('type=%j asks for %j: sorted, each once, so that equal queries are equal', (given, types) => {
  expect(typesOf(given)).toEqual(types);
});

test.each(['', 'MX,', 'nonsense', 'TYPE65536', 'AXFR', 'IXFR', 'OPT', 'TYPE0', 'constructor', ['A', 'B']])(
  'type=%j is refused',
  (type) => {
    expect(messageFor({ type })[0]).toBe('type');
    expect(messageFor({ type })[1]).toMatch(/^'type' must be record types/);
  },
);

test('more types than a lookup asks for are refused', () => {
  const many = Array.from({ length: 21 }, (_, index) => `TYPE${60_000 + index}`);
  expect(typesOf(many.slice(0, 20))).toHaveLength(20);
  expect(messageFor({ type: many })).toEqual([
    'type',
    "'type' must be record types such as MX or TYPE65280, 20 at most.",
  ]);
});

test.each([
  ['9.9.9.9', '9.9.9.9'],
  [' NS1.Example.Net. ', 'ns1.example.net'],
  ['192.0.2.53:53', '192.0.2.53'],
  ['192.0.2.53:5353', '192.0.2.53:5353'],
  ['2001:DB8::53', '2001:db8::53'],
  ['[2001:db8::53]:53', '2001:db8::53'],
  ['tls://dns.example', 'tls://dns.example'],
  ['TLS://[2001:db8::53]:853/', 'tls://[2001:db8::53]'],
  ['https://dns.example', 'https://dns.example/dns-query'],
  ['https://dns.example:443/q', 'https://dns.example/q'],
  ['https://dns.example/dns-query{?dns}', 'https://dns.example/dns-query'],
])('server=%s is %s, and that itself', (given, server) => {
  expect(dns.query.parse({ domain: 'example.com', server: given }).server).toBe(server);
  expect(dns.query.parse({ domain: 'example.com', server }).server).toBe(server);
});

test.each([
  ...['', 'localhost', 'a b', '127.1', 'http://dns.example/dns-query', 'quic://dns.example', 'tls://dns.example/path'],
  ...[
    'https://user@dns.example/',
    'https://dns.example/?dns=x',
    'https://dns.example/\r\nx',
    'dns.example:99999',
    'tls://',
  ],
  ...[`https://dns.example/${'x'.repeat(300)}`, ['9.9.9.9', '1.1.1.1']],
])('server=%j is refused', (server) => {
  expect(messageFor({ server })).toEqual(['server', expect.stringMatching(/^'server' must be a name or address/)]);
});

test('a comparison takes exactly one type', () => {
  expect(dns.query.safeParse({ domain: 'example.com', type: 'A', everywhere: 'true' }).success).toBe(true);
  for (const type of [undefined, 'A,MX']) {
    expect(messageFor({ type, everywhere: 'true' })).toEqual(['everywhere', "'everywhere' takes exactly one 'type'."]);
  }
});

test('equal answers have equal numbers, whatever their order; 1 is what most answered', () => {
  const one = (name: string, records: readonly string[], outcome: 'records' | 'failed' | 'nodata' = 'records') => {
    const said = { outcome, records: [...records], reason: null, ttlSeconds: 1, authenticated: false, detail: null };
    return { name, operator: null, address: '', timeMs: 1, ...said };
  };
  const rows = [
    one('a', ['x']),
    one('b', ['y', 'z']),
    one('c', [], 'failed'),
    one('d', ['z', 'y']),
    one('e', [], 'nodata'),
  ];
  expect(comparePublicAnswers(rows).map(({ set }) => set)).toEqual([2, 1, null, 1, 3]);
});

import { expect, it } from 'vitest';
import { renderAnswer } from './render.ts';

const none = { first: [], last: [], details: [] };

function render(data: Record<string, unknown>, order: Partial<typeof none> = {}, isComplete = true, columns = 80) {
  const terminal = { columns, isColoured: true };
  const text = renderAnswer(data, { terminal, order: { ...none, ...order }, isComplete }).join('\n');
  return text.replaceAll(/\u001b\[(?:1|22)m/g, '*').replaceAll(/\u001b\[(?:2|22)m/g, '');
}

const LEFT_OUT = 'Fields without a value and long lists are omitted: --all prints them.';

it('shows plain values as pairs, null and empty lists as not measured', () => {
  const text = render({ host: 'a.example', roundTripTime: 1.5, isUp: true, isOld: false, ttl: null, names: [] });
  expect(text).toBe(
    ['host             a.example', 'round trip time  1.5', 'is up            yes', 'is old           no']
      .concat(['ttl              –', 'names            –'])
      .join('\n'),
  );
});

it('shows ready-made tables as they are, one under the other', () => {
  const text = render({
    domain: 'a.example',
    records: [
      { recordName: 'A', titles: ['Name', 'Address', 'TTL'], data: [['a.example', '192.0.2.1', '60']] },
      {
        recordName: 'MX',
        titles: ['Name', 'Host'],
        data: [
          ['a.example', 'm'],
          ['longer.a.example', 'n'],
        ],
      },
    ],
  });
  expect(text).toBe(`domain  a.example

*A*
Name       Address    TTL
a.example  192.0.2.1  60

*MX*
Name              Host
a.example         m
longer.a.example  n`);
});

it('shows lists of objects as tables and objects under their name', () => {
  const text = render({
    subdomains: [
      { subdomain: 'a', ipv4List: ['192.0.2.1', '192.0.2.2'] },
      { subdomain: 'b', note: null },
    ],
    statistics: { packetLoss: 0, inner: { deep: 'x' } },
  });
  expect(text).toBe(`*subdomains*
subdomain  ipv4 list             note
a          192.0.2.1, 192.0.2.2  –
b          –                     –

*statistics*
packet loss  0

*inner*
deep  x`);
});

it('keeps the lines of a text and joins short lists', () => {
  expect(render({ whoIsInfo: 'Domain: A\r\nName: B', sources: ['x', 'y'] })).toBe(
    'sources  x, y\n\n*who is info*\nDomain: A\nName: B',
  );
});

it('leaves out what has no value, and details, and says so', () => {
  const data = {
    host: 'a.example',
    ttl: null,
    names: [],
    inner: { none: null },
    suites: ['x', 'y'],
    clients: [
      { client: 'Old', why: null, source: 'a book' },
      { client: 'New', why: null, source: 'another' },
    ],
  };
  const order = { details: ['suites', 'clients.source'] } as Partial<typeof none>;
  expect(render(data, order, false)).toContain('host  a.example\n\n*clients*\nclient\nOld\nNew\n\n');
  expect(render(data, order, false)).toContain(LEFT_OUT);
  expect(render(data, order)).toMatch(/^suites {2}x, y$/m);
  expect(render(data, order)).toMatch(/^Old {5}– {4}a book$/m);
  expect(render({ host: 'a.example' }, {}, false)).toBe('host  a.example');
});

it('begins with what is read first, and ends with texts of servers', () => {
  const data = { text: 'raw\n  lines', middle: { a: 1 }, facts: { b: 2 } };
  const order = { first: ['facts'], last: ['text'] } as Partial<typeof none>;
  expect(render(data, order)).toBe('*facts*\nb  2\n\n*middle*\na  1\n\n*text*\nraw\n  lines');
});

it('keeps the indent of a line that is continued, and takes tabs for spaces', () => {
  expect(render({ text: '  one two three four five six\n\tseven' }, {}, true, 20)).toBe(
    '*text*\n  one two three four\n  five six\n    seven',
  );
});

it('shows times as people read them, and values with parts in words', () => {
  const text = render({ at: '2026-11-22T14:03:21.482Z', keys: [{ key: { type: 'EC', bits: 256, curve: null } }] });
  expect(text).toBe('at  2026-11-22 14:03:21 UTC\n\n*keys*\nkey\nEC 256');
});

it('lets no control character through, wherever it stands', () => {
  const evil = '\u001b[2J\u009b\u202e';
  const text = render({
    [evil]: evil,
    lines: `a\n${evil}`,
    list: [evil],
    records: [{ recordName: evil, titles: [evil], data: [[evil]] }],
    items: [{ [evil]: evil, nested: { [evil]: [evil] } }],
    object: { [evil]: evil },
    mixed: [evil, { a: evil }],
  });
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
  expect(text.match(/\\x1b\[2J/g)?.length).toBeGreaterThan(8);
});

import { expect, it } from 'vitest';
import { renderAnswer } from './render.ts';

const render = (data: Record<string, unknown>) => renderAnswer(data, (text) => `*${text}*`);

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

import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../testing/cpu-ms.ts';
import { followAliases } from './chain.ts';
import type { ResourceRecord } from './message.ts';
import { typeNumber } from './record-types.ts';

const A = typeNumber('A');
const CNAME = typeNumber('CNAME');
const rr = (name: string, type: string, ...fields: string[]): ResourceRecord => ({
  name,
  type: typeNumber(type),
  ttlSeconds: 60,
  fields,
});
const signature = (name: string, covered: string) =>
  rr(name, 'RRSIG', covered, '13', '2', '60', 'x', 'x', '1', 'z', 's');

const chain = [
  rr('www.example', 'CNAME', 'a.example'),
  rr('a.example', 'CNAME', 'b.example'),
  rr('b.example', 'A', '192.0.2.1'),
  rr('b.example', 'A', '192.0.2.2'),
];

describe('followAliases', () => {
  test('keeps the aliases and their target', () => {
    expect(followAliases(chain, 'www.example', A)).toEqual({
      records: chain,
      names: ['www.example', 'a.example', 'b.example'],
      isLoop: false,
    });
  });

  test('does not depend on the order of the answer', () => {
    const [one, two, three, four] = chain as [ResourceRecord, ResourceRecord, ResourceRecord, ResourceRecord];
    for (const order of [
      [four, three, two, one],
      [two, four, one, three],
    ]) {
      const { records, names } = followAliases(order, 'www.example', A);
      expect(records.slice(0, 2)).toEqual([one, two]);
      expect(new Set(records.slice(2))).toEqual(new Set([three, four]));
      expect(names).toEqual(['www.example', 'a.example', 'b.example']);
    }
  });

  test('ignores case and the final dot', () => {
    const records = [rr('WWW.eXample', 'CNAME', 'B.Example'), rr('b.EXAMPLE', 'A', '192.0.2.1')];
    expect(followAliases(records, 'www.example.', A).records).toEqual(records);
  });

  test('drops every record outside the chain', () => {
    const strangers = [
      rr('victim.example', 'A', '203.0.113.66'),
      rr('example', 'A', '203.0.113.66'),
      rr('x.www.example', 'A', '203.0.113.66'),
      rr('victim.example', 'CNAME', 'www.example'),
      rr('b.example', 'AAAA', '2001:db8::66'),
      rr('example', 'NS', 'ns.example'),
      signature('victim.example', 'A'),
      signature('b.example', 'AAAA'),
    ];
    expect(followAliases([...strangers, ...chain], 'www.example', A).records).toEqual(chain);
    expect(followAliases(strangers, 'www.example', A)).toEqual({
      records: [],
      names: ['www.example'],
      isLoop: false,
    });
  });

  test('keeps the signatures over the kept records', () => {
    const signed = [
      rr('www.example', 'CNAME', 'b.example'),
      signature('www.example', 'CNAME'),
      rr('b.example', 'A', '192.0.2.1'),
      signature('b.example', 'A'),
    ];
    expect(followAliases(signed, 'www.example', A).records).toEqual(signed);
  });

  test('keeps each record once, with the smaller TTL', () => {
    const twice = [
      { ...rr('b.example', 'A', '192.0.2.1'), ttlSeconds: 9 },
      { ...rr('B.example', 'A', '192.0.2.1'), ttlSeconds: 5 },
      { ...rr('b.example', 'A', '192.0.2.1'), ttlSeconds: 7 },
    ];
    expect(followAliases(twice, 'b.example', A).records).toEqual([twice[1]]);
  });

  test('an alias without records at its target ends there', () => {
    expect(followAliases(chain.slice(0, 1), 'www.example', A)).toMatchObject({
      names: ['www.example', 'a.example'],
      isLoop: false,
    });
  });

  test('a question for CNAME is answered by the alias, not through it', () => {
    expect(followAliases(chain, 'www.example', CNAME)).toEqual({
      records: chain.slice(0, 1),
      names: ['www.example'],
      isLoop: false,
    });
  });

  test('root is a name like any other', () => {
    const root = rr('.', 'NS', 'a.root-servers.net');
    expect(followAliases([root], '.', typeNumber('NS')).records).toEqual([root]);
  });
});

describe('loops', () => {
  test.each([
    ['itself', [rr('a.example', 'CNAME', 'A.example')]],
    ['two names', [rr('a.example', 'CNAME', 'b.example'), rr('b.example', 'CNAME', 'a.example')]],
    ['a tail', [rr('a.example', 'CNAME', 'b.example'), rr('b.example', 'CNAME', 'b.example')]],
    ['its parent by DNAME', [rr('example', 'DNAME', 'example')]],
  ])('through %s', (_, records) => {
    const result = followAliases(records, 'a.example', A);
    expect(result.isLoop).toBe(true);
    expect(result.records).toEqual(records);
  });

  const long = (hops: number) =>
    Array.from({ length: hops }, (_, i) => rr(`${i}.example`, 'CNAME', `${i + 1}.example`));

  test('32 aliases are followed, 33 count as a loop', () => {
    const { isLoop, names } = followAliases(long(32), '0.example', A);
    expect({ isLoop, last: names.at(-1), names: names.length }).toEqual({
      isLoop: false,
      last: '32.example',
      names: 33,
    });
    expect(followAliases(long(33), '0.example', A)).toMatchObject({ isLoop: true });
  });

  test('a DNAME that makes names longer and longer comes to an end', () => {
    const growing = [rr('example', 'DNAME', `${'a'.repeat(60)}.example`)];
    expect(followAliases(growing, 'www.example', A)).toMatchObject({ isLoop: false, records: growing });
  });
});

describe('DNAME', () => {
  const dname = rr('old.example', 'DNAME', 'new.example');
  const alias = rr('www.old.example', 'CNAME', 'www.new.example');
  const address = rr('www.new.example', 'A', '192.0.2.1');

  test('with the CNAME that a server adds', () => {
    expect(followAliases([alias, address, dname], 'www.old.example', A)).toEqual({
      records: [dname, alias, address],
      names: ['www.old.example', 'www.new.example'],
      isLoop: false,
    });
  });

  test('without it', () => {
    expect(followAliases([dname, address], 'WWW.Old.Example', A)).toEqual({
      records: [dname, address],
      names: ['WWW.Old.Example', 'WWW.new.example'],
      isLoop: false,
    });
  });

  test('many aliases with many escaped labels beside a DNAME are followed in time', () => {
    const deep = (i: number) => `${'\\001.'.repeat(120)}${i}.example`;
    const records = Array.from({ length: 32 }, (_, i) => rr(deep(i), 'CNAME', deep(i + 1)));
    const start = cpuMs();
    const { names } = followAliases([...records, rr('other', 'DNAME', 'x')], deep(0), A);
    expect(cpuMs() - start).toBeLessThan(1000);
    expect(names.at(-1)).toBe(deep(32));
  });

  test('does not rename its own owner', () => {
    const own = rr('old.example', 'A', '192.0.2.9');
    expect(followAliases([dname, own], 'old.example', A).records).toEqual([own]);
    expect(followAliases([dname], 'old.example', typeNumber('DNAME')).records).toEqual([dname]);
  });

  test('does not rename names that merely end with the same characters', () => {
    expect(followAliases([dname], 'very-old.example', A).records).toEqual([]);
    expect(followAliases([dname], 'x\\.old.example', A).records).toEqual([]);
  });

  test('to root and from root', () => {
    const up = rr('example', 'DNAME', '.');
    expect(followAliases([up], 'www.example', A).names.at(-1)).toBe('www');
    const down = rr('.', 'DNAME', 'example');
    expect(followAliases([down], 'www', A)).toMatchObject({ records: [down], isLoop: false });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Assignment, indexRegistry, registryText } from './registry-text.ts';

const assignment = (prefix: string, owner: string): Assignment => ({
  ...{ prefix, owner, registry: 'MA-L', address: '', country: '' },
});
const index = (list: readonly Assignment[]) => indexRegistry(Buffer.from(registryText('2026-08-26', list)));

describe('the registry as text', () => {
  it('has its date, and finds every owner of a prefix', () => {
    const registry = index([assignment('080030', 'CERN'), assignment('00000C', 'Cisco'), assignment('080030', 'RMIT')]);
    expect(registry.date).toBe('2026-08-26');
    expect(registry.size).toBe(3);
    expect(registry.find('080030').map(({ owner }) => owner)).toEqual(['CERN', 'RMIT']);
    expect(registry.find('00000C').map(({ owner }) => owner)).toEqual(['Cisco']);
    expect(registry.find('000000')).toEqual([]);
    expect(registry.find('FFFFFF')).toEqual([]);
    expect(registry.find('0000')).toEqual([]);
    expect([...registry.registries]).toEqual(['MA-L']);
    expect([registry.isDivided('08003'), registry.isDivided('080030'), registry.isDivided('FFFFF')]).toEqual([
      ...[true, false, false],
    ]);
    expect(registry.ownerNames()).toEqual(['CERN', 'Cisco', 'RMIT']);
    expect([...registry.assignments()].map(({ prefix, owner }) => [prefix, owner])).toEqual([
      ...[['00000C', 1] as const, ['080030', 0] as const, ['080030', 2] as const],
    ]);
  });

  it('keeps tabs and line breaks in foreign text out of the columns', () => {
    const owner = ' A\tB\nC\u0000D\u2028  "x", é ';
    expect(index([assignment('00000C', owner)]).find('00000C')[0]?.owner).toBe('A B C D "x", é');
  });

  it('finds the same as a linear scan', () => {
    const prefix = fc
      .constantFrom(6, 7, 9)
      .chain((length) =>
        fc.string({ unit: fc.constantFrom('0', '1', 'A', 'F'), minLength: length, maxLength: length }),
      );
    fc.assert(
      fc.property(fc.array(prefix, { minLength: 1, maxLength: 60 }), prefix, (prefixes, asked) => {
        const list = prefixes.map((one, at) => assignment(one, `owner ${at}`));
        const owners = (found: readonly Assignment[]) => found.map(({ owner }) => owner).sort();
        const registry = index(list);
        for (const one of [asked, ...prefixes]) {
          expect(owners(registry.find(one))).toEqual(owners(list.filter((entry) => entry.prefix === one)));
        }
      }),
    );
  });

  it.each([
    '',
    '2026-08-26',
    '2026-08-26\n',
    '<!doctype html>\n<title>Not found</title>\n',
    '2026-08-26 MA-X\nA\t\t\n\n000000\tMA-L\t0\n',
    '2026-08-26 MA-L\nA\t\t\n\n',
    '2026-08-26 MA-L\nA\t\t\n\n000000\tMA-L\t0\n08003',
  ])('refuses %j', (text) => {
    expect(() => indexRegistry(Buffer.from(text))).toThrow('The MAC address registry has');
  });
});

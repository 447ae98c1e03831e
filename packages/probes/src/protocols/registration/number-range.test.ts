import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareSize, covers, isSameRange, type NumberRange, parseRange, rangeOfSubject } from './number-range.ts';

const parse = (text: string): NumberRange => parseRange(text) ?? expect.fail(`${text} is no range`);

describe('ranges', () => {
  it.each([
    ['192.0.2.0 - 192.0.2.255', '192.0.2.0/24'],
    ['192.88/16', '192.88.0.0 - 192.88.255.255'],
    ['190.5.192/20', '190.5.192.0 - 190.5.207.255'],
    ['192.0.2.7/24', '192.0.2.0/24'],
    ['2001:db8::/32', '2001:DB8:: - 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['AS64496 - AS64511', '64496-64511'],
    ['AS64496', '64496'],
    ['1-1876', 'AS1 - AS1876'],
  ])('%s is %s', (text, same) => expect(isSameRange(parse(text), parse(same))).toBe(true));

  it.each([
    '',
    'N/A',
    'example.com',
    '192.0.2.0/33',
    '192.0.2.9 - 192.0.2.1',
    '192.0.2.0 - 2001:db8::',
    'AS5000000000',
  ])('%j is not one', (text) => expect(parseRange(text)).toBeNull());

  it('cover what is inside them, of the same address family', () => {
    expect(covers(parse('192.0.0.0/16'), parse('192.0.2.0/24'))).toBe(true);
    expect(covers(parse('192.0.2.0/24'), parse('192.0.0.0/16'))).toBe(false);
    expect(covers(parse('AS1 - AS4294967295'), parse('192.0.2.0/24'))).toBe(false);
    expect(compareSize(parse('192.0.2.0/24'), parse('192.0.0.0/16'))).toBeLessThan(0);
  });

  it('of a subject are a single address or number', () => {
    expect(rangeOfSubject({ kind: 'network', address: '192.0.2.1' })).toEqual(parse('192.0.2.1'));
    expect(rangeOfSubject({ kind: 'autnum', number: 64_496 })).toEqual(parse('AS64496'));
    expect(rangeOfSubject({ kind: 'domain', name: 'example.com' })).toBeNull();
  });

  it('of any text are valid', () => {
    const part = fc.constantFrom('1', '255', '999', '.', ':', '::', '/', ' - ', '-', 'AS', 'ffff', '\u0000', 'é');
    const text = fc.oneof(
      fc.array(part, { maxLength: 40 }).map((parts) => parts.join('')),
      fc.ipV4(),
      fc.ipV6(),
    );
    fc.assert(
      fc.property(text, (input) => {
        const range = parseRange(input);
        if (range !== null) expect(range.first <= range.last && range.first >= 0n).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });
});

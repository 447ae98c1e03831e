import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toAsNumber } from './as-number.ts';
import { classify } from './classify.ts';
import { isDomain, toDnsName, toHostName } from './domain.ts';
import { parseHostPort } from './host-port.ts';
import { isIpv4, toIpv4 } from './ipv4.ts';
import { isFullIpv6, isIpv6, toIpv6 } from './ipv6.ts';
import { toMacAddress } from './mac-address.ts';
import { readMacQuery, toMacQuery } from './mac-query.ts';
import { readPasted } from './pasted.ts';
import { toReverseName } from './reverse-name.ts';
import { toUrl } from './url.ts';

/**
 * The rows of a list: `value`, or `value -> canonical form`, optionally followed by ` # why`. A value in double quotes is
 * read as a JSON string, for space and control characters.
 */
function readList(name: string): { value: string; normal: string }[] {
  const lines = readFileSync(new URL(name, import.meta.url), 'utf8').split('\n');
  const rows = lines.filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return rows.map((line) => {
    const [, quoted, plain = '', normal = ''] =
      /^(?:("(?:[^"\\]|\\.)*")|(.*?))(?:\s+->\s+(.*?))?(?:\s+# .*|\s*)$/.exec(line) ?? [];
    return { value: quoted === undefined ? plain : JSON.parse(quoted), normal };
  });
}

function formatHostPort(text: string): string | null {
  const parsed = parseHostPort(text);
  return parsed && (parsed.port === null ? parsed.host : `${parsed.host} ${parsed.port}`);
}

function formatPasted(text: string): string | null {
  const read = readPasted(text);
  return read && [read.host, read.port, read.kind, read.was].filter((part) => part !== null).join(' ');
}

function checkLists(name: string, normalise: (text: string) => string | null): void {
  test.each(readList(`${name}.valid.txt`))('accepts $value', ({ value, normal }) => {
    expect(normalise(value)).toBe(normal);
  });

  test.each(readList(`${name}.invalid.txt`))('refuses $value', ({ value }) => {
    expect(normalise(value)).toBeNull();
  });

  test('returns its own results unchanged', () => {
    for (const { normal } of readList(`${name}.valid.txt`).filter(({ normal }) => !normal.includes(' '))) {
      expect(normalise(normal)).toBe(normal);
    }
  });
}

describe('R5.15 names of hosts', () => checkLists('domain', toHostName));
describe('R5.16 IPv4 addresses', () => checkLists('ipv4', toIpv4));
describe('R5.17 IPv6 addresses', () => checkLists('ipv6', toIpv6));
describe('AS numbers', () => checkLists('as-number', toAsNumber));
describe('host and port', () => checkLists('host-port', formatHostPort));
describe('MAC addresses', () => checkLists('mac-address', toMacAddress));
describe('what people paste for a MAC address', () => checkLists('mac-query', toMacQuery));
describe('URLs', () => checkLists('url', toUrl));
describe('what people paste', () => checkLists('pasted', formatPasted));

test.each(readList('reverse-name.valid.txt'))('the reverse name of $value', ({ value, normal }) => {
  expect(toReverseName(value)).toBe(normal);
});

describe('toDnsName', () => {
  const beyond = readList('dns-name.valid.txt');

  test.each([...readList('domain.valid.txt'), ...beyond])('accepts $value', ({ value, normal }) => {
    expect(toDnsName(value)).toBe(normal);
  });

  test.each(readList('domain.invalid.txt'))('refuses $value', ({ value }) => {
    expect(toDnsName(value)).toBeNull();
  });

  test.each(beyond)('$value is not a host name', ({ value }) => {
    expect(toHostName(value)).toBeNull();
    expect(isDomain(value)).toBe(false);
  });

  test('accepts 253 octets, but not 254', () => {
    const long = `${'a.'.repeat(125)}com`;
    expect(toDnsName(long)).toBe(long);
    expect(toDnsName(`${long}.`)).toBe(long);
    expect(toDnsName(`b${long}`)).toBeNull();
  });

  test('refuses a long text in any script without delay', () => {
    const started = performance.now();
    expect(toDnsName(`${'é'.repeat(500_000)}.com`)).toBeNull();
    expect(performance.now() - started).toBeLessThan(1000);
  });

  test('returns for any text null, or a name that is returned unchanged', () => {
    const character = fc.constantFrom(...'abAB019-_.。．/%:@# éß例１\u200d\u00ad❤');
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: character }), fc.domain());
    fc.assert(
      fc.property(text, (input) => {
        const name = toDnsName(input);
        if (name === null) return;
        expect(name).toMatch(/^(?:[a-z0-9_-]{1,63}\.)+[a-z][a-z0-9-]{1,62}$/);
        expect(toDnsName(name)).toBe(name);
      }),
      { numRuns: 5000 },
    );
  });
});

describe('addresses', () => {
  test.each([
    ['1:2:3:4:5:6:7:8', true],
    ['2001:DB8:0:0:0:0:0:1', true],
    ['2001:db8::1', false],
    ['1:2:3:4:5:6:192.0.2.1', false],
    ['1:2:3:4:5:6:7', false],
    ['1:2:3:4:5:6:7:8:9', false],
    ['1:2:3:4:5:6:7:12345', false],
    ['12345:2:3:4:5:6:7:8', false],
  ])('R5.17 the eight-group form: %s is %s', (text, expected) => {
    expect(isFullIpv6(text)).toBe(expected);
  });

  test('tests are strict, conversions ignore surrounding space', () => {
    expect([isIpv4(' 192.0.2.1'), isIpv6('::1 ')]).toEqual([false, false]);
    expect([toIpv4(' 192.0.2.1'), toIpv6('::1 ')]).toEqual(['192.0.2.1', '::1']);
  });

  test('toIpv6 agrees with the URL standard for every address but the IPv4-mapped', () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const canonical = toIpv6(text);
        if (canonical?.startsWith('::ffff:')) return;
        expect(`[${canonical}]`).toBe(new URL(`http://[${text}]`).hostname);
      }),
      { numRuns: 5000 },
    );
  });
});

test.each(readList('classify.valid.txt'))('R3.3 classify: $value is $normal', ({ value, normal }) => {
  expect(classify(value)).toBe(normal);
});

test.each([
  ['', 'Please enter a MAC address'],
  ['00:1b-63:84-45:e6', 'This mixes separators: please use one kind, as in 00:1b:63:84:45:e6'],
  ['00:1b:63:84:45', 'This has 10 hex digits: a MAC address has 12, or 16; a prefix has 6, 7 or 9'],
  ['00:1b:63:84:45:g6', 'A MAC address has the digits 0 to 9 and a to f only'],
  ['2001:db8::1', 'This IPv6 address holds no MAC address'],
])('says why %j is no MAC address', (text, problem) => {
  expect(readMacQuery(text)).toEqual({ problem });
});

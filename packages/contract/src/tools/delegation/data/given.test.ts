import { describe, expect, test } from 'vitest';
import { givenDsText, readGivenDs, readGivenServer, readLabelledDs } from './given.ts';

const digest = 'E06D44B80B8F1D39A95C0B0D7C65D08458E880409BBC683457104237C7F8EC8D';
const ds = { keyTag: 34505, algorithm: 13, digestType: 2, digest };

describe('a DS record', () => {
  test.each([
    `34505 13 2 ${digest}`,
    `  34505 13 2 ${digest.toLowerCase()}  `,
    `example.com. 3600 IN DS 34505 13 2 ${digest.slice(0, 32)} ${digest.slice(32)}`,
    `example.com IN DS 34505 13 2 ${digest}`,
    `example.com.\tIN\t3600\tDS\t34505\t13\t2\t${digest}`,
    `DS 34505 13 2 ${digest}`,
    `_x.1.example. DS 34505 13 2 ${digest}`,
  ])('is read from %s', (text) => expect(readGivenDs(text)).toEqual(ds));

  test.each([
    '',
    digest,
    `34505 13 ${digest}`,
    `34505 13 3 ${digest}`,
    `34505 13 2 ${digest}00`,
    `34505 13 2 ${digest.slice(2)}`,
    `99999 13 2 ${digest}`,
    `34505 256 2 ${digest}`,
    `34505 13 2 ${digest.replace('E', 'G')}`,
  ])('is not read from %s', (text) => expect(readGivenDs(text)).toBeNull());

  test('is formatted as in the query', () => expect(readGivenDs(givenDsText(ds))).toEqual(ds));

  test.each([
    `Key tag: 34505\nAlgorithm: 13\nDigest type: 2\nDigest: ${digest}`,
    `Key Tag: 34505 | Algorithm: 13 | Digest Type: 2 | Digest: ${digest}`,
    `KeyTag=34505\nAlgorithm=ECDSA Curve P-256 with SHA-256 (13)\nDigestType=SHA-256 (2)\nDigest=${digest.toLowerCase()}`,
    `Key ID 34505\nAlgorithm 13 - ECDSAP256SHA256\nDigest type 2 - SHA256\nDigest\n${digest.slice(0, 32)}\n${digest.slice(32)}\n`,
  ])('is read from the form of a registrar: %s', (text) => expect(readLabelledDs(text)).toEqual([ds]));

  test('is read from a form as often as it occurs, with wrong digest lengths detected', () => {
    const form = (hex: string) => `Key tag: 34505\nAlgorithm: 13\nDigest type: 2\nDigest: ${hex}\n`;
    expect(readLabelledDs(form(digest) + form(digest.slice(2)))).toEqual([ds, null]);
    expect(readLabelledDs('Key tag: 34505\nAlgorithm: 13')).toEqual([]);
  });

  test('is ruled out in a long text without delay', () => {
    const started = performance.now();
    for (const text of ['key tag 1 '.repeat(2000), 'key tag 1 algorithm 1 '.repeat(1000), '1 '.repeat(20_000)]) {
      readLabelledDs(text);
      readGivenDs(text);
    }
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe('a name server', () => {
  test('has a name, and an address if one is given', () => {
    expect(readGivenServer('NS1.Example.net.')).toEqual({ name: 'ns1.example.net', addresses: [] });
    expect(readGivenServer('ns1.example.net/2001:DB8::1')).toEqual({
      name: 'ns1.example.net',
      addresses: ['2001:db8::1'],
    });
  });

  test.each(['', '192.0.2.1', 'ns1.example.net/', 'ns1.example.net/nowhere', 'two words'])(
    'is not read from %s',
    (text) => expect(readGivenServer(text)).toBeNull(),
  );
});

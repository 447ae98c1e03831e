import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPastedDs, readPastedServers } from './pasted.ts';

const digest = 'E06D44B80B8F1D39A95C0B0D7C65D08458E880409BBC683457104237C7F8EC8D';
const ds = `34505 13 2 ${digest}`;

describe('pasted name servers', () => {
  it.each([
    ['', ''],
    ['ns1.example.net\nns2.example.net\n', 'ns1.example.net,ns2.example.net'],
    ['NS1.example.net./192.0.2.1', 'ns1.example.net/192.0.2.1'],
    ['ns1.example.net 192.0.2.1 2001:DB8::1', 'ns1.example.net/192.0.2.1,ns1.example.net/2001:db8::1'],
    ['ns1.example.net,ns1.example.net', 'ns1.example.net'],
    ['example.com. 3600 IN NS ns1.example.net.', 'ns1.example.net'],
    [
      'ns1.example.net. 3600 IN A 192.0.2.1\r\n ns1.example.net. IN AAAA 2001:db8::1',
      'ns1.example.net/192.0.2.1,ns1.example.net/2001:db8::1',
    ],
  ])('%j is %s', (text, value) => expect(readPastedServers(text)).toEqual({ value, problem: null }));

  it('names the line that is not a server', () => {
    expect(readPastedServers('ns1.example.net\nno server').problem).toMatch(
      /^Line 2, “no server”, is not a name server/,
    );
    expect(readPastedServers('192.0.2.1').problem).toMatch(/^Line 1/);
    expect(readPastedServers('ns1.example.net/nowhere').problem).toMatch(/^Line 1/);
    const nine = Array.from({ length: 9 }, (_, index) => `ns${index}.example.net`).join('\n');
    expect(readPastedServers(nine).problem).toBe('There are 9 addresses: at most 8 can be tested at once.');
  });
});

describe('pasted DS records', () => {
  it.each([
    ['', ''],
    [ds, ds],
    [`example.com. IN DS ${ds.toLowerCase()} ; the KSK`, ds],
    [`example.com. 3600 IN DS 34505 13 2 (\n  ${digest.slice(0, 40)}\n  ${digest.slice(40)} )`, ds],
    [`${ds}\n${ds.replace('34505', '2')}`, `${ds},${ds.replace('34505', '2')}`],
    [`Key Tag: 34505\nAlgorithm: 13 (ECDSAP256SHA256)\nDigest Type: 2 (SHA256)\nDigest: ${digest}`, ds],
  ])('%j', (text, value) => expect(readPastedDs(text)).toEqual({ value, problem: null }));

  it('says what is wrong with a line', () => {
    expect(readPastedDs(`${ds}\nno DS`).problem).toBe(
      'Line 2, “no DS”, is not a DS record such as 34505 13 2 E06D44B8….',
    );
    expect(readPastedDs(ds.slice(0, -2)).problem).toMatch(/has a digest of 62 digits: type 2 has 64\.$/);
    expect(readPastedDs(`Key tag: 1\nAlgorithm: 13\nDigest type: 2\nDigest: ABCD`).problem).toMatch(/the wrong length/);
  });
});

it('any pasted text gives either a value or a problem, and a value reads back as itself', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (text) => {
      for (const read of [readPastedServers, readPastedDs]) {
        const first = read(text);
        if (first.problem === null) expect(read(first.value.replaceAll(',', '\n'))).toEqual(first);
        else expect(first.problem).not.toBe('');
      }
    }),
  );
});

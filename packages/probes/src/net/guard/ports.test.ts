import { expect, it } from 'vitest';
import { NetFailure } from '../net.ts';
import { createPortCheck, parsePortRange } from './ports.ts';

const documented = [
  25, 110, 143, 443, 465, 563, 587, 636, 853, 989, 990, 991, 992, 993, 994, 995, 2083, 2087, 2096, 4443, 5061, 6443,
  6697, 8443, 8883, 9443,
];
const everyPort = Array.from({ length: 65_536 }, (_, port) => port);

function portsOf(check: (port: number) => void): number[] {
  return everyPort.filter((port) => {
    try {
      check(port);
      return true;
    } catch (error) {
      if (error instanceof NetFailure && error.reason === 'not-allowed-port') return false;
      throw error;
    }
  });
}

it('allows TLS on the documented ports and those of the operator, and WHOIS only on port 43', () => {
  const plain = createPortCheck([]);
  expect(portsOf((port) => plain('tls', port))).toEqual(documented);
  expect(portsOf((port) => plain('whois', port))).toEqual([43]);
  expect(portsOf((port) => plain('starttls', port))).toEqual([
    ...[21, 25, 110, 119, 143, 389, 3306, 3389, 4190, 5222, 5269, 5432],
  ]);
  const extended = createPortCheck([{ from: 9999, to: 10_001 }]);
  expect(portsOf((port) => extended('tls', port))).toEqual([...documented, 9999, 10_000, 10_001]);
  expect(portsOf((port) => extended('whois', port))).toEqual([43]);
  expect(portsOf((port) => extended('dns', port))).toEqual([53, 9999, 10_000, 10_001]);
});

it.each([Number.NaN, -1, 65_536, 443.5, Number.POSITIVE_INFINITY])('refuses %s, which is not a port', (port) => {
  expect(() => createPortCheck([{ from: 1, to: 65_535 }])('whois', port)).toThrow(NetFailure);
});

it.each([
  ['8443', { from: 8443, to: 8443 }],
  ['9000-9010', { from: 9000, to: 9010 }],
  ['1-65535', { from: 1, to: 65_535 }],
])('reads %s', (text, range) => {
  expect(parsePortRange(text)).toEqual(range);
});

it.each(['', '0', '70000', '9010-9000', '0-5', '443-', '-443', 'https', '443,444', ' 443', '1e3', '0x1bb'])(
  'reads no ports in %j',
  (text) => {
    expect(parsePortRange(text)).toBeNull();
  },
);

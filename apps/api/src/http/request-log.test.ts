import { expect, it } from 'vitest';
import { coarseClient } from './request-log.ts';

it.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::6', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  [undefined, 'local'],
])('%s is logged as %s', (address, network) => {
  expect(coarseClient(address)).toBe(network);
});

it('falls back to the connection’s address when a proxy forwards an invalid one', () => {
  expect(coarseClient('evil\n{"level":60}', '192.0.2.200')).toBe('192.0.2.0/24');
  expect(coarseClient('unknown', undefined)).toBe('local');
});

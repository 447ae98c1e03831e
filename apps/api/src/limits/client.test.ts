import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { clientNetwork, clientOf, trustedProxies } from './client.ts';

describe('the network of a client', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('of %s is %s', (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });

  it.each(['', 'unknown', '<b>', '203.0.113', '203.0.113.7:1234', '2001:db8::1::2', '[::1]', '203.0.113.7\n'])(
    '%j is none',
    (address) => {
      expect(clientNetwork(address)).toBeNull();
    },
  );

  it('is that of the connection where a proxy forwards garbage, and one for all without an address', () => {
    const request = (ip: string | undefined, remoteAddress?: string) =>
      ({ ip, raw: { socket: { remoteAddress } } }) as unknown as FastifyRequest;
    expect(clientOf(request('<b>', '10.0.0.1'))).toBe('10.0.0.1');
    expect(clientOf(request(undefined))).toBe('local');
  });
});

describe('trusted proxies', () => {
  it('are those in the networks, in either form, and whoever opens the socket', () => {
    const isProxy = trustedProxies(['10.0.0.0/8', '2001:db8::/32', '192.0.2.1']);
    const addresses = ['10.1.2.3', '::ffff:10.1.2.3', '2001:db8::9', '192.0.2.1', undefined];
    expect(addresses.map((address) => isProxy?.(address))).toEqual([true, true, true, true, true]);
    expect(['11.0.0.1', '2001:db9::1', '192.0.2.2', ''].map((address) => isProxy?.(address))).toEqual(
      Array(4).fill(false),
    );
  });

  it('are nobody where none is configured', () => {
    expect(trustedProxies([])).toBeNull();
  });
});

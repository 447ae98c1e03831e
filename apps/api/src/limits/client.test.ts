import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { clientOf, trustedProxies } from './client.ts';

describe('the network of a client', () => {
  it('is that of the connection if a proxy forwards garbage, and a common one for clients without an address', () => {
    const request = (ip: string | undefined, remoteAddress?: string) =>
      ({ ip, raw: { socket: { remoteAddress } } }) as unknown as FastifyRequest;
    expect(clientOf(request('<b>', '10.0.0.1'))).toBe('10.0.0.1');
    expect(clientOf(request(undefined))).toBe('local');
  });
});

describe('trusted proxies', () => {
  it('are those in the configured networks, also as IPv4-mapped addresses, and the peers of a Unix socket', () => {
    const isProxy = trustedProxies(['10.0.0.0/8', '2001:db8::/32', '192.0.2.1']);
    const addresses = ['10.1.2.3', '::ffff:10.1.2.3', '2001:db8::9', '192.0.2.1', undefined];
    expect(addresses.map((address) => isProxy?.(address))).toEqual([true, true, true, true, true]);
    expect(['11.0.0.1', '2001:db9::1', '192.0.2.2', ''].map((address) => isProxy?.(address))).toEqual(
      Array(4).fill(false),
    );
  });

  it('are none by default', () => {
    expect(trustedProxies([])).toBeNull();
  });
});

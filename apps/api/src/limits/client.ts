import proxyAddr from '@fastify/proxy-addr';
import { isIpv4 } from '@sonde/contract/target/ipv4';
import { parseIpv6 } from '@sonde/contract/target/ipv6';
import type { FastifyRequest } from 'fastify';

const MAPPED = /^::ffff:(?=\d+\.)/i;

/**
 * The name under which a client has its allowance: an IPv4 address, or the /64 network of an IPv6 address, which is the
 * least that a customer is given (RFC 6177). Null for what is no address.
 */
export function clientNetwork(address: string): string | null {
  const plain = address.replace(MAPPED, '');
  if (isIpv4(plain)) return plain;
  const groups = parseIpv6(plain.replace(/%.*$/, ''));
  if (groups === null) return null;
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** Who is asking. A trusted proxy may have forwarded anything: what is no address counts as the proxy's own. */
export function clientOf({ ip, raw }: FastifyRequest): string {
  return clientNetwork(ip ?? '') ?? clientNetwork(raw.socket.remoteAddress ?? '') ?? 'local';
}

export type IsProxy = (address: string | undefined) => boolean;

/**
 * Which peers are proxies whose `X-Forwarded-` fields count. A peer on a Unix socket has no address: where proxies are
 * trusted at all, it is one, since nobody else may open the socket. Null when no proxy is trusted.
 */
export function trustedProxies(networks: readonly string[]): IsProxy | null {
  if (networks.length === 0) return null;
  const isListed = proxyAddr.compile([...networks]);
  return (address) => address === undefined || isListed(address, 0);
}

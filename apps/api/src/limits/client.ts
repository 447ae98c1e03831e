import proxyAddr from '@fastify/proxy-addr';
import { clientNetwork } from '@sonde/service';
import type { FastifyRequest } from 'fastify';

/** Who a request counts for: the holder of its token, or else the network that it comes from. */
export const clientOf = (request: FastifyRequest): string => request.apiToken?.client ?? networkOf(request);

/** The network of a request. A proxy may have forwarded anything: what is not an address counts as the proxy's own. */
export function networkOf({ ip, raw }: FastifyRequest): string {
  return clientNetwork(ip ?? '') ?? clientNetwork(raw.socket.remoteAddress ?? '') ?? 'local';
}

export type IsProxy = (address: string | undefined) => boolean;

/**
 * Which peers are proxies whose `X-Forwarded-` fields count. A peer on a Unix socket has no address: where proxies are
 * trusted at all, it is one, since only they may open the socket. Null when no proxy is trusted.
 */
export function trustedProxies(networks: readonly string[]): IsProxy | null {
  if (networks.length === 0) return null;
  const isListed = proxyAddr.compile([...networks]);
  return (address) => address === undefined || isListed(address, 0);
}

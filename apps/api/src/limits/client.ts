import proxyAddr from '@fastify/proxy-addr';
import { clientNetwork } from '@sonde/service';
import type { FastifyRequest } from 'fastify';

/** The client to which a request is charged: the holder of its token, or else its network. */
export const clientOf = (request: FastifyRequest): string => request.apiToken?.client ?? networkOf(request);

/** The network of a request. If a proxy has forwarded an invalid address, the proxy's own address counts. */
export function networkOf({ ip, raw }: FastifyRequest): string {
  return clientNetwork(ip ?? '') ?? clientNetwork(raw.socket.remoteAddress ?? '') ?? 'local';
}

export type IsProxy = (address: string | undefined) => boolean;

/**
 * Recognises proxies whose `X-Forwarded-` fields are trusted. A peer on a Unix socket has no address and is trusted if any
 * proxies are, since only they may open the socket. Null if no proxy is trusted.
 */
export function trustedProxies(networks: readonly string[]): IsProxy | null {
  if (networks.length === 0) return null;
  const isListed = proxyAddr.compile([...networks]);
  return (address) => address === undefined || isListed(address, 0);
}

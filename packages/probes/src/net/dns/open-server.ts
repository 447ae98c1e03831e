import type { DnsServerTarget } from '@sonde/contract/dns/server-target';
import { withDeadline } from '../../async/deadline.ts';
import type { SecureSocket } from '../http/secure-socket.ts';
import { type DnsServer, type GuardedAddress, NetFailure } from '../net.ts';
import { formatEndpoint } from '../resolver-address.ts';
import { certificateFailure } from '../sockets/certificate-failure.ts';
import { openSocket, type Purpose } from '../sockets/connection.ts';
import type { Authorities } from './authority.ts';
import { plainServer } from './plain-server.ts';
import { tlsServer } from './tls-server.ts';

/** Loaded on demand: loading HTTP/2 takes Node longer than a command's whole query, and few lookups need it. */
export const loadDnsOverHttps = () => import('./https-server.ts');

export interface ServerMeans {
  readonly authorities: Authorities;
  readonly secure: SecureSocket;
  /** Fires when the network layer closes. */
  readonly closing: AbortSignal;
}

/** Milliseconds for the connection and its handshake. */
const OPEN_TIMEOUT_MS = 4000;
/** HTTP/2 by ALPN (RFC 9113 section 3.3), as RFC 8484 section 5.2 recommends; DNS over TLS needs no protocol name. */
const applicationProtocols = { tls: [], https: ['h2'] } as const;

/**
 * Connects to a DNS server at one of the given addresses, which the guard has allowed.
 * @throws NetFailure `bad-certificate`, or the reason why it cannot be reached
 */
export async function openServer(
  target: DnsServerTarget & { readonly isOperators?: true },
  addresses: readonly GuardedAddress[],
  means: ServerMeans,
  caller: AbortSignal,
): Promise<DnsServer> {
  const { transport, host, port, path } = target;
  if (transport === 'dns') {
    return plainServer(addresses, { port, isOperators: target.isOperators === true }, means.authorities);
  }
  const parents = [caller, means.closing];
  const what = `${host} port ${port}`;
  return withDeadline({ timeoutMs: OPEN_TIMEOUT_MS, what }, parents, async (signal) => {
    const overHttps = transport === 'tls' ? null : await loadDnsOverHttps();
    signal.throwIfAborted();
    const { socket, address, recorded } = await openSocket(
      addresses,
      port,
      { connectTimeoutMs: OPEN_TIMEOUT_MS, purpose: purposeOf(target) },
      [signal],
    );
    try {
      const secured = await means.secure(socket, host, signal, applicationProtocols[transport]);
      const at = {
        address: address.address,
        port,
        isOperators: target.isOperators === true,
        endpoint: formatEndpoint({ address: address.address, port }),
        closing: means.closing,
        recorded,
      };
      if (overHttps === null) return tlsServer(secured, at);
      if (secured.alpnProtocol === 'h2')
        return overHttps.httpsServer(secured, { ...at, authority: authorityOf(host, port), path });
      throw new NetFailure('invalid-response', `${what}: no HTTP/2`);
    } catch (error) {
      socket.destroy();
      throw certificateFailure(error, what) ?? error;
    }
  });
}

/** The server names and paths of the operator's servers may identify an account. */
function purposeOf({ isOperators = false }: { readonly isOperators?: boolean }): Purpose {
  const withheld = 'It is a server of the operator. Its name may identify an account.';
  return { service: 'dns', isOperators, ...(isOperators ? { withheld } : {}) };
}

function authorityOf(host: string, port: number): string {
  const bracketed = host.includes(':') ? `[${host}]` : host;
  return port === 443 ? bracketed : `${bracketed}:${port}`;
}

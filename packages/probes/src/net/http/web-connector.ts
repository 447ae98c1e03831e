import type { ConnectTarget, GuardedAddress, OperatorEndpoint } from '../net.ts';
import type { NetSettings } from '../settings.ts';
import { openSocket } from '../sockets/connection.ts';
import { hostOf, portOf, type WebConnector } from './fetch.ts';
import { createSecureSocket } from './secure-socket.ts';

/** Milliseconds for one connection to a web server; the caller's own timeout applies as well. */
const CONNECT_TIMEOUT_MS = 5000;
/** URLs of the operator's services may contain a key and name hosts of an internal network; the responses may repeat both. */
const OPERATORS_SERVICE = 'It is a service of the operator. Its address may contain a key.';

/** The addresses of a target that the guard allows, or those of the operator's endpoint. */
export type FindAddresses = (
  target: ConnectTarget | OperatorEndpoint,
  signal: AbortSignal,
  /** See `Resolve`; the endpoints of the operator are not timed. */
  onLookup?: (waitedMs: number) => void,
) => Promise<readonly GuardedAddress[]>;

export function webConnector(settings: NetSettings, find: FindAddresses): WebConnector {
  return {
    secure: createSecureSocket(settings.trustAnchors ?? []),
    open: async (url, { isOperators, namedBy, service = 'web' }, signal) => {
      const place = { host: hostOf(url), port: portOf(url) };
      const untrusted = { ...place, service, ...(namedBy === undefined ? {} : { namedBy }) } as const;
      const addresses = await find(isOperators ? { ...place, isOperators } : untrusted, signal);
      const purpose = {
        service: 'http',
        host: place.host,
        isOperators,
        ...(isOperators ? { withheld: OPERATORS_SERVICE } : {}),
      } as const;
      return openSocket(addresses, place.port, { connectTimeoutMs: CONNECT_TIMEOUT_MS, purpose }, [signal]);
    },
  };
}

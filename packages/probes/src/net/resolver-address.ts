import { isIP } from 'node:net';

/** A recursive resolver; an IPv6 address may carry a zone (`fe80::1%eth0`). */
export interface ResolverAddress {
  readonly address: string;
  readonly port: number;
}

export const DNS_PORT = 53;
const BRACKETED = /^\[([^\]]*)\](?::(\d{1,5}))?$/;
const NAMED_PORT = /^([^:]*):(\d{1,5})$/;

/** `address:port`, an IPv6 address in brackets. */
export function formatEndpoint({ address, port }: ResolverAddress): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}

/** Reads `192.0.2.53`, `192.0.2.53:5353`, `2001:db8::53` or `[2001:db8::53]:5353`; null for anything else. */
export function parseResolver(text: string): ResolverAddress | null {
  if (isIP(text) !== 0) return { address: text, port: DNS_PORT };
  const [, bracketed, bracketedPort = '53'] = BRACKETED.exec(text) ?? [];
  if (bracketed !== undefined) return withPort(bracketed, 6, bracketedPort);
  const [, address, port] = NAMED_PORT.exec(text) ?? [];
  return address === undefined || port === undefined ? null : withPort(address, 4, port);
}

function withPort(address: string, family: 4 | 6, portText: string): ResolverAddress | null {
  const port = Number(portText);
  return isIP(address) === family && port >= 1 && port <= 65_535 ? { address, port } : null;
}

import { toHostName } from './domain.ts';
import { toIpv4 } from './ipv4.ts';
import { toIpv6 } from './ipv6.ts';

export interface HostPort {
  /** An address in canonical form (IPv6 without brackets), or a name as lower-case A-labels. */
  readonly host: string;
  /** 1 to 65535; null if not given. */
  readonly port: number | null;
}

const HTTPS_URL = /^https:\/\/([^/?#]*)/i;
const BRACKETED = /^\[([^[\]]*)\](?::(\d{1,5}))?$/;
const NAMED = /^([^:]*)(?::(\d{1,5}))?$/;

/**
 * Reads `host`, `host:port`, `[IPv6]:port`, an IP address, or an https URL, of which only host and port are used. Null for
 * anything else. User names before the host are refused, since their purpose is to mislead.
 */
export function parseHostPort(text: string): HostPort | null {
  const trimmed = text.trim();
  const authority = HTTPS_URL.exec(trimmed)?.[1] ?? trimmed;
  const address = toIpv6(authority);
  if (address !== null) return authority === trimmed ? { host: address, port: null } : null;
  const [, inside, portAfterBracket] = BRACKETED.exec(authority) ?? [];
  if (inside !== undefined) return withPort(toIpv6(inside), portAfterBracket);
  const [, name, port] = NAMED.exec(authority) ?? [];
  return name === undefined ? null : withPort(toIpv4(name) ?? toHostName(name), port);
}

/** The canonical form, which `parseHostPort` reads back: `host`, `host:port` or `[IPv6]:port`. */
export function formatHostPort({ host, port }: HostPort): string {
  if (port === null) return host;
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

function withPort(host: string | null, portText: string | undefined): HostPort | null {
  if (host === null) return null;
  if (portText === undefined) return { host, port: null };
  const port = Number(portText);
  return port >= 1 && port <= 65_535 ? { host, port } : null;
}

import { formatHostPort, parseHostPort } from '../targets/host-port.ts';

/** How queries reach a DNS server: UDP and TCP (RFC 1035), TLS (RFC 7858), or HTTPS (RFC 8484). */
export type DnsTransport = 'dns' | 'tls' | 'https';

/** A DNS server named by a visitor or the operator. */
export interface DnsServerTarget {
  readonly transport: DnsTransport;
  /** An address in canonical form (IPv6 without brackets), or a name as lower-case A-labels. */
  readonly host: string;
  readonly port: number;
  /** The path of the URL for `https`, otherwise empty. */
  readonly path: string;
}

/** IANA port numbers: domain, domain-s, https. */
const defaultPorts: Readonly<Record<DnsTransport, number>> = { dns: 53, tls: 853, https: 443 };
/** The path that public services use; RFC 8484 prescribes none. */
const USUAL_PATH = '/dns-query';
const MAX_LENGTH = 300;
const SCHEME = /^([a-z]+):\/\/([^/?#]*)(.*)$/i;
/** RFC 3986 section 3.3; the template `{?dns}` of RFC 8484 section 3 may follow. */
const PATH = /^(\/[\w.~!$&'()*+,;=:@%/-]*)?(?:\{\?dns\})?$/;

/**
 * Reads `192.0.2.53`, `ns1.example.net`, either with a port, `tls://dns.example` or `https://dns.example/dns-query`; null
 * for anything else. The guard decides which ports are allowed.
 */
export function parseDnsServer(text: string): DnsServerTarget | null {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH || /\s/.test(trimmed)) return null;
  const [, scheme, authority = '', rest = ''] = SCHEME.exec(trimmed) ?? [];
  if (scheme === undefined) return targetOf('dns', trimmed, '');
  const transport = scheme.toLowerCase();
  if (transport === 'tls') return rest === '' || rest === '/' ? targetOf('tls', authority, '') : null;
  if (transport !== 'https') return null;
  const [whole, path = ''] = PATH.exec(rest) ?? [];
  return whole === undefined ? null : targetOf('https', authority, path === '' || path === '/' ? USUAL_PATH : path);
}

function targetOf(transport: DnsTransport, authority: string, path: string): DnsServerTarget | null {
  const read = parseHostPort(authority);
  return read === null ? null : { transport, host: read.host, port: read.port ?? defaultPorts[transport], path };
}

/** The canonical form, which `parseDnsServer` reads back; a default port is omitted. */
export function formatDnsServer({ transport, host, port, path }: DnsServerTarget): string {
  const isUsual = port === defaultPorts[transport];
  if (transport === 'dns') return formatHostPort({ host, port: isUsual ? null : port });
  const bracketed = host.includes(':') ? `[${host}]` : host;
  return `${transport}://${bracketed}${isUsual ? '' : `:${port}`}${path}`;
}

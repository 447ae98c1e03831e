import { networkInterfaces } from 'node:os';
import type { EvidenceExchange } from '@sonde/contract/evidence/evidence';
import { parseAddress } from '../guard/ip-address.ts';
import type { ExchangeStart } from './wire-tap.ts';

/** Replaces the addresses of this server, and of the operator's resolvers and services. */
export interface Disguise {
  /** The peer of an exchange. Each of the operator's resolvers and services has its own documentation address. */
  peer(start: ExchangeStart): EvidenceExchange['peer'];
  /** The octets; if they are text, with addresses of this server replaced. */
  octets(start: ExchangeStart, octets: Uint8Array): { readonly octets: Uint8Array; readonly isReplaced: boolean };
}

/** Documentation addresses (RFC 5737, RFC 3849): these for this server, others for the operator's endpoints. */
const OWN = { 4: '192.0.2.1', 6: '2001:db8::1' } as const;
const OPERATORS = { 4: '198.51.100.', 6: '2001:db8:1::' } as const;
const usualPorts = {
  dns: 53,
  tls: 443,
  starttls: 25,
  whois: 43,
  http: 443,
  ping: null,
  trace: null,
  other: 443,
} as const;
/** Services whose replies may contain the client's address: `250 mx.example at your service, [192.0.2.9]`. */
const textServices: ReadonlySet<string> = new Set(['starttls', 'tls', 'whois', 'http']);
const mailServices: ReadonlySet<string> = new Set(['starttls', 'tls']);
/** Address literals of SMTP (RFC 5321 section 4.1.3). */
const ADDRESS_LITERAL = /\[(?:IPv6:)?[0-9a-f.:]{3,45}\]/gi;

export function createDisguise(): Disguise {
  const known = new Map<string, string>();
  // Read on demand: querying the system takes a while, and most lookups contain no text.
  let own: ReturnType<typeof ownAddresses> | null = null;

  const standIn = (address: string): string => {
    const family = address.includes(':') ? 6 : 4;
    const before = known.get(address);
    if (before !== undefined) return before;
    const made = `${OPERATORS[family]}${known.size + 1}`;
    known.set(address, made);
    return made;
  };

  return {
    peer: ({ peer: { address, port }, host, isOperators, service }) => {
      if (isOperators) {
        return { address: standIn(address), port: port && usualPorts[service], name: null, isReplaced: true };
      }
      const name = host === undefined || parseAddress(host) !== null ? null : host;
      return { address, port, name, isReplaced: false };
    },
    octets: ({ service }, octets) => {
      const first = octets[0] ?? 0;
      // TLS records begin with an octet from 20 to 24 and must stay intact.
      if (!textServices.has(service) || octets.length === 0 || (first >= 20 && first <= 24)) {
        return { octets, isReplaced: false };
      }
      const text = Buffer.from(octets).toString('latin1');
      let replaced = text;
      if (mailServices.has(service) && octets.every((octet) => octet < 0x80))
        replaced = replaced.replace(ADDRESS_LITERAL, `[${OWN[4]}]`);
      own ??= ownAddresses();
      for (const { address, family } of own) replaced = replaced.replaceAll(address, OWN[family]);
      if (replaced === text) return { octets, isReplaced: false };
      return { octets: Buffer.from(replaced, 'latin1'), isReplaced: true };
    },
  };
}

/** The addresses of the non-loopback interfaces. */
function ownAddresses(): { readonly address: string; readonly family: 4 | 6 }[] {
  return Object.values(networkInterfaces()).flatMap((all = []) =>
    all
      .filter(({ internal }) => !internal)
      .map(({ address, family }) => ({ address, family: family === 'IPv6' ? 6 : 4 }) as const),
  );
}

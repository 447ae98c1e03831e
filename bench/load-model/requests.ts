import type { Demand } from './model.ts';

/** Assumed requests of visitors: shares as in `bench/visitors`, and by tool the part that is not cached. */
export interface Kind extends Demand {
  /** An API call that no cached answer serves; `turn` counts them. */
  newPath(turn: number): string;
  /** A call whose answer is cached after the first. */
  readonly knownPath: string;
  /** How many lookups are measured for the cost. */
  readonly samples: number;
}

const call = (name: string, query: Readonly<Record<string, string | number>>) =>
  `/api/v2/${name}?${Object.entries(query)
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&')}`;

/** `tlsPort` is the port of a server for all names below tls.test. */
export function kindsOf(tlsPort: number): Kind[] {
  const ssl = (name: string) => call('sslInfo', { domain: `${name}.tls.test:${tlsPort}` });
  const geo = (address: string) => call('geoIP', { ipOrDomain: address });
  const whois = (name: string) => call('whois', { ipOrDomain: `${name}.both` });
  const dns = (domain: string) => call('dnsRecords', { domain });
  // Addresses in many networks, since each gets at most 20 packets per second.
  const ping = (turn: number) =>
    call('ping', { host: `127.${1 + (turn % 200)}.${1 + (Math.floor(turn / 200) % 250)}.1`, count: 2, interval: 1 });
  return [
    {
      tool: 'dns',
      share: 0.4,
      newShare: 0.4,
      samples: 300,
      newPath: (turn) => dns(`load-${turn}.wild.edge.test`),
      knownPath: dns('plain.test'),
    },
    {
      tool: 'geo',
      share: 0.25,
      newShare: 0.7,
      samples: 300,
      newPath: (turn) =>
        geo(`${1 + (turn % 9)}.${Math.floor(turn / 9) % 250}.8.${1 + (Math.floor(turn / 2250) % 250)}`),
      knownPath: geo('9.9.9.9'),
    },
    {
      tool: 'whois',
      share: 0.15,
      // The lab has one registry, which is queried once per second.
      newShare: 0.02,
      samples: 20,
      newPath: (turn) => whois(`load-${turn}`),
      knownPath: whois('visitor-1'),
    },
    {
      tool: 'ssl',
      share: 0.1,
      newShare: 0.4,
      samples: 60,
      newPath: (turn) => ssl(`load-${turn}`),
      knownPath: ssl('known'),
    },
    { tool: 'ping', share: 0.1, newShare: 1, samples: 60, newPath: ping, knownPath: ping(0) },
  ];
}

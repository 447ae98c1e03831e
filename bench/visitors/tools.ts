/** A lookup that visitors make, and its share of all lookups in percent. */
export interface Errand {
  readonly tool: string;
  readonly share: number;
  /** The path of the API call; `turn` counts the calls of this tool. */
  path(turn: number): string;
}

export interface Targets {
  /** `host:port` of TLS servers. */
  readonly tls: readonly string[];
  /** A zone for the subdomain finder. */
  readonly zone: string;
}

const call = (name: string, query: Readonly<Record<string, string | number>>) =>
  `/api/v2/${name}?${Object.entries(query)
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&')}`;
const one = <Item>(items: readonly Item[], turn: number): Item | undefined => items[turn % items.length];

const known = ['plain.test', 'all.test', 'nsec.test', 'edge.test'];
const broken = ['refused.test', 'bogus.test', 'www.refused.test'];
/** Every fourth lookup is for a new name. */
const name = (turn: number) =>
  turn % 4 === 0 ? `visit-${turn}.plain.test` : one(turn % 4 === 1 ? broken : known, turn >> 2);

/** All tools; visitors use the cheap ones more often. */
export function errandsOf({ tls, zone }: Targets): Errand[] {
  return [
    { tool: 'dns', share: 35, path: (turn) => call('dnsRecords', { domain: name(turn) ?? '' }) },
    { tool: 'geo', share: 25, path: (turn) => call('geoIP', { ipOrDomain: `${1 + (turn % 9)}.${turn % 250}.8.8` }) },
    { tool: 'whois', share: 15, path: (turn) => call('whois', { ipOrDomain: `visitor-${turn % 40}.both` }) },
    { tool: 'ssl', share: 10, path: (turn) => call('sslInfo', { domain: one(tls, turn) ?? '' }) },
    // Each ping goes to a different network, since the limit is 20 packets per second for one network.
    { tool: 'ping', share: 10, path: (turn) => call('ping', { host: `127.1.${turn % 250}.1`, count: 2, interval: 1 }) },
    {
      tool: 'subdomain',
      share: 5,
      path: (turn) => call('subdomainFinder', { domain: turn % 3 === 0 ? zone : 'plain.test' }),
    },
  ];
}

/** What a visitor may ask, and how often of a hundred times. */
export interface Errand {
  readonly tool: string;
  readonly share: number;
  /** A call of the API; `turn` counts all calls of this tool. */
  path(turn: number): string;
}

export interface Targets {
  /** `host:port` of TLS servers. */
  readonly tls: readonly string[];
  /** A zone with names to be found. */
  readonly zone: string;
}

const call = (name: string, query: Readonly<Record<string, string | number>>) =>
  `/api/v2/${name}?${Object.entries(query)
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&')}`;
const one = <Item>(items: readonly Item[], turn: number): Item | undefined => items[turn % items.length];

const known = ['plain.test', 'all.test', 'nsec.test', 'edge.test'];
const broken = ['refused.test', 'bogus.test', 'www.refused.test'];
/** Every fourth lookup is new. */
const name = (turn: number) =>
  turn % 4 === 0 ? `visit-${turn}.plain.test` : one(turn % 4 === 1 ? broken : known, turn >> 2);

/** All tools, the cheap ones more often, as visitors do. */
export function errandsOf({ tls, zone }: Targets): Errand[] {
  return [
    { tool: 'dns', share: 35, path: (turn) => call('dnsRecords', { domain: name(turn) ?? '' }) },
    { tool: 'geo', share: 25, path: (turn) => call('geoIP', { ipOrDomain: `${1 + (turn % 9)}.${turn % 250}.8.8` }) },
    { tool: 'whois', share: 15, path: (turn) => call('whois', { ipOrDomain: `visitor-${turn % 40}.both` }) },
    { tool: 'ssl', share: 10, path: (turn) => call('sslInfo', { domain: one(tls, turn) ?? '' }) },
    // A different network for each: at most 20 packets per second go to one.
    { tool: 'ping', share: 10, path: (turn) => call('ping', { host: `127.1.${turn % 250}.1`, count: 2, interval: 1 }) },
    {
      tool: 'subdomain',
      share: 5,
      path: (turn) => call('subdomainFinder', { domain: turn % 3 === 0 ? zone : 'plain.test' }),
    },
  ];
}

import type { ClosedWorld, DataSettings, NetSettings } from '@sonde/probes';
import * as z from 'zod';

const ENDPOINT = /^(?:127(?:\.\d{1,3}){3}|\[::1\]):\d{1,5}$/;

/** RFC 1122 section 3.2.1.3; as text, which no other spelling of an address passes. */
const LOOPBACK = /^127(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$/;

const loopback = z.string().refine(isLoopback);
/** Something to try on a page: its field gets the target. */
const Target = z.strictObject({
  page: z.string().regex(/^\/[a-z-]*$/),
  field: z.string().regex(/^[A-Za-z]+$/),
  target: z.string().min(1).max(100),
  shows: z.string().min(1).max(200),
});

/** What `npm run demo` says of its world: who is in it, and what there is to try on which page. */
export const Demo = z.strictObject({
  endpoints: z.array(z.string().regex(ENDPOINT)).min(1),
  pings: z.array(loopback),
  handshakes: z.record(loopback, z.int().min(1).max(65_535)),
  targets: z.array(Target).min(1).max(100),
  /** Sentences for single pages. */
  notes: z.record(Target.shape.page, z.string().min(1).max(300)),
});
export type Demo = z.infer<typeof Demo>;

/** All that a demonstration sets; whatever else is set was meant for a server of another kind. */
const VARIABLES = new Set(
  [
    ...['DEMO', 'SELF_TEST', 'DATA_DIR', 'LOG_LEVEL', 'RESOLVERS', 'ALLOW_NETWORKS', 'ALLOW_PORTS', 'CA_FILE'],
    ...['WHOIS_SERVER', 'RDAP_BOOTSTRAP', 'CT_URLS', 'RATE_LIMIT', 'TLS_BUDGET'],
  ].map((name) => `SONDE_${name}`),
);

interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly listenHost: string;
  readonly net: NetSettings | null;
  readonly data: DataSettings | null;
}

/**
 * Why a server must not be a demonstration: nobody but this machine may reach it, and nothing but this machine may be
 * reached by it. Empty for one that may be, and without SONDE_DEMO.
 */
export function demoProblems({ env, listenHost, net, data }: Surroundings): string[] {
  if (env['SONDE_DEMO'] === undefined) return [];
  const foreign = Object.keys(env).filter((name) => /^SONDE_|^DATABASE_URL$/.test(name) && !VARIABLES.has(name));
  const endpoints = data === null ? [] : [data.whoisServer.host, ...urlsOf(data).map((url) => new URL(url).hostname)];
  const networks = net?.allowNetworks ?? [];
  const reasons = [
    [!isLoopback(listenHost), 'HOST must be an address of loopback'],
    [env['NODE_ENV'] === 'production', 'NODE_ENV must not be production'],
    [!(net?.resolvers ?? []).every(({ address }) => isLoopback(address)), 'SONDE_RESOLVERS must be on loopback'],
    [!networks.every(isLoopbackNetwork), 'SONDE_ALLOW_NETWORKS must be within loopback'],
    [!endpoints.every(isLoopback), 'registries and certificate logs must be on loopback'],
    [foreign.length > 0, `${foreign.join(', ')} must not be set`],
  ] as const;
  return reasons.filter(([isWrong]) => isWrong).map(([, reason]) => `SONDE_DEMO is for npm run demo alone: ${reason}.`);
}

/** Outside of which a demonstration contacts nobody. */
export function closedWorldOf(demo: Demo | undefined): ClosedWorld | null {
  if (demo === undefined) return null;
  const { endpoints, pings, handshakes } = demo;
  return { endpoints, pings, handshakes };
}

const urlsOf = ({ rdapBootstrapUrl, certificateSearches }: DataSettings) => [
  rdapBootstrapUrl,
  ...certificateSearches.map(({ url }) => url),
];

function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  return address === '::1' || LOOPBACK.test(address);
}

function isLoopbackNetwork(cidr: string): boolean {
  const [address = '', bits = ''] = cidr.split('/');
  return isLoopback(address) && Number(bits) >= (address === '::1' ? 128 : 8);
}

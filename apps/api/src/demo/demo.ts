import type { ClosedWorld, DataSettings, EngineSettings, Environment } from '@sonde/probes';
import * as z from 'zod';

const ENDPOINT = /^(?:127(?:\.\d{1,3}){3}|\[::1\]):\d{1,5}$/;

/** RFC 1122 section 3.2.1.3. Matched as text, so that no other notation of an address matches. */
const LOOPBACK = /^127(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$/;

/** A network for documentation (RFC 5737), which the internet does not carry: where the demo has a path with routers. */
const PATH_NETWORK = '198.51.100.0/24';
const PATH_ADDRESS = /^198\.51\.100\.(?:25[0-5]|2[0-4]\d|1?\d?\d)$/;

const loopback = z.string().refine(isLoopback);
/** A target to try: its page, and the field that it fills. */
const Target = z.strictObject({
  page: z.string().regex(/^\/[a-z-]*$/),
  field: z.string().regex(/^[A-Za-z]+$/),
  target: z.string().min(1).max(100),
  shows: z.string().min(1).max(200),
});

/** The description from `npm run demo`: the simulated hosts, and the targets to try on each page. */
export const Demo = z.strictObject({
  endpoints: z.array(z.string().regex(ENDPOINT)).min(1),
  pings: z.array(z.string().refine((text) => isLoopback(text) || PATH_ADDRESS.test(text))),
  handshakes: z.record(loopback, z.int().min(1).max(65_535)),
  nameServerPort: z.nullable(z.int().min(1).max(65_535)),
  targets: z.array(Target).min(1).max(100),
  /** A sentence for a page. */
  notes: z.record(Target.shape.page, z.string().min(1).max(300)),
});
export type Demo = z.infer<typeof Demo>;

/** The variables that `npm run demo` sets. Any other variable of Sonde is refused. */
const VARIABLES = new Set(
  [
    ...['DEMO', 'SELF_TEST', 'DATA_DIR', 'LOG_LEVEL', 'RESOLVERS', 'ALLOW_NETWORKS', 'ALLOW_PORTS', 'CA_FILE'],
    ...['WHOIS_SERVER', 'RDAP_BOOTSTRAP', 'CT_URLS', 'RATE_LIMIT', 'LOAD_SHEDDING', 'TOOLS_OFF', 'TLS_BUDGET'],
    ...['WEB_BUDGET', 'PLACES'],
    ...['PUBLIC_RESOLVERS', 'ROOT_HINTS', 'ROOT_ANCHORS', 'WATCH_FLOOR', 'WATCH_CONFIRM'],
  ].map((name) => `SONDE_${name}`),
);

interface Setup {
  readonly env: Environment;
  /** Where the server listens. */
  readonly host: string;
  readonly engines: EngineSettings | null;
}

/**
 * Why this server must not run as a demo: only this machine may reach it, and it may reach only this machine. Empty if
 * nothing is wrong, and without SONDE_DEMO.
 */
export function demoProblems({ env, host, engines }: Setup): string[] {
  if (!env['SONDE_DEMO'] || engines === null) return [];
  const { net, data } = engines;
  const isForeign = (name: string) => /^SONDE_|^DATABASE_URL(?:_FILE)?$/.test(name) && !VARIABLES.has(name);
  const foreign = Object.keys(env).filter((name) => isForeign(name) && env[name] !== '');
  const resolvers = (data.publicResolvers ?? []).map(({ server }) => server.host);
  const registries = [data.whoisServer.host, ...urlsOf(data).map((url) => new URL(url).hostname)];
  const rootAddresses = data.rootHints?.servers.flatMap(({ addresses }) => addresses) ?? [];
  const reasons = [
    [!isLoopback(host), 'HOST must be an address of loopback'],
    [env['NODE_ENV'] === 'production', 'NODE_ENV must not be production'],
    [!net.resolvers.every(({ address }) => isLoopback(address)), 'SONDE_RESOLVERS must be on loopback'],
    [!net.allowNetworks.every(isOwnNetwork), `SONDE_ALLOW_NETWORKS must be within loopback, or ${PATH_NETWORK}`],
    [!rootAddresses.every(isLoopback), 'SONDE_ROOT_HINTS must be on loopback'],
    [!resolvers.every(isLoopback), 'SONDE_PUBLIC_RESOLVERS must be on loopback'],
    [!registries.every(isLoopback), 'registries and certificate logs must be on loopback'],
    [foreign.length > 0, `${foreign.join(', ')} must not be set`],
  ] as const;
  return reasons.filter(([isWrong]) => isWrong).map(([, reason]) => `SONDE_DEMO is for npm run demo alone: ${reason}.`);
}

/** The only hosts that a demo contacts. */
export function closedWorldOf(demo: Demo | null): ClosedWorld | null {
  if (demo === null) return null;
  const { endpoints, pings, handshakes, nameServerPort } = demo;
  return { endpoints, pings, handshakes, nameServerPort };
}

const urlsOf = ({ rdapBootstrapUrl, certificateSearches }: DataSettings) => [
  rdapBootstrapUrl,
  ...certificateSearches.map(({ url }) => url),
];

function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  return address === '::1' || LOOPBACK.test(address);
}

function isOwnNetwork(cidr: string): boolean {
  if (cidr === PATH_NETWORK) return true;
  const [address = '', bits = ''] = cidr.split('/');
  return isLoopback(address) && Number(bits) >= (address === '::1' ? 128 : 8);
}

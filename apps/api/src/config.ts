import {
  type DataSettings,
  type LimitSettings,
  type NetSettings,
  readDataSettings,
  readLimitSettings,
  readNetSettings,
} from '@sonde/probes';
import { type AccountSettings, readAccountSettings, secretProblems } from './accounts/settings.ts';
import { closedWorldOf, type Demo, demoProblems } from './demo/demo.ts';
import { type Ads, Environment } from './environment.ts';
import type { RateLimit } from './limits/allowance.ts';

export type ListenAddress = { readonly path: string } | { readonly host: string; readonly port: number };

/** How this server was set up; read once when it starts. */
export interface Config {
  readonly listen: ListenAddress;
  readonly net: NetSettings;
  readonly data: DataSettings;
  /** What all visitors together may ask of one target. */
  readonly limits: LimitSettings;
  readonly brand: string;
  readonly contactEmail: string;
  /** Origin under which visitors reach the server, without a final slash; null when nobody said. */
  readonly publicUrl: string | null;
  /** Further names under which the server answers. */
  readonly hosts: readonly string[];
  /** Null where none are configured, `off` where not even their placeholder is wanted. */
  readonly ads: Ads | 'off' | null;
  readonly googleMapsKey: string | null;
  readonly tileUrl: string | null;
  /** Addresses and CIDRs of reverse proxies whose X-Forwarded-For counts. */
  readonly trustProxy: readonly string[];
  /** The allowance of one client; null when clients are not limited. */
  readonly rateLimit: RateLimit | null;
  /** Names, addresses and networks that nobody may look up. */
  readonly denyTargets: readonly string[];
  /** Other sites whose pages may call the API. */
  readonly corsOrigins: readonly string[];
  readonly encryptResponses: boolean;
  /** A Redis or Valkey server that several servers share; null when this one is alone. */
  readonly redisUrl: string | null;
  /** Where a second listener tells what happens here; null for nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  readonly logLevel: string;
  readonly accounts: AccountSettings;
  /** Whether the way to the internet is tried after the start. */
  readonly hasSelfTest: boolean;
  /** A world on loopback that is shown in place of the internet; null on every real server. */
  readonly demo: Demo | null;
  /** Set, with our prefix, and read by nothing here. */
  readonly unknownVariables: readonly string[];
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Every bad variable in one sentence each, or the configuration. */
export type ConfigResult =
  | { readonly config: Config; readonly problems: readonly [] }
  | { readonly config: null; readonly problems: readonly string[] };

/** Reads the environment; a variable that is set to nothing counts as not set. */
export function readConfig(variables: Variables): ConfigResult {
  const env = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(env);
  const known = new Set(Object.keys(Environment.shape));
  const { settings, problems: netProblems } = readNetSettings(noting(env, known));
  const { settings: data, problems: dataProblems } = readDataSettings(noting(variables, known));
  const { settings: limits, problems: limitProblems } = readLimitSettings(noting(env, known));
  const ofVariables = sentences(parsed.error?.issues ?? []);
  const ofDemo = parsed.success ? demoProblems({ env, listenHost: parsed.data.HOST, net: settings, data }) : [];
  const problems = [
    ...ofVariables,
    ...secretProblems(env),
    ...netProblems,
    ...dataProblems,
    ...limitProblems,
    ...ofDemo,
  ];
  if (!parsed.success || settings === null || data === null || limits === null || problems.length > 0) {
    return { config: null, problems };
  }
  const values = parsed.data;
  return {
    problems: [],
    config: {
      listen: listenAddress(values.HOST, values.PORT),
      net: { ...settings, closedWorld: closedWorldOf(values.SONDE_DEMO) },
      data,
      limits,
      brand: values.SONDE_BRAND,
      contactEmail: values.SONDE_CONTACT_EMAIL,
      publicUrl: values.SONDE_PUBLIC_URL?.replace(/\/+$/, '') ?? null,
      hosts: values.SONDE_HOSTS,
      ads: values.SONDE_ADS ?? null,
      googleMapsKey: values.SONDE_GOOGLE_MAPS_KEY ?? null,
      tileUrl: values.SONDE_TILE_URL ?? null,
      trustProxy: values.SONDE_TRUST_PROXY,
      rateLimit: values.SONDE_RATE_LIMIT,
      denyTargets: settings.denyTargets,
      corsOrigins: values.SONDE_CORS_ORIGINS,
      encryptResponses: values.SONDE_ENCRYPT_RESPONSES,
      redisUrl: values.SONDE_REDIS_URL ?? null,
      metrics: values.SONDE_METRICS ?? null,
      logLevel: values.SONDE_LOG_LEVEL,
      accounts: readAccountSettings(values),
      hasSelfTest: values.SONDE_SELF_TEST && values.SONDE_DEMO === undefined,
      demo: values.SONDE_DEMO ?? null,
      unknownVariables: Object.keys(env).filter((name) => name.startsWith('SONDE_') && !known.has(name)),
    },
  };
}

/** The same variables; the name of each that is read is added to `read`. */
function noting(variables: Variables, read: Set<string>): Variables {
  return new Proxy(variables, {
    get(target, name) {
      read.add(String(name));
      return Reflect.get(target, name);
    },
  });
}

function listenAddress(host: string, port: number): ListenAddress {
  if (host.includes('/')) return { path: host };
  // For `localhost` Fastify opens a second listener, for ::1, that knows nothing of our limits and error answers.
  return { host: host === 'localhost' ? '127.0.0.1' : host, port };
}

/** One sentence per variable, however much of it is wrong. */
function sentences(issues: readonly { path: PropertyKey[]; message: string }[]): string[] {
  const byVariable = new Map<string, string>();
  for (const { path, message } of issues) {
    const variable = String(path[0]);
    if (!byVariable.has(variable)) byVariable.set(variable, `${variable} ${message}.`);
  }
  return [...byVariable.values()];
}

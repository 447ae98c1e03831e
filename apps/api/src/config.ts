import {
  type EngineSettings,
  type Environment,
  namedFiles,
  type RateLimit,
  readEngineSettings,
  readVariables,
  type UnknownVariable,
  unknownVariables,
  type Values,
  variableNames,
} from '@sonde/probes';
import { type AccountSettings, readAccountSettings, roleProblems, secretProblems } from './accounts/settings.ts';
import { closedWorldOf, type Demo, demoProblems } from './demo/demo.ts';
import { serverVariables, variables } from './environment.ts';
import type { Ads, ConfiguredToken } from './environment-formats.ts';

export type ListenAddress = { readonly path: string } | { readonly host: string; readonly port: number };

export interface WatchSettings {
  readonly isOn: boolean;
  /** The shortest interval. */
  readonly floorSeconds: number;
  /** After how long a changed fact is measured again. */
  readonly confirmSeconds: number;
  /** For how many days changes and states are kept. */
  readonly keptDays: number;
}

/** The configuration of this server, read once at startup. */
export interface Config extends EngineSettings {
  readonly listen: ListenAddress;
  readonly brand: string;
  readonly contactEmail: string;
  /** The address under which visitors reach the server, without a final slash; null if not set. */
  readonly publicUrl: string | null;
  /** Further host names that the server serves. */
  readonly hosts: readonly string[];
  /** Ids of disabled tools. */
  readonly toolsOff: ReadonlySet<string>;
  /** Null: no ads, only their placeholder; `off`: neither. */
  readonly ads: Ads | 'off' | null;
  readonly googleMapsKey: string | null;
  readonly tileUrl: string | null;
  /** Addresses and CIDRs of reverse proxies whose X-Forwarded-For is trusted. */
  readonly trustProxy: readonly string[];
  /** The rate limit of a client; null if clients are not limited. */
  readonly rateLimit: RateLimit | null;
  /** Tokens that need no account. */
  readonly apiTokens: readonly ConfiguredToken[];
  /** Whether `POST /mcp` is enabled. */
  readonly hasMcp: boolean;
  /** Whether agents may connect. */
  readonly hasPlaces: boolean;
  /** The rate limit of each token. */
  readonly tokenRateLimit: RateLimit;
  /** Whether lookups are refused while the process is at its limits. */
  readonly shedsLoad: boolean;
  /** Names, addresses and networks that nobody may look up. */
  readonly denyTargets: readonly string[];
  /** Other sites whose pages may call the API. */
  readonly corsOrigins: readonly string[];
  readonly encryptResponses: boolean;
  /** URL of the Redis or Valkey server that several instances share; null for a single instance. */
  readonly redisUrl: string | null;
  /** Where a second listener serves metrics; null for none. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** Whether that listener makes lookups. */
  readonly hasProbe: boolean;
  /** How long a stopping server still accepts requests. */
  readonly stopDelayMs: number;
  readonly logLevel: string;
  /** How many days results of visitors without an account are kept; 0: nothing can be kept. */
  readonly snapshotDays: number;
  readonly accounts: AccountSettings;
  /** What this process does: pages and the API, jobs in the background, or both. */
  readonly role: 'all' | 'web' | 'work';
  readonly watches: WatchSettings;
  /** Whether the server checks its internet connection after startup. */
  readonly hasSelfTest: boolean;
  /** Whether the server renews its data by itself. */
  readonly updatesData: boolean;
  /** The simulated servers on loopback that stand for the internet; null outside the demo. */
  readonly demo: Demo | null;
  /** Variables with the prefix of Sonde that nothing reads. */
  readonly unknownVariables: readonly UnknownVariable[];
  /** Files named in variables; they may be missing. */
  readonly files: readonly { readonly variable: string; readonly path: string }[];
}

/** The configuration, or all reasons why it is invalid: one sentence for each wrong variable. */
export type ConfigResult =
  | { readonly config: Config; readonly problems: readonly [] }
  | { readonly config: null; readonly problems: readonly string[] };

/** Reads the configuration from the environment. */
export function readConfig(env: Environment): ConfigResult {
  const { settings: values, problems: ownProblems } = readVariables(serverVariables, env);
  const { settings: engines, problems: engineProblems } = readEngineSettings(env);
  const combined = [
    ...secretProblems(env),
    ...roleProblems(env),
    ...(values === null ? [] : demoProblems({ env, host: values.HOST, engines })),
  ];
  const problems = [...ownProblems, ...engineProblems, ...combined];
  if (values === null || engines === null || problems.length > 0) return { config: null, problems };
  return { problems: [], config: toConfig(values, engines, env) };
}

function toConfig(values: Values<typeof serverVariables>, engines: EngineSettings, env: Environment): Config {
  const { SONDE_DEMO: demo } = values;
  return {
    listen: listenAddress(values.HOST, values.PORT),
    ...engines,
    net: { ...engines.net, closedWorld: closedWorldOf(demo) },
    brand: values.SONDE_BRAND,
    contactEmail: values.SONDE_CONTACT_EMAIL,
    publicUrl: values.SONDE_PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    hosts: values.SONDE_HOSTS ?? [],
    toolsOff: new Set(values.SONDE_TOOLS_OFF),
    ads: values.SONDE_ADS,
    googleMapsKey: values.SONDE_GOOGLE_MAPS_KEY,
    tileUrl: values.SONDE_TILE_URL,
    trustProxy: values.SONDE_TRUST_PROXY ?? [],
    rateLimit: values.SONDE_RATE_LIMIT,
    apiTokens: values.SONDE_API_TOKENS ?? [],
    tokenRateLimit: values.SONDE_TOKEN_RATE_LIMIT,
    hasMcp: values.SONDE_MCP,
    hasPlaces: values.SONDE_PLACES,
    shedsLoad: values.SONDE_LOAD_SHEDDING,
    denyTargets: engines.net.denyTargets,
    corsOrigins: values.SONDE_CORS_ORIGINS ?? [],
    encryptResponses: values.SONDE_ENCRYPT_RESPONSES,
    redisUrl: values.SONDE_REDIS_URL,
    metrics: values.SONDE_METRICS,
    hasProbe: values.SONDE_PROBE,
    stopDelayMs: values.SONDE_STOP_DELAY * 1000,
    logLevel: values.SONDE_LOG_LEVEL,
    snapshotDays: values.SONDE_SNAPSHOT_DAYS,
    accounts: readAccountSettings(values, engines.data.dataFolder),
    role: values.SONDE_ROLE,
    watches: {
      isOn: values.SONDE_WATCH,
      floorSeconds: values.SONDE_WATCH_FLOOR,
      confirmSeconds: values.SONDE_WATCH_CONFIRM,
      keptDays: values.SONDE_WATCH_DAYS,
    },
    hasSelfTest: values.SONDE_SELF_TEST && demo === null,
    updatesData: values.SONDE_UPDATE && demo === null,
    demo,
    unknownVariables: unknownVariables(env, variableNames(variables)),
    files: namedFiles(variables, env),
  };
}

function listenAddress(host: string, port: number): ListenAddress {
  if (host.includes('/')) return { path: host };
  // For `localhost` Fastify would open a second listener on ::1, without these limits and error responses.
  return { host: host === 'localhost' ? '127.0.0.1' : host, port };
}

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
} from '@sonde/probes';
import { type AccountSettings, readAccountSettings, secretProblems } from './accounts/settings.ts';
import { closedWorldOf, type Demo, demoProblems } from './demo/demo.ts';
import { serverVariables, variables } from './environment.ts';
import type { Ads, ConfiguredToken } from './environment-formats.ts';

export type ListenAddress = { readonly path: string } | { readonly host: string; readonly port: number };

/** How this server is set up; read once at the start. */
export interface Config extends EngineSettings {
  readonly listen: ListenAddress;
  readonly brand: string;
  readonly contactEmail: string;
  /** Address under which visitors reach the server, without a final slash; null when it is not set. */
  readonly publicUrl: string | null;
  /** Further host names under which the server answers. */
  readonly hosts: readonly string[];
  /** Ids of the tools that are turned off. */
  readonly toolsOff: ReadonlySet<string>;
  /** Null without ads, `off` without their placeholder as well. */
  readonly ads: Ads | 'off' | null;
  readonly googleMapsKey: string | null;
  readonly tileUrl: string | null;
  /** Addresses and CIDRs of reverse proxies whose X-Forwarded-For counts. */
  readonly trustProxy: readonly string[];
  /** The allowance of one client; null where clients are not limited. */
  readonly rateLimit: RateLimit | null;
  /** Tokens that need no account. */
  readonly apiTokens: readonly ConfiguredToken[];
  /** Whether `POST /mcp` answers. */
  readonly hasMcp: boolean;
  /** The allowance of each holder of a token. */
  readonly tokenRateLimit: RateLimit;
  /** Whether lookups are refused while the process is at its limits. */
  readonly shedsLoad: boolean;
  /** Names, addresses and networks that nobody may look up. */
  readonly denyTargets: readonly string[];
  /** Other sites whose pages may call the API. */
  readonly corsOrigins: readonly string[];
  readonly encryptResponses: boolean;
  /** Redis or Valkey, which several instances share; null for a single instance. */
  readonly redisUrl: string | null;
  /** Where a second listener offers metrics; null for nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  readonly logLevel: string;
  /** How many days a result is kept that a visitor without an account has kept; 0: nothing can be kept. */
  readonly snapshotDays: number;
  readonly accounts: AccountSettings;
  /** Whether the server checks its connection to the internet after the start. */
  readonly hasSelfTest: boolean;
  /** The simulated servers on loopback that stand for the internet; null outside of the demo. */
  readonly demo: Demo | null;
  /** Variables with our prefix that nothing reads. */
  readonly unknownVariables: readonly UnknownVariable[];
  /** Files that variables name and that may be missing. */
  readonly files: readonly { readonly variable: string; readonly path: string }[];
}

/** The configuration, or all reasons why it is invalid: one sentence for each wrong variable. */
export type ConfigResult =
  | { readonly config: Config; readonly problems: readonly [] }
  | { readonly config: null; readonly problems: readonly string[] };

/** Reads the environment. */
export function readConfig(env: Environment): ConfigResult {
  const { settings: values, problems: ownProblems } = readVariables(serverVariables, env);
  const { settings: engines, problems: engineProblems } = readEngineSettings(env);
  const combined = [
    ...secretProblems(env),
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
    shedsLoad: values.SONDE_LOAD_SHEDDING,
    denyTargets: engines.net.denyTargets,
    corsOrigins: values.SONDE_CORS_ORIGINS ?? [],
    encryptResponses: values.SONDE_ENCRYPT_RESPONSES,
    redisUrl: values.SONDE_REDIS_URL,
    metrics: values.SONDE_METRICS,
    logLevel: values.SONDE_LOG_LEVEL,
    snapshotDays: values.SONDE_SNAPSHOT_DAYS,
    accounts: readAccountSettings(values, engines.data.dataFolder),
    hasSelfTest: values.SONDE_SELF_TEST && demo === null,
    demo,
    unknownVariables: unknownVariables(env, Object.keys(variables)),
    files: namedFiles(variables, env),
  };
}

function listenAddress(host: string, port: number): ListenAddress {
  if (host.includes('/')) return { path: host };
  // For `localhost` Fastify opens a second listener, on ::1, without our limits and error answers.
  return { host: host === 'localhost' ? '127.0.0.1' : host, port };
}

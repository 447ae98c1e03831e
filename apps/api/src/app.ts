import { report } from '@sonde/contract';
import type { LocalData } from '@sonde/probes';
import {
  createService,
  createToolbox,
  type Service,
  type ServiceOptions,
  type SharedStore,
  targetLimitsOf,
  withoutTools,
} from '@sonde/service';
import type { FastifyInstance } from 'fastify';
import { type Accounts, registerAccounts } from './accounts/accounts.ts';
import type { RecorderFor } from './accounts/history/record-lookups.ts';
import { registerChannels } from './channels/channels.ts';
import type { Config } from './config.ts';
import { registerEntryPoints } from './docs/entry-points.ts';
import { registerDocs } from './docs/register.ts';
import { sealAnswers } from './encryption/register.ts';
import { limitConnections } from './guards/connections.ts';
import { guardRequests } from './guards/guard-requests.ts';
import { createHostGuard } from './guards/host-guard.ts';
import { shedLoad } from './guards/load-shedding.ts';
import { answerBadAddress, answerBrokenRequests } from './guards/malformed-requests.ts';
import { answerOnlyHealth } from './guards/only-health.ts';
import { refuseUnknownParameters } from './guards/parameter-names.ts';
import { compressAnswers } from './http/compression.ts';
import { announceDeprecations } from './http/deprecations.ts';
import { logFailure } from './http/errors.ts';
import { createApp } from './http/fastify-app.ts';
import { createIsSecure } from './http/headers.ts';
import { standardOutput } from './http/log-stream.ts';
import { createOpenRequests } from './http/open-requests.ts';
import { sendRequestFailure } from './http/request-failure.ts';
import { createRequestLog, rememberLookups } from './http/request-log.ts';
import { createStopping, type Stopping } from './http/stopping.ts';
import { createBackground } from './jobs/background.ts';
import { trustedProxies } from './limits/client.ts';
import { type ClientLimits, createClientLimits } from './limits/limits.ts';
import { registerLists } from './lists/register.ts';
import { createReadQuery } from './lookups/read-query.ts';
import { registerTools } from './lookups/tool-routes.ts';
import { registerMcp } from './mcp/register.ts';
import { createMetricsListener } from './metrics/listener.ts';
import { createMetrics, type Metrics, noMetrics } from './metrics/metrics.ts';
import { createProbe } from './metrics/probe.ts';
import { type OpenPlaces, openPlaces, registerPlaces } from './places/register.ts';
import type { Reachability } from './reachability/check-reachability.ts';
import { registerReport } from './reports/report-route.ts';
import type { ServerDependencies, SondeServer } from './server-dependencies.ts';
import { registerSnapshots } from './snapshots/register.ts';
import { registerSnapshotPages } from './snapshots/snapshot-pages.ts';
import { registerDiscovery } from './status/discovery.ts';
import { registerStatus } from './status/register.ts';
import { openShared } from './stores/open-shared.ts';
import { openStore, registryTurnsOf } from './stores/open-store.ts';
import { endRepeatedStreams } from './streams/ended-streams.ts';
import { type StreamTiming, streamTiming } from './streams/event-stream.ts';
import { createAccountTokens } from './tokens/account-tokens.ts';
import { createTokenRate, registerTokens } from './tokens/register.ts';
import { createTokenGuesses } from './tokens/token-guesses.ts';
import { registerTokenCalls } from './tokens/token-routes.ts';
import { startWatches } from './watches/start-watches.ts';
import { reachabilityNotice } from './web/notice.ts';
import { loadPages, type Pages } from './web/pages.ts';
import { registerWeb } from './web/serve.ts';
import { registerSiteConfig } from './web/site-config.ts';

export type { ServerDependencies, SondeServer } from './server-dependencies.ts';

function lookupPaths({ tools }: Service): ReadonlySet<string> {
  return new Set([report.path, ...tools.flatMap(({ path, alsoAt = [] }) => [path, ...alsoAt])]);
}

/**
 * Builds the whole server, without listening yet.
 * @throws StartProblem if the web app has not been built.
 */
export async function buildServer(config: Config, dependencies: ServerDependencies): Promise<SondeServer> {
  const pages = dependencies.webRoot === null ? null : await loadPages(dependencies.webRoot, config);
  const { app, stopping, isSecure, connections } = await createGuardedApp(config, dependencies, pages);
  const counted = config.metrics === null ? noMetrics : await createMetrics();
  counted.watchConnections(connections);
  const shared = await openShared(app, config);
  const { net, data, now = () => performance.now() } = dependencies;
  const store = openStore(app, config, dependencies);
  const turns = registryTurnsOf(store);
  const { toolbox = createToolbox(net, data, targetLimitsOf(config.limits, shared, turns)) } = dependencies;
  const service = serviceOf(app, config, { toolbox, now, shared, metrics: counted });
  refuseUnknownParameters(app, lookupPaths(service));
  const limits = createClientLimits(service.allowances, shared !== null);
  const accounts = await registerAccounts(app, {
    ...dependencies,
    config,
    store,
    isSecure,
    now,
    shared,
    limits,
    tools: new Set([...Object.keys(toolbox.tools), report.id]),
  });
  const { streamTiming: timing = streamTiming } = dependencies;
  const { recorderFor } = accounts;
  registerLookups(app, config, { service, data, timing, stopping, metrics: counted, limits, recorderFor });
  const places = await openPlaces(app, config, { service, accounts, shared, now });
  const kept = { ...dependencies, service, accounts, limits, now, shared, pages, stopping, places };
  const { background, channels } = await registerKept(app, config, kept);
  counted.watchJobs(background.counts);
  if (places !== null) await registerPlaces(app, config, places, { service, limits, stopping, timing, shared, now });
  let reachability: Reachability | null = null;
  const reported = { stopping, limits, metrics: counted, shared, accounts, reachability: () => reachability };
  registerStatus(app, config, { ...dependencies, ...reported });
  await registerSite(app, config, dependencies, pages);
  const metrics = createMetricsListener(counted.text, config.hasProbe ? createProbe(service) : null);
  return {
    app,
    accounts,
    channels,
    background,
    metrics,
    async begin() {
      await accounts.begin();
      await background.begin().catch((err: unknown) => app.log.error({ err }, 'the jobs cannot be opened'));
    },
    async setReachability(found) {
      reachability = found;
      await pages?.setNotice(reachabilityNotice(found));
    },
    async stop() {
      await stopping.stop(app);
      await background.stop();
      await accounts.close();
      shared?.close();
      await metrics.close();
    },
  };
}

/** The HTTP server with all that a request must pass before it reaches a route. */
async function createGuardedApp(config: Config, dependencies: ServerDependencies, pages: Pages | null) {
  const { logStream = standardOutput() } = dependencies;
  const openRequests = createOpenRequests(createRequestLog(logStream, config.logLevel));
  const stopping = createStopping(openRequests, { delayMs: config.stopDelayMs, drainMs: dependencies.drainMs });
  const isProxy = trustedProxies(config.trustProxy);
  const refuseOtherHosts = createHostGuard({ publicUrl: config.publicUrl, hosts: config.hosts, isProxy });
  const isSecure = createIsSecure(config.publicUrl);
  const answers = {
    clientErrorHandler: answerBrokenRequests(openRequests, config.publicUrl),
    frameworkErrors: answerBadAddress(config.encryptResponses, pages, { refuseOtherHosts, isSecure }),
  };
  const app = createApp(config, isProxy, answers, logStream);
  app.server.on('connection', openRequests.watch);
  const { maxConnections: maxInAll } = dependencies;
  const isLimited = config.rateLimit !== null;
  const { isAnswering } = openRequests;
  const connections = limitConnections(app, {
    isProxy,
    isLimited,
    isAnswering,
    ...(maxInAll === undefined ? {} : { maxInAll }),
  });

  if (config.role === 'work') answerOnlyHealth(app);
  rememberLookups(app);
  guardRequests(app, config, { refuseOtherHosts, openRequests, stopping, isSecure });
  if (config.shedsLoad) await shedLoad(app, dependencies.maxEventLoopDelayMs);
  announceDeprecations(app, dependencies.deprecations);
  endRepeatedStreams(app);
  encodeAnswers(app, config);
  return { app, stopping, isSecure, connections };
}

/** Encrypted answers are not compressed. */
function encodeAnswers(app: FastifyInstance, { encryptResponses }: Config): void {
  if (encryptResponses) sealAnswers(app);
  compressAnswers(app);
}

interface KeptParts extends Pick<ServerDependencies, 'net' | 'wallClock'> {
  readonly service: Service;
  readonly accounts: Accounts;
  readonly limits: ClientLimits;
  readonly now: () => number;
  readonly shared: SharedStore | null;
  readonly pages: Pages | null;
  readonly stopping: Stopping;
  /** Null if places are turned off. */
  readonly places: OpenPlaces | null;
}

type Kept = Pick<SondeServer, 'background' | 'channels'>;

/** Registers what is stored for an owner: tokens, results, channels and lists, and the access of agents to them. */
async function registerKept(app: FastifyInstance, config: Config, parts: KeptParts): Promise<Kept> {
  const { service, accounts, limits, now, shared, pages, stopping } = parts;
  const { store, visitors } = accounts;
  const { publicUrl, corsOrigins, hasMcp } = config;
  const tokens = createAccountTokens(store, now);
  registerTokens(app, config, { limits, others: tokens, guesses: createTokenGuesses(now, shared) });
  await registerTokenCalls(app, { tokens, visitors, limits, publicUrl, hasMcp });
  const snapshots = await registerSnapshots(app, { config, service, store, visitors, limits, now, shared });
  registerSnapshotPages(app, { snapshots, limits, pages, brand: config.brand });
  const { net, wallClock, places } = parts;
  const background = createBackground({ store, log: app.log, works: config.role !== 'web' });
  const inBackground =
    places === null ? null : { ...places, now, reachesWorkers: config.role === 'all' || shared !== null };
  const watches = await startWatches(app, {
    config,
    service,
    store,
    visitors,
    limits,
    snapshots,
    background,
    places: inBackground,
    startChannels: (wake) =>
      registerChannels(app, {
        config,
        store,
        net,
        visitors,
        limits,
        stopping,
        now,
        shared,
        ...(wallClock === undefined ? {} : { wallClock }),
        wake,
      }),
  });
  const common = { service, limits, stopping, publicUrl, corsOrigins };
  const lists = await registerLists(app, { ...common, store, visitors, background, places: inBackground });
  const hasReport = !config.toolsOff.has(report.id);
  const placeCalls = places?.calls ?? null;
  if (hasMcp) registerMcp(app, { ...common, hasReport, lists, watches: watches.own, snapshots, placeCalls });
  return { background, channels: watches.channels };
}

/** Registers what visitors and programs can read without a lookup. */
async function registerSite(
  app: FastifyInstance,
  config: Config,
  { deprecations }: ServerDependencies,
  pages: Pages | null,
): Promise<void> {
  registerDiscovery(app, config);
  registerEntryPoints(app);
  registerDocs(app, config, pages, deprecations);
  if (pages === null) {
    registerSiteConfig(app, config);
    app.setNotFoundHandler((_request, reply) => sendRequestFailure(reply, 404));
  } else await registerWeb(app, pages);
}

interface ServiceParts extends Pick<ServiceOptions, 'toolbox' | 'now' | 'shared'> {
  readonly metrics: Metrics;
}

function serviceOf({ log }: FastifyInstance, config: Config, { metrics, toolbox, ...parts }: ServiceParts): Service {
  const { rateLimit, denyTargets, toolsOff } = config;
  return createService({
    ...parts,
    rateLimit,
    tokenRate: createTokenRate(config),
    denyTargets,
    toolbox: withoutTools(toolbox, toolsOff),
    onFailure: (failure, tool) => logFailure(log, failure, { tool }),
    onMeasured: metrics.observeMeasurement,
    onMalformed: metrics.countDropped,
  });
}

interface LookupParts {
  readonly service: Service;
  readonly data: LocalData;
  readonly timing: StreamTiming;
  readonly stopping: Stopping;
  readonly metrics: Metrics;
  readonly limits: ClientLimits;
  readonly recorderFor: RecorderFor;
}

/** Registers the routes of the tools, and of reports and lists composed of them. */
function registerLookups(app: FastifyInstance, config: Config, parts: LookupParts): void {
  const { encryptResponses, toolsOff } = config;
  const { service, data, timing, stopping, metrics, limits, recorderFor } = parts;
  const hasReport = !toolsOff.has(report.id);
  metrics.watchPlaces(service.slots);
  const shared = {
    service,
    data,
    limits,
    stopping,
    recorderFor,
    streams: { timing, isSealed: encryptResponses },
    onAnswer: metrics.countAnswer,
  };
  registerTools(app, { ...shared, readQuery: createReadQuery(service) });
  if (hasReport) registerReport(app, shared);
}

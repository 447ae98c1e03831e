import type { LocalData, Net, NodeNet } from '@sonde/probes';
import { type FastifyInstance, type FastifyServerOptions, fastify, LogController } from 'fastify';
import { type Accounts, registerAccounts } from './accounts/accounts.ts';
import type { NoteFor } from './accounts/lookup-notes.ts';
import { answerBadAddress, answerBrokenRequests } from './broken-request.ts';
import type { Config } from './config.ts';
import { createSiteGuard } from './cross-site.ts';
import { registerDiscovery } from './discovery.ts';
import { registerDocs } from './docs/register.ts';
import { sealAnswers } from './encryption/register.ts';
import { BODY_LIMIT_BYTES, createEarlyRefusal, logFailure, type Refuse, sendError } from './errors.ts';
import { createIsSecure, setStrictHeaders } from './headers.ts';
import { registerHealth } from './health.ts';
import { createHostGuard, toOriginForm } from './host-guard.ts';
import { createInFlight, type InFlight } from './in-flight.ts';
import { type AllowanceStore, createMemoryAllowances, type RateLimit } from './limits/allowance.ts';
import { type IsProxy, trustedProxies } from './limits/client.ts';
import { limitConnections } from './limits/connections.ts';
import { createRefuseDenied } from './limits/denied.ts';
import { createClientAllowances, createLimits, type Limits, unlimited } from './limits/limits.ts';
import { type LogStream, standardOutput } from './log-stream.ts';
import { answerShapeOf } from './lookups/answer-shape.ts';
import { createLookups } from './lookups/lookups.ts';
import { createRechecks } from './lookups/rechecks.ts';
import type { SharedLookups } from './lookups/shared-lookups.ts';
import { createMetricsListener } from './metrics/listener.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import { registerMyIp } from './my-ip.ts';
import { refuseUnknownParameters } from './parameter-names.ts';
import { shedLoad } from './pressure.ts';
import { createReadQuestion } from './questions.ts';
import { sendRequestFailure } from './request-failure.ts';
import { createRequestIds } from './request-ids.ts';
import { createRequestLog, logBase, rememberLookups } from './request-log.ts';
import { createStopping, type Stopping } from './stopping.ts';
import { createSharedAllowances } from './stores/shared-allowances.ts';
import { createSharedLookups } from './stores/shared-lookups.ts';
import type { SharedMemory } from './stores/shared-memory.ts';
import { targetLimitsOf } from './stores/shared-target-limits.ts';
import { type StreamTiming, streamTiming } from './streams/event-stream.ts';
import { registerTools } from './tool-routes.ts';
import { createToolbox, type Toolbox } from './toolbox.ts';
import type { WayOut } from './way-out/try-way-out.ts';
import { wayOutNotice } from './web/notice.ts';
import { loadPages } from './web/pages.ts';
import { registerWeb } from './web/serve.ts';
import { registerSiteConfig } from './web/site-config.ts';

export interface Surroundings {
  readonly net: Net;
  readonly data: LocalData;
  /** How this machine can ping, for `/readyz`; default: not at all. */
  readonly pingWays?: NodeNet['pingWays'];
  /** The folder that the build of the web has written; null when something else serves the pages. */
  readonly webRoot: string | null;
  /** Every tool, measured through `net`, unless a test brings its own. */
  readonly toolbox?: Toolbox;
  /** Milliseconds of a clock that never goes back; for tests of freshness. */
  readonly now?: () => number;
  /** How late the event loop may be before lookups are refused; 0, for tests of anything else, bears all. */
  readonly maxEventLoopDelayMs?: number;
  /** Where log lines go; standard output unless said otherwise. */
  readonly logStream?: LogStream;
  /** How long a stop waits for lookups under way. */
  readonly drainMs?: number;
  readonly streamTiming?: StreamTiming;
  /** How many connections there may be in all; a test has fewer. */
  readonly maxConnections?: number;
  /** Milliseconds since 1970; for tests of what is kept for a time. */
  readonly wallClock?: () => number;
  /** Milliseconds since this machine was started; for the same tests. */
  readonly uptime?: () => number;
  /** Where the keys of ID tokens are; Google's unless a test brings its own. */
  readonly firebaseKeysUrl?: string;
}

export interface SondeServer {
  readonly app: FastifyInstance;
  readonly accounts: Accounts;
  /** The second listener, for those who watch this server. */
  readonly metrics: FastifyInstance;
  /** For `/readyz` and, where something does not work, above the pages. */
  tellWayOut(wayOut: WayOut): Promise<void>;
  /** Finishes what was taken, then closes every connection. */
  stop(): Promise<void>;
}

const noPingWays: NodeNet['pingWays'] = async () => ({ ipv4: null, ipv6: null });

/**
 * The whole server, not yet listening.
 * @throws StartProblem when the web has not been built.
 */
export async function buildServer(config: Config, surroundings: Surroundings): Promise<SondeServer> {
  const pages = surroundings.webRoot === null ? null : await loadPages(surroundings.webRoot, config);
  const { logStream = standardOutput() } = surroundings;
  const inFlight = createInFlight(createRequestLog(logStream, config.logLevel));
  const stopping = createStopping(inFlight, surroundings.drainMs);
  const isProxy = trustedProxies(config.trustProxy);
  const refuseOtherHosts = createHostGuard({ publicUrl: config.publicUrl, hosts: config.hosts, isProxy });
  const answers = {
    clientErrorHandler: answerBrokenRequests(inFlight),
    frameworkErrors: answerBadAddress(config.encryptResponses, pages, refuseOtherHosts),
  };
  const app = createApp(config, isProxy, answers, logStream);
  app.server.on('connection', inFlight.watch);
  const { maxConnections: maxInAll } = surroundings;
  const isLimited = config.rateLimit !== null;
  const { isAnswering } = inFlight;
  const connections = limitConnections(app, {
    ...{ isProxy, isLimited, isAnswering },
    ...(maxInAll === undefined ? {} : { maxInAll }),
  });

  rememberLookups(app);
  const isSecure = guardRequests(app, config, { refuseOtherHosts, inFlight, stopping });
  await shedLoad(app, surroundings.maxEventLoopDelayMs);
  if (config.encryptResponses) sealAnswers(app);

  const counted = createMetrics();
  counted.watchConnections(connections);
  const shared = await shareMemory(app, config);
  const { net, data, now = () => performance.now() } = surroundings;
  const { toolbox = createToolbox(net, data, targetLimitsOf(config.limits, shared)) } = surroundings;
  refuseUnknownParameters(app, new Set(Object.values(toolbox.tools).map(({ path }) => path)));
  const limits = limitsOf(config, now, shared);
  const accounts = await registerAccounts(app, {
    ...surroundings,
    config,
    isSecure,
    now,
    shared,
    limits,
    tools: new Set(Object.keys(toolbox.tools)),
  });
  const { streamTiming: timing = streamTiming } = surroundings;
  const { noteFor } = accounts;
  registerLookups(app, config, { toolbox, now, timing, stopping, metrics: counted, shared, limits, noteFor });
  let known: WayOut | null = null;
  const { pingWays = noPingWays } = surroundings;
  registerHealth(app, stopping, { shared, accounts, data, pingWays, wayOut: () => known });
  registerDiscovery(app, config);
  registerDocs(app, config);
  if (pages === null) {
    registerSiteConfig(app, config);
    app.setNotFoundHandler((_request, reply) => sendRequestFailure(reply, 404));
  } else await registerWeb(app, pages);
  const metrics = createMetricsListener(counted.text);
  return {
    app,
    accounts,
    metrics,
    async tellWayOut(wayOut) {
      known = wayOut;
      await pages?.setNotice(wayOutNotice(wayOut));
    },
    async stop() {
      await stopping.stop(app);
      await accounts.close();
      shared?.close();
      await metrics.close();
    },
  };
}

interface RequestGuards {
  readonly refuseOtherHosts: Refuse;
  readonly inFlight: InFlight;
  readonly stopping: Stopping;
}

/** What happens to every request before it is read. Gives back how it is known that one came by https. */
function guardRequests(
  app: FastifyInstance,
  { corsOrigins, publicUrl }: Config,
  { refuseOtherHosts, inFlight, stopping }: RequestGuards,
): ReturnType<typeof createIsSecure> {
  const refusals = [refuseOtherHosts, createSiteGuard(corsOrigins, publicUrl), createEarlyRefusal(app)];
  const isSecure = createIsSecure(publicUrl);
  app.addHook('onRequest', (request, reply, done) => {
    inFlight.add(reply);
    setStrictHeaders(reply, isSecure);
    if (stopping.isStopping) reply.header('connection', 'close');
    if (!refusals.some((refuse) => refuse(request, reply))) done();
  });
  return isSecure;
}

/** What is shared with other servers, or null when this one is alone. */
async function shareMemory({ log }: FastifyInstance, { redisUrl }: Config): Promise<SharedMemory | null> {
  if (redisUrl === null) return null;
  // Only where it is wanted: most servers are alone.
  const { openSharedMemory } = await import('./stores/shared-memory.ts');
  return openSharedMemory(redisUrl, (isReachable, reason) => {
    if (isReachable) log.info('the shared store is reached: answers, lookups and allowances are shared');
    else log.warn({ reason }, 'the shared store cannot be reached: this server goes on by itself');
  });
}

interface LookupParts {
  readonly toolbox: Toolbox;
  readonly now: () => number;
  readonly timing: StreamTiming;
  readonly stopping: Stopping;
  readonly metrics: Metrics;
  readonly shared: SharedMemory | null;
  readonly limits: Limits;
  readonly noteFor: NoteFor;
}

/** The routes of the tools, and what they need. */
function registerLookups(app: FastifyInstance, config: Config, parts: LookupParts): void {
  const { toolbox, now, timing, stopping, metrics, shared, limits, noteFor } = parts;
  const lookups = createLookups({
    toolbox,
    now,
    onFailure: (failure, tool) => logFailure(app.log, failure, { tool }),
    onMeasured: metrics.observeMeasurement,
    shared: shared && shareLookups(shared, toolbox, metrics),
  });
  metrics.watchPlaces(lookups.places);
  registerMyIp(app, limits);
  registerTools(app, {
    tools: Object.values(toolbox.tools),
    readQuestion: createReadQuestion(toolbox),
    lookups,
    stopping,
    limits,
    rechecks: createRechecks(Object.values(toolbox.tools), (limit) => allowancesOf(limit, now, shared)),
    refuseDenied: createRefuseDenied(config.denyTargets),
    streams: { timing, isSealed: config.encryptResponses },
    noteFor,
    onAnswer: metrics.countAnswer,
  });
}

function shareLookups(memory: SharedMemory, { tools }: Toolbox, { countDropped }: Metrics): SharedLookups {
  const shapes = new Map(Object.values(tools).map((tool) => [tool.id, answerShapeOf(tool)]));
  return createSharedLookups({ memory, shapes, onMalformed: countDropped });
}

function limitsOf({ rateLimit }: Config, now: () => number, shared: SharedMemory | null): Limits {
  if (rateLimit === null) return unlimited;
  return createLimits(
    rateLimit,
    createClientAllowances(rateLimit, (limit) => allowancesOf(limit, now, shared)),
  );
}

/** Counted here, or with all servers that share a store. */
function allowancesOf(limit: RateLimit, now: () => number, shared: SharedMemory | null): AllowanceStore {
  const own = createMemoryAllowances(limit, now);
  return shared === null ? own : createSharedAllowances(shared, limit, own);
}

/** Limits against clients that send slowly, much, or nothing at all. */
function createApp(
  config: Config,
  isProxy: IsProxy | null,
  answers: Pick<FastifyServerOptions, 'clientErrorHandler' | 'frameworkErrors'>,
  stream: LogStream,
): FastifyInstance {
  const app = fastify({
    logger: { level: config.logLevel, base: logBase, stream },
    // One logger for all requests: their lines say which they are about.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestIds(),
    requestIdHeader: false,
    rewriteUrl: ({ url = '/' }) => toOriginForm(url),
    trustProxy: isProxy ?? false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: 10_000,
    // Longer than any lookup: only for clients that are gone without a word, or never read.
    connectionTimeout: 65_000,
    keepAliveTimeout: 5_000,
    forceCloseConnections: 'idle',
    // Requests that arrive during the stop are answered like all others, with an envelope.
    return503OnClosing: false,
    http: {
      headersTimeout: 5_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 8 * 1024,
      // A missing Host field is refused with an envelope instead of an empty answer.
      requireHostHeader: false,
    },
    ...answers,
  });
  app.setErrorHandler(sendError);
  // Node's own answer to an unknown Expect field has no body.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
  return app;
}

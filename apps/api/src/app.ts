import { randomUUID } from 'node:crypto';
import { measure, type Net } from '@sonde/probes';
import { type FastifyInstance, type FastifyServerOptions, fastify, LogController } from 'fastify';
import { answerBrokenRequests } from './broken-request.ts';
import type { Config } from './config.ts';
import { registerDiscovery } from './discovery.ts';
import { registerDocs } from './docs/register.ts';
import { BODY_LIMIT_BYTES, logFailure, refuseEarly, sendError } from './errors.ts';
import { strictHeaders, TRANSPORT_SECURITY } from './headers.ts';
import { registerHealth } from './health.ts';
import { createInFlight } from './in-flight.ts';
import { createLookups } from './lookups/lookups.ts';
import { sendRequestFailure } from './request-failure.ts';
import { logRequests } from './request-log.ts';
import { createStopping } from './stopping.ts';
import { registerTools } from './tool-routes.ts';
import { loadPages } from './web/pages.ts';
import { registerWeb } from './web/serve.ts';

export interface Surroundings {
  readonly net: Net;
  /** The folder that the build of the web has written; null when something else serves the pages. */
  readonly webRoot: string | null;
  /** Milliseconds of a clock that never goes back; for tests of freshness. */
  readonly now?: () => number;
  /** Where log lines go; standard output unless said otherwise. */
  readonly logStream?: { write(line: string): void };
  /** How long a stop waits for lookups under way. */
  readonly drainMs?: number;
}

export interface SondeServer {
  readonly app: FastifyInstance;
  /** Finishes what was taken, then closes every connection. */
  stop(): Promise<void>;
}

const MAX_CONNECTIONS = 2000;

/**
 * The whole server, not yet listening.
 * @throws StartProblem when the web has not been built.
 */
export async function buildServer(config: Config, surroundings: Surroundings): Promise<SondeServer> {
  const { net, webRoot, now = () => performance.now(), drainMs } = surroundings;
  const pages = webRoot === null ? null : await loadPages(webRoot, config);
  const inFlight = createInFlight();
  const stopping = createStopping(inFlight, drainMs);
  const app = createApp(config, answerBrokenRequests(inFlight), surroundings.logStream);
  app.server.maxConnections = MAX_CONNECTIONS;

  const fixedHeaders = config.publicUrl?.startsWith('https:')
    ? { ...strictHeaders, 'strict-transport-security': TRANSPORT_SECURITY }
    : strictHeaders;
  app.addHook('onRequest', (request, reply, done) => {
    inFlight.add(reply);
    reply.headers(fixedHeaders).header('x-request-id', request.id);
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping.isStopping) reply.header('connection', 'close');
    done();
  });
  logRequests(app);
  refuseEarly(app);

  const lookups = createLookups({
    measure: (checked, signal) => measure(checked, { net, signal }),
    now,
    onFailure: (failure, tool) => logFailure(app.log, failure, tool),
  });
  registerTools(app, { lookups, stopping });
  registerHealth(app, stopping);
  registerDiscovery(app, config);
  registerDocs(app, config);
  if (pages === null) app.setNotFoundHandler((_request, reply) => sendRequestFailure(reply, 404));
  else await registerWeb(app, pages);
  return { app, stop: () => stopping.stop(app) };
}

/** Limits against clients that send slowly, much, or nothing at all. */
function createApp(
  config: Config,
  clientErrorHandler: NonNullable<FastifyServerOptions['clientErrorHandler']>,
  stream: Surroundings['logStream'],
): FastifyInstance {
  const app = fastify({
    logger: { level: config.logLevel, ...(stream === undefined ? {} : { stream }) },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: 10_000,
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
    clientErrorHandler,
    frameworkErrors: (error, request, reply) => {
      reply.headers(strictHeaders).header('x-request-id', request.id);
      sendError(error, request, reply);
    },
  });
  app.setErrorHandler(sendError);
  // Node's own answer to an unknown Expect field has no body.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
  return app;
}

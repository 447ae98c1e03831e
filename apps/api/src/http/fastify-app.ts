import { type FastifyInstance, type FastifyServerOptions, fastify, LogController } from 'fastify';
import type { Config } from '../config.ts';
import { toOriginForm } from '../guards/host-guard.ts';
import type { IsProxy } from '../limits/client.ts';
import { BODY_LIMIT_BYTES, sendError } from './errors.ts';
import type { LogStream } from './log-stream.ts';
import { createRequestIds } from './request-ids.ts';
import { logBase } from './request-log.ts';

/** Creates the Fastify app with limits against clients that send slowly, too much, or nothing at all. */
export function createApp(
  config: Config,
  isProxy: IsProxy | null,
  answers: Pick<FastifyServerOptions, 'clientErrorHandler' | 'frameworkErrors'>,
  stream: LogStream,
): FastifyInstance {
  const app = fastify({
    logger: { level: config.logLevel, base: logBase, stream },
    // One logger for all requests: lines of the request log identify the request.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestIds(),
    requestIdHeader: false,
    rewriteUrl: ({ url = '/' }) => toOriginForm(url),
    trustProxy: isProxy ?? false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: 10_000,
    // Longer than any lookup: ends connections whose client has vanished, or never reads.
    connectionTimeout: 65_000,
    keepAliveTimeout: 5_000,
    forceCloseConnections: 'idle',
    // Requests that arrive while the server stops get an envelope like all others.
    return503OnClosing: false,
    http: {
      headersTimeout: 5_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 8 * 1024,
      // A missing Host field is refused with an envelope instead of Node's empty answer.
      requireHostHeader: false,
    },
    ...answers,
  });
  app.setErrorHandler(sendError);
  // Node's own answer to an unknown Expect field has no body.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
  return app;
}

import type { FastifyInstance } from 'fastify';
import { wantsStream } from './wants-stream.ts';

/** The id of the last event of a stream. */
export const LAST_EVENT_ID = 'end';

/**
 * An EventSource connects again after the end of a stream (HTML, section 9.2.3), which would repeat the lookup every few seconds.
 * It sends the id of the last event then; 204 tells it to stop.
 */
export function endRepeatedStreams(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.headers['last-event-id'] === LAST_EVENT_ID && wantsStream(request)) reply.code(204).send();
    else done();
  });
}

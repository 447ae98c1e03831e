import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { createEarlyRefusal, type Refuse } from '../http/errors.ts';
import { type IsSecure, setStrictHeaders } from '../http/headers.ts';
import type { OpenRequests } from '../http/open-requests.ts';
import type { Stopping } from '../http/stopping.ts';
import { createSiteGuard } from './cross-site.ts';
import { limitUnreadAnswers } from './unread-answers.ts';

interface RequestGuards {
  readonly refuseOtherHosts: Refuse;
  readonly openRequests: OpenRequests;
  readonly stopping: Stopping;
  readonly isSecure: IsSecure;
}

/** Installs the checks that every request must pass before it is read, and every answer before it is sent. */
export function guardRequests(
  app: FastifyInstance,
  { corsOrigins, publicUrl, rateLimit }: Config,
  { refuseOtherHosts, openRequests, stopping, isSecure }: RequestGuards,
): void {
  const refusals = [refuseOtherHosts, createSiteGuard(corsOrigins, publicUrl), createEarlyRefusal(app)];
  app.addHook('onRequest', (request, reply, done) => {
    openRequests.add(reply);
    setStrictHeaders(reply, isSecure);
    if (!stopping.isReady) reply.header('connection', 'close');
    if (!refusals.some((refuse) => refuse(request, reply))) done();
  });
  limitUnreadAnswers(app, rateLimit !== null);
}

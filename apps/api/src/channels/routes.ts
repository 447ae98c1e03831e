import { answerEnvelope, ToolError } from '@sonde/contract';
import { channelKinds, channelPaces } from '@sonde/contract/watch/channel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { EntryPath, read } from '../accounts/bodies.ts';
import { createForgeryGuard } from '../accounts/same-origin.ts';
import { personOf, type Visitors } from '../accounts/visitors.ts';
import { ClientGone, startRequestDeadline } from '../http/request-deadline.ts';
import type { Stopping } from '../http/stopping.ts';
import { clientOf, networkOf } from '../limits/client.ts';
import type { ClientLimits } from '../limits/limits.ts';
import { checkScope } from '../tokens/register.ts';
import type { ChannelActions } from './own-channels.ts';

export interface ChannelRouteOptions {
  readonly own: ChannelActions;
  readonly visitors: Visitors;
  readonly limits: ClientLimits;
  readonly publicUrl: string | null;
  readonly corsOrigins: readonly string[];
  readonly stopping: Stopping;
}

/** Units for the calls that send something to a stranger's server, and for the others. */
const SENDING_COST = 5;
const READ_COST = 0.25;
/** A message takes at most ten seconds, a mail twenty more. */
const SEND_BUDGET_MS = 40_000;
const MAX_ADDRESS = 1_000;
const MAX_CODE = 20;

const NewChannel = z.strictObject({
  kind: z.enum(channelKinds, 'There is no such kind of channel.'),
  address: z.string('Please enter an address').max(MAX_ADDRESS, 'The address is too long.'),
  pace: z.enum(channelPaces, 'There is no such pace.').default('at-once'),
});
const Proof = z.strictObject({ code: z.string('Please enter the code').max(MAX_CODE, 'This is not the code.') });

interface WithId {
  readonly Params: { readonly id: string };
}

/** The owner of channels: the member, also with a token of this member. */
async function ownerOfChannels(visitors: Visitors, request: FastifyRequest): Promise<string> {
  checkScope(request, 'watches');
  const { apiToken } = request;
  if (apiToken === null) return (await personOf(visitors, request)).owner;
  if (apiToken.owner !== null) return apiToken.owner;
  throw new ToolError('forbidden', 'Watches and channels belong to a member: use the token of one.');
}

/** Registers the calls under `/api/v2/channels`. */
export async function registerChannelCalls(app: FastifyInstance, options: ChannelRouteOptions): Promise<void> {
  const { limits, publicUrl, corsOrigins } = options;
  await app.register(async (scope) => {
    // Only JSON, which a form on another site cannot send.
    scope.removeContentTypeParser('text/plain');
    scope.addHook('onRequest', createForgeryGuard(publicUrl, corsOrigins));
    scope.addHook('onRequest', async (request, reply) => {
      await limits.charge(reply, clientOf(request), costOf(request));
    });
    registerReading(scope, options);
    registerSending(scope, options);
  });
}

const SENDING = new Set(['/api/v2/channels', '/api/v2/channels/:id/test']);

function costOf({ method, routeOptions: { url = '' } }: FastifyRequest): number {
  if (method === 'GET' || method === 'HEAD') return READ_COST;
  return method === 'POST' && SENDING.has(url) ? SENDING_COST : 1;
}

function registerReading(app: FastifyInstance, { own, visitors }: ChannelRouteOptions): void {
  const ownerOf = (request: FastifyRequest) => ownerOfChannels(visitors, request);
  app.get('/api/v2/channels', async (request) => answerEnvelope(await own.all(await ownerOf(request))));
  app.post<WithId>('/api/v2/channels/:id/prove', async (request) => {
    const owner = await ownerOf(request);
    const { id } = read(EntryPath, request.params);
    return answerEnvelope(await own.prove(owner, id, read(Proof, request.body).code));
  });
  app.delete<WithId>('/api/v2/channels/:id', async (request) => {
    const owner = await ownerOf(request);
    return answerEnvelope({ changed: await own.remove(owner, read(EntryPath, request.params).id) });
  });
  app.post('/api/v2/channels/feed', async (request) => answerEnvelope(await own.renewFeed(await ownerOf(request))));
  app.delete('/api/v2/channels/feed', async (request) =>
    answerEnvelope({ changed: await own.removeFeed(await ownerOf(request)) }),
  );
}

function registerSending(app: FastifyInstance, { own, visitors, stopping }: ChannelRouteOptions): void {
  app.post('/api/v2/channels', (request, reply) =>
    within(reply, stopping, async (signal) => {
      const owner = await ownerOfChannels(visitors, request);
      return own.make({ owner, network: networkOf(request) }, read(NewChannel, request.body), signal);
    }),
  );
  app.post<WithId>('/api/v2/channels/:id/test', (request, reply) =>
    within(reply, stopping, async (signal) => {
      const owner = await ownerOfChannels(visitors, request);
      return own.test(owner, read(EntryPath, request.params).id, signal);
    }),
  );
}

/** Ends what is sent with the request. */
async function within(reply: FastifyReply, stopping: Stopping, work: (signal: AbortSignal) => Promise<unknown>) {
  const deadline = startRequestDeadline(reply, SEND_BUDGET_MS, stopping.signal);
  try {
    return answerEnvelope(await work(deadline.signal));
  } catch (error) {
    if (!(error instanceof ClientGone)) throw error;
    return reply.hijack();
  } finally {
    deadline.release();
  }
}

// watches/: targets that are measured again and again, and what has changed.
import { answerEnvelope, report, ToolError } from '@sonde/contract';
import { certificates } from '@sonde/contract/watch/certificates/watched-certificates';
import type { Service } from '@sonde/service';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { read } from '../accounts/bodies.ts';
import { createForgeryGuard } from '../accounts/same-origin.ts';
import { personOf, type Visitors } from '../accounts/visitors.ts';
import { clientOf } from '../limits/client.ts';
import type { ClientLimits } from '../limits/limits.ts';
import { checkScope, hasScope } from '../tokens/register.ts';
import { EditedWatch, NewWatch } from './new-watch.ts';
import type { OwnWatchCalls } from './own-watches.ts';

const READ_COST = 0.25;
const MAX_BODY_BYTES = 64 * 1024;

export interface WatchRouteParts {
  readonly own: OwnWatchCalls;
  readonly service: Service;
  readonly visitors: Visitors;
  readonly limits: ClientLimits;
  readonly publicUrl: string | null;
  readonly corsOrigins: readonly string[];
}

interface WithId {
  readonly Params: { readonly id: string };
  readonly Querystring: { readonly time?: string; readonly since?: string };
}

/** Registers the calls under `/api/v2/watches` for members and their tokens. */
export async function registerWatches(app: FastifyInstance, parts: WatchRouteParts): Promise<void> {
  await app.register(async (scope) => {
    // Only JSON, which a form on another site cannot send.
    scope.removeContentTypeParser('text/plain');
    scope.addHook('onRequest', createForgeryGuard(parts.publicUrl, parts.corsOrigins));
    scope.addHook('onRequest', async (request, reply) => {
      await parts.limits.charge(reply, clientOf(request), request.method === 'GET' ? READ_COST : 1);
    });
    registerWatchCalls(scope, parts);
    registerReading(scope, parts);
  });
}

/** The owner of watches: a member, also by a token of the member. A configured token has no account to tell. */
async function ownerOf(visitors: Visitors, request: FastifyRequest): Promise<string> {
  checkScope(request, 'watches');
  const { apiToken } = request;
  if (apiToken === null) return (await personOf(visitors, request)).owner;
  if (apiToken.owner === null)
    throw new ToolError('forbidden', 'Watches belong to accounts, which this token has none of.');
  return apiToken.owner;
}

function registerWatchCalls(app: FastifyInstance, { own, visitors, service, limits }: WatchRouteParts): void {
  const bodyLimit = MAX_BODY_BYTES;
  app.post('/api/v2/watches', { bodyLimit }, async (request) => {
    const owner = await ownerOf(visitors, request);
    return answerEnvelope(await own.add(owner, read(NewWatch, request.body), hasScope(request, 'deep')));
  });
  app.patch<WithId>('/api/v2/watches/:id', { bodyLimit }, async (request) => {
    const owner = await ownerOf(visitors, request);
    return answerEnvelope(await own.edit(owner, request.params.id, read(EditedWatch, request.body)));
  });
  app.delete<WithId>('/api/v2/watches/:id', async (request) => {
    const owner = await ownerOf(visitors, request);
    return answerEnvelope({ changed: await own.remove(owner, request.params.id) });
  });
  app.post<WithId>('/api/v2/watches/:id/check', async (request, reply) => {
    const owner = await ownerOf(visitors, request);
    const { tool: id, from } = await own.find(owner, request.params.id);
    // It costs what the lookups would, which it has made.
    const cost = [...service.tools, report, certificates].find((tool) => tool.id === id)?.cost ?? 1;
    await limits.charge(reply, clientOf(request), cost * Math.max(1, from?.length ?? 0));
    return answerEnvelope(await own.check(owner, request.params.id));
  });
}

function registerReading(app: FastifyInstance, { own, visitors }: WatchRouteParts): void {
  app.get('/api/v2/watches', async (request) => answerEnvelope(await own.all(await ownerOf(visitors, request))));
  app.get<WithId>('/api/v2/watches/changes', { config: { queryParameters: ['since'] } }, async (request) => {
    const { since = '' } = request.query;
    return answerEnvelope(await own.changes(await ownerOf(visitors, request), since === '' ? null : since));
  });
  app.get<WithId>('/api/v2/watches/:id', { config: { compressed: 'with-token' } }, async (request) => {
    const owner = await ownerOf(visitors, request);
    return answerEnvelope(await own.find(owner, request.params.id));
  });
  app.get<WithId>('/api/v2/watches/:id/at', { config: { queryParameters: ['time'] } }, async (request) => {
    const owner = await ownerOf(visitors, request);
    const { time } = request.query;
    if (time === undefined) throw new ToolError('invalid-input', 'time is missing.', { field: 'time' });
    return answerEnvelope(await own.at(owner, request.params.id, time));
  });
}

import { answerEnvelope, ToolError } from '@sonde/contract';
import type { SnapshotPart } from '@sonde/contract/snapshots/snapshot';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { read } from '../accounts/bodies.ts';
import { personOf, type Visitors } from '../accounts/visitors.ts';
import { JSON_TYPE } from '../http/request-failure.ts';
import { sendIfChanged } from '../http/send-if-changed.ts';
import { clientOf, networkOf } from '../limits/client.ts';
import type { ClientLimits } from '../limits/limits.ts';
import type { DailyQuota } from './daily-quota.ts';
import type { FoundPart, WantedOutcome } from './held-outcome.ts';
import { checkSnapshotBytes, READ_COST } from './sizes.ts';
import type { SnapshotStore } from './snapshot-store.ts';
import { noSnapshot, type Snapshots } from './snapshots.ts';

export interface SnapshotRouteOptions {
  readonly snapshots: Snapshots;
  readonly store: SnapshotStore;
  readonly visitors: Visitors;
  readonly limits: ClientLimits;
  readonly quota: DailyQuota;
  findOutcome(wanted: WantedOutcome, hasContacts: boolean): Promise<FoundPart>;
  /** @throws ToolError `invalid-input` if several results are not about this target. */
  checkTarget(target: string, parts: readonly SnapshotPart[]): void;
  /** False if the operator has disabled keeping results. */
  readonly isOn: boolean;
}

const BODY_BYTES = 16 * 1024;
const MAX_PARTS = 30;
const MAX_KEY = 2_000;
const MAX_TARGET = 300;
const MAX_TOKEN = 100;

const Wanted = z.strictObject({
  key: z.string('Please name the call.').max(MAX_KEY, 'The call is too long.'),
  sha256: z.string('The SHA-256 of the result is missing.').regex(/^[\da-fA-F]{64}$/, 'This is not a SHA-256.'),
});
const contacts = z.boolean().default(false);
const OneResult = z.strictObject({ ...Wanted.shape, contacts });
const SeveralResults = z.strictObject({
  target: z.string('Please name the target.').min(1).max(MAX_TARGET),
  parts: z.array(Wanted).min(1, 'There is nothing to keep.').max(MAX_PARTS, 'These are too many parts.'),
  contacts,
});
const Revocation = z.strictObject({ token: z.string('The link is not complete.').max(MAX_TOKEN) });

interface WithId {
  readonly Params: { readonly id: string };
}

/** Registers the calls that make, read and delete snapshots. */
export function registerSnapshotCalls(app: FastifyInstance, options: SnapshotRouteOptions): void {
  const { snapshots, store, visitors, limits } = options;
  const charge = (request: FastifyRequest, reply: FastifyReply, units = 1) =>
    limits.charge(reply, clientOf(request), units);

  app.post('/api/v2/snapshots', { bodyLimit: BODY_BYTES }, async (request, reply) => {
    await charge(request, reply);
    if (!options.isOn) throw new ToolError('not-found', 'This server keeps no results.');
    const { target, wanted, hasContacts } = readWanted(request.body);
    const parts = await findParts(wanted, hasContacts);
    if (target !== null) options.checkTarget(target, parts);
    return answerEnvelope(await make(request, { target: target ?? parts[0]?.target ?? '', parts }));
  });

  /** One after another, so that no more is read than may be kept. */
  async function findParts(wanted: readonly WantedOutcome[], hasContacts: boolean): Promise<SnapshotPart[]> {
    const parts: SnapshotPart[] = [];
    const named = new Set<string>();
    let bytes = 0;
    for (const one of wanted) {
      const found = await options.findOutcome(one, hasContacts);
      // Two tools may fail in the same words.
      const name = `${found.part.tool} ${one.sha256.toLowerCase()}`;
      if (named.has(name)) throw namedTwice();
      named.add(name);
      bytes += found.bytes;
      checkSnapshotBytes(bytes);
      parts.push(found.part);
    }
    return parts;
  }

  async function make(request: FastifyRequest, made: Parameters<Snapshots['make']>[0]) {
    const person = visitors.mayBeSignedIn(request) ? await visitors.of(request) : null;
    const client = networkOf(request);
    let giveBack = async () => {};
    try {
      return await snapshots.make(made, person?.owner ?? null, async (storedBytes) => {
        giveBack = await options.quota.take(client, { isCounted: person === null, bytes: storedBytes });
      });
    } catch (error) {
      await giveBack();
      throw error;
    }
  }

  app.get<WithId>('/api/v2/snapshots/:id', { config: { compressed: 'always' } }, async (request, reply) => {
    await charge(request, reply, READ_COST);
    const kept = await snapshots.read(request.params.id, (units) => charge(request, reply, units));
    return sendIfChanged(request, reply.type(JSON_TYPE), JSON.stringify(answerEnvelope(kept)));
  });
  app.delete<WithId>('/api/v2/snapshots/:id', async (request, reply) => {
    await charge(request, reply);
    const { token } = read(Revocation, request.body);
    if (!(await store.revoke(request.params.id, token))) throw noSnapshot();
    return answerEnvelope({ changed: 1 });
  });

  app.get('/api/account/snapshots', async (request, reply) => {
    await charge(request, reply, READ_COST);
    const { owner } = await personOf(visitors, request);
    return answerEnvelope({ snapshots: await store.list(owner) });
  });
  app.delete<WithId>('/api/account/snapshots/:id', async (request, reply) => {
    await charge(request, reply);
    const { owner } = await personOf(visitors, request);
    return answerEnvelope({ changed: await store.remove(owner, request.params.id) });
  });
}

const namedTwice = () => new ToolError('invalid-input', 'A result is named twice.', { field: 'parts' });

interface ReadWanted {
  /** The target of several results together; null for a single result, which has its own. */
  readonly target: string | null;
  readonly wanted: readonly WantedOutcome[];
  readonly hasContacts: boolean;
}

function readWanted(body: unknown): ReadWanted {
  if (typeof body === 'object' && body !== null && 'parts' in body) {
    const { target, parts, contacts: hasContacts } = read(SeveralResults, body);
    return { target, wanted: parts, hasContacts };
  }
  const { contacts: hasContacts, ...wanted } = read(OneResult, body);
  return { target: null, wanted: [wanted], hasContacts };
}

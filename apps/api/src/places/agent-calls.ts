/* Calls of agents beside their connection: joining, and replacing their key. */
import { answerEnvelope, ToolError } from '@sonde/contract';
import { agentOf, isPublicKey, isReplacedBy } from '@sonde/service/places/identity';
import { hashOfJoinCode } from '@sonde/service/places/join-code';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { read } from '../accounts/bodies.ts';
import { createForgeryGuard } from '../accounts/same-origin.ts';
import type { Config } from '../config.ts';
import { networkOf } from '../limits/client.ts';
import type { PlaceStore } from './place-store.ts';

export interface AgentCallOptions extends Pick<Config, 'publicUrl'> {
  readonly store: PlaceStore;
  readonly hubId: string;
  /** Counts an attempt of a network. @throws ToolError `rate-limited` */
  attempt(network: string): Promise<void>;
}

const BODY_BYTES = 2 * 1024;

const PublicKey = z.string('Please state the public key.').refine(isPublicKey, 'This is not an Ed25519 key.');
const Signature = z.base64url('This is not a signature.').length(86, 'This is not a signature.');

const Join = z.strictObject({
  code: z.string('Please state the code.').max(40, 'This is not a code.'),
  publicKey: PublicKey,
});

const Replace = z.strictObject({
  agent: z.string('Please state the agent.').regex(/^[0-9a-f]{64}$/, 'This is not the id of an agent.'),
  publicKey: PublicKey,
  /** By the key that it has, and by the new one. */
  signatures: z.strictObject({ before: Signature, after: Signature }),
});

export async function registerAgentCalls(
  app: FastifyInstance,
  { publicUrl, store, hubId, attempt }: AgentCallOptions,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeContentTypeParser('text/plain');
    scope.addHook('onRequest', createForgeryGuard(publicUrl));
    const options = { bodyLimit: BODY_BYTES };
    scope.post('/api/agents/join', options, async (request) => {
      await attempt(networkOf(request));
      const { code, publicKey } = read(Join, request.body);
      const hash = hashOfJoinCode(code);
      const joined = hash === null ? null : await store.join(hash, publicKey);
      if (joined === null)
        throw new ToolError('not-found', 'This code is not valid, or not any more.', { field: 'code' });
      app.log.info({ place: joined.id }, 'an agent has joined');
      return answerEnvelope({ ...joined, hub: hubId });
    });
    scope.post('/api/agents/key', options, async (request) => {
      await attempt(networkOf(request));
      const id = await replaceKey(store, hubId, read(Replace, request.body));
      if (id === null) throw new ToolError('not-found', 'No agent with this key may connect here.', { field: 'agent' });
      app.log.info({ place: id }, 'an agent has replaced its key');
      return answerEnvelope({ id });
    });
  });
}

/** The id of the place; null if the old key is not that of an agent, or a signature is wrong. */
async function replaceKey(
  store: PlaceStore,
  hub: string,
  { agent: before, publicKey, signatures }: z.infer<typeof Replace>,
): Promise<string | null> {
  const after = agentOf(publicKey);
  const replaced = { hub, before, after };
  if (!isReplacedBy(publicKey, replaced, signatures.after)) return null;
  // An agent that was not told of its success asks again.
  const known = await store.find(after);
  if (known !== null) return known.id;
  const place = await store.find(before);
  if (place?.publicKey == null || !isReplacedBy(place.publicKey, replaced, signatures.before)) return null;
  return (await store.replaceKey(before, publicKey)) ? place.id : null;
}

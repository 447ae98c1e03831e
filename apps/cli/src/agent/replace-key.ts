import { rename } from 'node:fs/promises';
import { createIdentity, signReplaced } from '@sonde/service/places/identity';
import * as z from 'zod';
import { type Membership, readMembership, writeMembership } from './agent-file.ts';
import { callHub } from './call-hub.ts';

const Replaced = z.object({ id: z.string() });

/**
 * Replaces the key of an agent at its hub, and then in its file. The new key is kept beside it meanwhile: if the answer of the hub
 * is lost, the next attempt offers the same key again. @throws HubRefused
 */
export async function replaceKey(path: string, known: Membership, signal: AbortSignal): Promise<Membership> {
  const draft = `${path}.new`;
  const kept = await readMembership(draft).catch(() => null);
  // What was left there for another hub is of no use.
  const identity =
    kept !== null && kept.hub === known.hub && kept.place === known.place ? kept.identity : createIdentity();
  const next = { ...known, identity };
  await writeMembership(draft, next);
  const replaced = { hub: known.hub, before: known.identity.agent, after: identity.agent };
  const body = {
    agent: known.identity.agent,
    publicKey: identity.publicKey,
    signatures: {
      before: signReplaced(replaced, known.identity.privateKey),
      after: signReplaced(replaced, identity.privateKey),
    },
  };
  await callHub(new URL('/api/agents/key', known.url), body, Replaced, signal);
  await rename(draft, path);
  return next;
}

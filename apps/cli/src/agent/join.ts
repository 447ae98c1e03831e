import { createIdentity } from '@sonde/service/places/identity';
import * as z from 'zod';
import type { Membership } from './agent-file.ts';
import { callHub } from './call-hub.ts';

const Joined = z.object({
  id: z.string(),
  name: z.string(),
  isConfirmed: z.boolean(),
  hub: z.string().regex(/^[0-9a-f]{64}$/),
});

export interface JoinedHub {
  readonly membership: Membership;
  /** Whether the operator must still compare the fingerprint and confirm it. */
  readonly isConfirmed: boolean;
}

/** Makes a key pair and hands its public key to the hub, with the code. @throws HubRefused */
export async function joinHub(url: string, code: string, signal: AbortSignal): Promise<JoinedHub> {
  const identity = createIdentity();
  const body = { code, publicKey: identity.publicKey };
  const { hub, id, isConfirmed } = await callHub(new URL('/api/agents/join', url), body, Joined, signal);
  return { membership: { url, hub, place: id, identity }, isConfirmed };
}

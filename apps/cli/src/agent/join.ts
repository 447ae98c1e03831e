import { startDeadline } from '@sonde/probes';
import { createIdentity } from '@sonde/service/places/identity';
import * as z from 'zod';
import type { Membership } from './agent-file.ts';

/** Why a hub was not joined, in a sentence for the operator. */
class NotJoined extends Error {
  override readonly name = 'NotJoined';
}

const JOIN_MS = 10_000;
const MAX_BYTES = 4 * 1024;

const Envelope = z.object({
  success: z.boolean(),
  message: z.string(),
  _data: z
    .object({ id: z.string(), name: z.string(), isConfirmed: z.boolean(), hub: z.string().regex(/^[0-9a-f]{64}$/) })
    .nullable(),
});

export interface JoinedHub {
  readonly membership: Membership;
  /** Whether the operator must still compare the fingerprint and confirm it. */
  readonly isConfirmed: boolean;
}

/** Makes a key pair and hands its public key to the hub, with the code. @throws NotJoined */
export async function joinHub(url: string, code: string, signal: AbortSignal): Promise<JoinedHub> {
  const identity = createIdentity();
  const body = JSON.stringify({ code, publicKey: identity.publicKey });
  const deadline = startDeadline({ timeoutMs: JOIN_MS, what: 'joining' }, [signal]);
  try {
    const response = await fetch(new URL('/api/agents/join', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      redirect: 'error',
      signal: deadline.signal,
    }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw new NotJoined(`${url} cannot be reached (${reasonOf(error)}).`);
    });
    const { success, message, _data: data } = await read(response, url);
    if (!success || data === null) throw new NotJoined(message);
    return { membership: { url, hub: data.hub, place: data.id, identity }, isConfirmed: data.isConfirmed };
  } finally {
    deadline.end();
  }
}

async function read(response: Response, url: string): Promise<z.infer<typeof Envelope>> {
  try {
    const text = await response.text();
    if (text.length > MAX_BYTES) throw new Error('too long');
    return Envelope.parse(JSON.parse(text));
  } catch {
    throw new NotJoined(`${url} is no server of Sonde to which agents may connect (SONDE_PLACES=on).`);
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : String(cause);
}

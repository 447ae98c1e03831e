import { startDeadline } from '@sonde/probes';
import { postToOwn } from '@sonde/probes/net/http/post-to-own';
import * as z from 'zod';
import { limitedText } from '../remote/limited-text.ts';

/** What a hub refused, or why it could not be asked, in a sentence for the operator. */
class HubRefused extends Error {
  override readonly name = 'HubRefused';
}

const CALL_MS = 10_000;
/** What a hub has to say is short. */
const MAX_BYTES = 4 * 1024;

const Envelope = z.object({ success: z.boolean(), message: z.string(), _data: z.unknown() });

/** Posts a body to a hub, and returns the data of its answer. @throws HubRefused; the reason of the signal. */
export async function callHub<Data>(
  address: URL,
  body: object,
  data: z.ZodType<Data>,
  signal: AbortSignal,
): Promise<Data> {
  const deadline = startDeadline({ timeoutMs: CALL_MS, what: 'the call of the hub' }, [signal]);
  try {
    const response = await postToOwn(address, JSON.stringify(body), deadline.signal).catch((error: unknown) => {
      signal.throwIfAborted();
      throw new HubRefused(`${address.origin} cannot be reached (${reasonOf(error)}).`);
    });
    // Null for more than a hub has to say: reading ends there.
    const text = await limitedText(response, MAX_BYTES).catch(() => null);
    signal.throwIfAborted();
    const envelope = parse(Envelope, jsonOf(text), address.origin);
    if (!envelope.success) throw new HubRefused(envelope.message);
    return parse(data, envelope._data, address.origin);
  } finally {
    deadline.end();
  }
}

/** Null for what is no JSON: no hub of Sonde sends it. */
function jsonOf(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

function parse<Value>(schema: z.ZodType<Value>, value: unknown, origin: string): Value {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new HubRefused(`${origin} is no server of Sonde to which agents may connect (SONDE_PLACES=on).`);
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : String(cause);
}

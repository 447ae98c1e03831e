import { FailureEnvelope, failureEnvelope, ToolError } from '@sonde/contract';
import type { ListOutcome } from '@sonde/contract/lists/list-outcome';
import { withDeadline } from '@sonde/probes';
import type { EndedLookup, LookUpItem } from './local-lookups.ts';

/** Longer than any lookup of a server may take. */
const TIMEOUT_MS = 90_000;

/** Lookups by a server, as calls of its API. */
export function remoteLookups(origin: string, token: string | null): LookUpItem {
  const headers = { accept: 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) };
  return async ({ tool, question }, signal) => {
    try {
      const url = `${origin}${tool.path}?${new URLSearchParams(question)}`;
      return await withDeadline({ timeoutMs: TIMEOUT_MS, what: 'the server' }, [signal], async (inTime) => {
        // A redirect would send the token elsewhere.
        const response = await fetch(url, { headers, redirect: 'error', signal: inTime });
        return endedOf(await response.json());
      });
    } catch (error) {
      signal.throwIfAborted();
      const cause = error instanceof Error ? error : new Error(String(error));
      return endedOf(failureEnvelope(new ToolError('unreachable', `${origin} did not answer: ${cause.message}`)));
    }
  };
}

function endedOf(body: unknown): EndedLookup {
  const failed = FailureEnvelope.safeParse(body);
  if (failed.success) {
    const { code, reason, retryAfterSeconds = null } = failed.data;
    return { outcome: failed.data, code, reason, retryAfterSeconds };
  }
  const outcome = body as ListOutcome['outcome'];
  if (outcome?.success === true && Array.isArray(outcome._data?.gaps))
    return { outcome, code: null, retryAfterSeconds: null };
  throw new Error('This is no answer of Sonde.');
}

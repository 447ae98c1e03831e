import type { AnyTool, FailureCode, Gap } from '@sonde/contract';

/** A failed lookup that is requested again within this time causes no load for the target and its name servers. */
const FAILURE_FRESH_MS = 10_000;
/** An answer with gaps may be complete shortly after. */
const GAPS_FRESH_MS = 60_000;

/** Failures that depend on this server or on the caller, not on the target: the next call may end differently. */
const NEVER_CACHED: ReadonlySet<FailureCode> = new Set(['internal', 'busy', 'rate-limited', 'invalid-input']);

/** How long an answer stays fresh. With gaps, no longer than until one of them is worth a retry. */
export function answerFreshMs(tool: AnyTool, data: { readonly gaps?: readonly Gap[] }): number {
  const freshMs = Math.floor(tool.freshMs(data));
  const { gaps = [] } = data;
  if (gaps.length === 0) return freshMs;
  const retryMs = gaps.map(({ retryAfterSeconds = GAPS_FRESH_MS / 1000 }) => retryAfterSeconds * 1000);
  return Math.min(freshMs, GAPS_FRESH_MS, ...retryMs);
}

export function failureFreshMs(tool: AnyTool, code: FailureCode): number {
  if (NEVER_CACHED.has(code)) return 0;
  return (code === 'not-found' ? tool.notFoundFreshMs : undefined) ?? FAILURE_FRESH_MS;
}

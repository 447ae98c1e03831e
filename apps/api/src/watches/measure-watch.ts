import type { AnyTool, FailureCode, ToolError } from '@sonde/contract';
import { readableFacts } from '@sonde/contract/answers/answer-facts';
import type { Facts } from '@sonde/contract/fact/fact';
import type { SnapshotOutcome } from '@sonde/contract/snapshots/snapshot';
import { isToolId } from '@sonde/contract/tools/modules';
import { translateFailure } from '@sonde/probes';
import { type LookupResult, listClient, type Service } from '@sonde/service';
import type { ListPacing } from '@sonde/service/lists/list-pacing';
import type { KnownEnd } from '@sonde/service/watches/ends';
import { failureKind } from '@sonde/service/watches/failure-kind';
import { knownEnds } from '@sonde/service/watches/known-ends';
import type { WatchRow } from '../stores/watch-tables.ts';

/** What a measurement of a watch has shown. `later`: it is our fault, or of nobody, so it says nothing about the target. */
export type WatchOutcome =
  | {
      readonly kind: 'answer';
      readonly facts: Facts;
      readonly ends: readonly KnownEnd[];
      readonly tool: AnyTool;
      readonly outcome: SnapshotOutcome;
      readonly resolvers: readonly string[] | undefined;
    }
  | { readonly kind: 'absent'; readonly resolvers: readonly string[] | undefined }
  | { readonly kind: 'failure'; readonly code: string; readonly reason: string | null }
  | { readonly kind: 'later'; readonly seconds: number };

const LATER_SECONDS = 60;
const SOON_SECONDS = 1;
const FRESH = { fresh: 'true' };

export interface MeasureParts {
  readonly service: Service;
  readonly pacing: ListPacing;
}

/**
 * Measures what a watch is about, with the lowest share of everything, in turn with all background work. A cached answer
 * counts only if it is newer than the last measurement.
 * @param avoidedResolvers those that have shown something new: others are asked whether they have it as well, if there are any
 */
export async function measureWatch(
  { service, pacing }: MeasureParts,
  row: WatchRow,
  avoidedResolvers: readonly string[],
  signal: AbortSignal,
): Promise<WatchOutcome> {
  const tool = service.tools.find(({ id }) => id === row.tool);
  if (tool === undefined) return { kind: 'failure', code: 'invalid-input', reason: null };
  const party = `watches of ${row.owner}`;
  const ask = async (more: Readonly<Record<string, string>>): Promise<LookupResult> => {
    const query = JSON.parse(row.query) as Record<string, string>;
    const request = { ...service.check(tool, { ...query, ...more }), avoidedResolvers };
    const plan = await service.plan(tool, request);
    signal.throwIfAborted();
    return service.answerInList(tool, request, plan, { client: listClient(party), signal });
  };
  try {
    const result = await pacing.run(
      async () => {
        if (avoidedResolvers.length > 0) return ask(FRESH);
        const first = await ask({});
        return isNews(first, row) ? first : ask(FRESH);
      },
      signal,
      party,
    );
    return outcomeOf(tool, result);
  } catch (error) {
    signal.throwIfAborted();
    return failureOf(translateFailure(error));
  }
}

/** Whether it was measured after the last measurement of the watch. */
function isNews({ body }: LookupResult, { checked_at }: WatchRow): boolean {
  const outcome = JSON.parse(body) as SnapshotOutcome & { readonly checkedAt?: unknown };
  const at = outcome._data?.['checkedAt'] ?? outcome.checkedAt;
  return checked_at === null || typeof at !== 'string' || Date.parse(at) > Date.parse(checked_at);
}

function outcomeOf(tool: AnyTool, { body, code, retryAfterSeconds, resolvers }: LookupResult): WatchOutcome {
  const outcome = JSON.parse(body) as SnapshotOutcome & { readonly reason?: unknown };
  const reason = typeof outcome.reason === 'string' ? outcome.reason : null;
  if (code !== null) return failed({ code, reason, retryAfterSeconds, resolvers });
  const { id } = tool;
  if (outcome._data === null || !isToolId(id)) return { kind: 'later', seconds: LATER_SECONDS };
  const facts = readableFacts(id, outcome._data);
  return { kind: 'answer', facts, ends: knownEnds(id, outcome._data), tool, outcome, resolvers };
}

const failureOf = ({ code, reason, retryAfterSeconds }: ToolError): WatchOutcome =>
  failed({ code, reason, retryAfterSeconds, resolvers: undefined });

interface Failed {
  readonly code: FailureCode;
  readonly reason: string | null;
  readonly retryAfterSeconds: number | null;
  readonly resolvers: readonly string[] | undefined;
}

function failed({ code, reason, retryAfterSeconds, resolvers }: Failed): WatchOutcome {
  const kind = failureKind(code, reason);
  if (kind === 'nothing') {
    // Measured a moment ago: a change that is being confirmed must not wait for longer than that.
    const isTooSoon = code === 'rate-limited' && reason === null && retryAfterSeconds !== null;
    const least = isTooSoon ? SOON_SECONDS : LATER_SECONDS;
    return { kind: 'later', seconds: Math.max(least, retryAfterSeconds ?? 0) };
  }
  return kind === 'absent' ? { kind, resolvers } : { kind, code, reason };
}

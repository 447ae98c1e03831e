import type { AnyTool } from '@sonde/contract';
import type { ListItem } from '@sonde/contract/lists/list-items';
import type { ListedOutcome, ListOutcome } from '@sonde/contract/lists/list-outcome';
import { translateFailure } from '@sonde/probes';
import { failureResult, type LookupResult, type Service } from '@sonde/service';
import type { EndedItem } from '@sonde/service/lists/run-items';

/** A lookup of a list that has ended. */
export interface EndedLookup extends EndedItem {
  readonly outcome: ListOutcome['outcome'];
}

/** One lookup of a list, with one outcome for each place. */
export interface EndedQuestion extends EndedItem {
  readonly outcomes: readonly ListedOutcome[];
}

export type AskItem = (item: ListItem, signal: AbortSignal) => Promise<EndedQuestion>;

/** What has one outcome, without a place. */
export const withoutPlaces =
  (lookUp: LookUpItem): AskItem =>
  async (item, signal) => {
    const { outcome, ...ended } = await lookUp(item, signal);
    return { ...ended, outcomes: [{ target: item.target.target, tool: item.tool.id, outcome }] };
  };

export type LookUpItem = (item: ListItem, signal: AbortSignal) => Promise<EndedLookup>;

/** The client name of every caller in this process. */
const THIS_MACHINE = 'local';

/** Makes lookups on this machine. */
export function localLookups(service: Pick<Service, 'check' | 'plan' | 'answer'>): LookUpItem {
  return async ({ tool, question }, signal) => endedLookup(await lookUpOnce(service, tool, question, signal));
}

/** Makes one lookup on this machine; a failure is returned as a result, too. @throws the reason of the signal. */
export async function lookUpOnce(
  { check, plan, answer }: Pick<Service, 'check' | 'plan' | 'answer'>,
  tool: AnyTool,
  question: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
  listen?: (json: string) => void,
): Promise<LookupResult> {
  try {
    const request = check(tool, question);
    const caller = { client: THIS_MACHINE, signal, ...(listen === undefined ? {} : { listen }) };
    return await answer(tool, request, await plan(tool, request), caller);
  } catch (error) {
    signal.throwIfAborted();
    return failureResult(translateFailure(error));
  }
}

function endedLookup({ body, code, retryAfterSeconds }: LookupResult): EndedLookup {
  const outcome = JSON.parse(body) as ListOutcome['outcome'];
  return { outcome, code, reason: outcome.success ? undefined : outcome.reason, retryAfterSeconds };
}

import type { ToolId } from '@sonde/contract';
import { type ChangeInWords, changesInWords } from '@sonde/contract/facts/change-words';
import type { ListOutcome } from '@sonde/contract/lists/list-outcome';

/** The outcomes of an earlier check, by tool and target. */
export type Baseline = ReadonlyMap<string, ListOutcome>;

const keyOf = ({ target, tool }: Pick<ListOutcome, 'target' | 'tool'>) => `${tool} ${target}`;

/** Reads what a check has printed as json or ndjson. @throws Error with a sentence for text that is neither. */
export function readBaseline(text: string): Baseline {
  const outcomes = outcomesOf(text).filter(isOutcome);
  if (outcomes.length === 0) throw new Error('has no results of sonde check --format json or ndjson');
  return new Map(outcomes.map((one) => [keyOf(one), one]));
}

function outcomesOf(text: string): readonly unknown[] {
  try {
    const whole = JSON.parse(text) as { readonly results?: unknown };
    return Array.isArray(whole.results) ? whole.results : [whole];
  } catch {
    return text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .flatMap((line) => {
        try {
          return [JSON.parse(line) as unknown];
        } catch {
          throw new Error('is not JSON');
        }
      });
  }
}

function isOutcome(value: unknown): value is ListOutcome {
  const { target, tool, outcome } = (value ?? {}) as Partial<ListOutcome>;
  return typeof target === 'string' && typeof tool === 'string' && typeof outcome?.success === 'boolean';
}

/** What has changed since the baseline; empty where one of both was not measured. */
export function changesSince(baseline: Baseline | null, now: ListOutcome): readonly ChangeInWords[] {
  const before = baseline?.get(keyOf(now));
  if (!before?.outcome.success || !now.outcome.success) return [];
  return changesInWords(now.tool as ToolId, before.outcome._data, now.outcome._data).changes;
}

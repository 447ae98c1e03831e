import { type ToolId, tools } from '@sonde/contract';
import { answerFacts } from '@sonde/contract/answers/answer-facts';
import type { ChangeInWords } from '@sonde/contract/answers/change-words';
import { changesOfLookup } from '@sonde/contract/lists/compare-outcomes';
import type { ListItem } from '@sonde/contract/lists/list-items';
import type { ListedOutcome, ListOutcome } from '@sonde/contract/lists/list-outcome';
import { keyOfLookup } from '@sonde/contract/lists/placed-outcome';

/** The outcomes of an earlier check, by `keyOfLookup`. */
export type Baseline = ReadonlyMap<string, ListOutcome>;

/** Reads the json or ndjson output of a check. @throws Error with a sentence for any other text. */
export function readBaseline(text: string): Baseline {
  const outcomes = outcomesOf(text).filter(isOutcome);
  if (outcomes.length === 0) throw new Error('has no results of sonde check --format json or ndjson');
  // Checked before any lookup: what cannot be compared later would look like no difference.
  const broken = outcomes.find((one) => !isComparable(one));
  if (broken !== undefined) {
    throw new Error(
      `has an answer that this version cannot compare (${broken.tool} ${broken.target}): create it again`,
    );
  }
  return new Map(outcomes.map((one) => [keyOfLookup(one), one]));
}

function outcomesOf(text: string): readonly unknown[] {
  try {
    const whole = JSON.parse(text) as { readonly results?: unknown };
    return Array.isArray(whole.results) ? whole.results : [whole];
  } catch {
    return text.split('\n').flatMap((line, index) => {
      try {
        return line.trim() === '' ? [] : [JSON.parse(line) as unknown];
      } catch {
        throw new Error(`is neither JSON nor NDJSON: see line ${index + 1}`);
      }
    });
  }
}

function isOutcome(value: unknown): value is ListOutcome {
  const { target, tool, outcome } = (value ?? {}) as Partial<ListOutcome>;
  return typeof target === 'string' && typeof tool === 'string' && typeof outcome?.success === 'boolean';
}

function isComparable({ tool, outcome }: ListOutcome): boolean {
  // Results of a tool unknown to this version are compared with nothing.
  if (!outcome.success || !Object.hasOwn(tools, tool)) return true;
  try {
    answerFacts(tool as ToolId, outcome._data);
    return true;
  } catch {
    return false;
  }
}

/** The lookups missing from the baseline, in words. */
export const notIn = (baseline: Baseline, items: readonly ListItem[], from: readonly string[]): string[] =>
  items.flatMap(({ target: { target }, tool: { id: tool } }) =>
    (from.length === 0 ? [undefined] : from)
      .map((place) => ({ target, tool, ...(place === undefined ? {} : { place }) }))
      .filter((lookup) => !baseline.has(keyOfLookup(lookup)))
      .map(lookupInWords),
  );

/** `example.com (dns)`, and `example.com (dns, fra)` for the answer of a place. */
export const lookupInWords = ({ target, tool, place }: Pick<ListedOutcome, 'target' | 'tool' | 'place'>): string =>
  `${target} (${[tool, ...(place === undefined ? [] : [place])].join(', ')})`;

/** The changes since the baseline, as between two lists of a server; empty for what is not in the baseline. */
export function changesSince(baseline: Baseline | null, now: ListedOutcome): readonly ChangeInWords[] {
  const before = baseline?.get(keyOfLookup(now));
  return (before && changesOfLookup(before, now)) ?? [];
}

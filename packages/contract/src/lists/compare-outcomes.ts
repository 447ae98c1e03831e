import { type ChangeInWords, changesInWords } from '../answers/change-words.ts';
import type { ToolId } from '../tools/index.ts';
import type { ListOutcome } from './list-outcome.ts';

/**
 * The facts that changed from one lookup of a list to a later one of the same target and tool. A new failure, or a
 * different one, is a single change. Null if they cannot be compared because an older version wrote another format.
 */
export function changesOfLookup(before: ListOutcome, after: ListOutcome): readonly ChangeInWords[] | null {
  const [earlier, later] = [before.outcome, after.outcome];
  if (earlier.success && later.success) {
    try {
      return changesInWords(after.tool as ToolId, earlier._data, later._data).changes;
    } catch {
      return null;
    }
  }
  const [was, is] = [howEnded(before), howEnded(after)];
  if (was === is) return [];
  const kind = earlier.success ? 'gone' : later.success ? 'new' : 'changed';
  return [{ kind, label: 'Lookup', text: `It ${is}; before, it ${was}.` }];
}

const howEnded = ({ outcome }: ListOutcome) =>
  outcome.success ? 'was answered' : `failed: ${outcome.reason ?? outcome.code}`;

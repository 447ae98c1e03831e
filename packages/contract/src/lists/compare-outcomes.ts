import { type ChangeInWords, changesInWords } from '../answers/change-words.ts';
import type { ToolId } from '../tools/index.ts';
import type { ListedOutcome } from './list-outcome.ts';

/**
 * The facts that changed from one lookup of a list to a later one of the same target and tool. A new failure, or a
 * different one, is a single change. Null if they cannot be compared: an older version wrote another format, or a place gave
 * no answer, which says nothing of the target.
 */
export function changesOfLookup(before: ListedOutcome, after: ListedOutcome): readonly ChangeInWords[] | null {
  const [earlier, later] = [before.outcome, after.outcome];
  if (earlier === null || later === null) return null;
  if (earlier.success && later.success) {
    try {
      return changesInWords(after.tool as ToolId, earlier._data, later._data).changes;
    } catch {
      return null;
    }
  }
  const [was, is] = [howEnded(earlier), howEnded(later)];
  if (was === is) return [];
  const kind = earlier.success ? 'gone' : later.success ? 'new' : 'changed';
  return [{ kind, label: 'Lookup', text: `It ${is}; before, it ${was}.` }];
}

const howEnded = (outcome: NonNullable<ListedOutcome['outcome']>) =>
  outcome.success ? 'was answered' : `failed: ${outcome.reason ?? outcome.code}`;

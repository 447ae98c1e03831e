import { type ChangeInWords, changesInWords } from '../facts/change-words.ts';
import type { ToolId } from '../tools/index.ts';
import type { ListOutcome } from './list-outcome.ts';

/**
 * What has changed from one lookup of a list to a later one of the same target and tool, by facts. That one of both has
 * failed, or has failed otherwise, is one change. Null where the two cannot be compared: an older version wrote another form.
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

import type { SavedTarget } from '@sonde/contract/account';
import { useState } from 'react';
import { change, useTargets } from '../../browser/accounts/account-data.ts';
import { textOf } from '../../browser/api/ask-error-text.ts';
import { toast, toastProblem } from '../../ui/feedback/announce.ts';
import { Bookmark } from '../../ui/icons/lucide/bookmark.ts';
import { BookmarkCheck } from '../../ui/icons/lucide/bookmark-check.ts';
import { CircleAlert } from '../../ui/icons/lucide/circle-alert.ts';
import { shownText } from '../../ui/text/shown-text.ts';

const looks = {
  'not-saved': { icon: Bookmark, text: 'Save' },
  saved: { icon: BookmarkCheck, text: 'Saved' },
  failed: { icon: CircleAlert, text: 'Not saved: try again' },
} as const;

export interface SaveToggleProps {
  /** The target to save. */
  readonly target: string;
}

/**
 * Pressed while the target is saved. A target with a note is not removed by a press, which would lose the note: that is
 * done on the dashboard.
 */
export function SaveToggle({ target }: SaveToggleProps) {
  const { data, refetch } = useTargets();
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const saved = find(data?.targets, target);
  const { icon: Icon, text } = looks[hasFailed ? 'failed' : saved === undefined ? 'not-saved' : 'saved'];

  async function press() {
    setBusy(true);
    setFailed(false);
    try {
      // Saving a target again without its note would delete the note, so the list must be known first.
      const known = data ?? (await refetch({ throwOnError: true })).data;
      toast(shownText(await toggle(target, find(known?.targets, target))));
    } catch (error) {
      setFailed(true);
      toastProblem(textOf(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <button
      className="btn"
      type="button"
      aria-label={`${text} ${shownText(target)}`}
      aria-pressed={saved !== undefined}
      aria-disabled={isBusy}
      onClick={isBusy ? undefined : press}
    >
      <Icon className="i" />
      {text}
    </button>
  );
}

/** Returns what was done, in words. */
async function toggle(target: string, saved: SavedTarget | undefined): Promise<string> {
  if (saved === undefined) {
    await change('/targets', { method: 'PUT', body: { target, note: '' } });
    return `${target} saved`;
  }
  if (saved.note !== '') return `${target} is saved with a note: remove it on the dashboard`;
  await change(`/targets/${saved.id}`, { method: 'DELETE' });
  return `${target} is no longer saved`;
}

/** Members may have typed the target in capitals. */
function find(targets: readonly SavedTarget[] | undefined, target: string): SavedTarget | undefined {
  return targets?.find((one) => one.target.toLowerCase() === target.toLowerCase());
}

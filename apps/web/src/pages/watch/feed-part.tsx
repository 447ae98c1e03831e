import type { WatchFeed } from '@sonde/contract/watch/channel';
import { renewFeed } from '../../browser/accounts/watch-data.ts';
import { CopyButton } from '../../ui/export/copy-button.tsx';
import type { useChange } from '../dashboard/use-change.ts';

export interface FeedPartProps {
  readonly feed: WatchFeed | null;
  readonly busy: boolean;
  readonly attempt: ReturnType<typeof useChange>['attempt'];
}

/** The secret addresses of the feed and the calendar. */
export function FeedPart({ feed, busy, attempt }: FeedPartProps) {
  const renew = () => attempt(renewFeed, feed === null ? 'The feed is made' : 'The feed has a new address');
  return (
    <div className="feed">
      <p>Changes as an Atom feed, and what ends as a calendar. Whoever knows the address can read them.</p>
      {feed !== null &&
        (['atom', 'calendar'] as const).map((form) => (
          <p key={form} className="copy-line">
            <code>{feed[form]}</code>
            <CopyButton
              label={form === 'atom' ? 'the address of the feed' : 'the address of the calendar'}
              text={feed[form]}
            />
          </p>
        ))}
      <button className="btn" type="button" disabled={busy} onClick={renew}>
        {feed === null ? 'Make a feed' : 'New address'}
      </button>
    </div>
  );
}

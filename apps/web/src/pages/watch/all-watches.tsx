import { useEffect } from 'react';
import { clearAccountData } from '../../browser/accounts/account-data.ts';
import { useChannels, useWatches } from '../../browser/accounts/watch-data.ts';
import { textOf } from '../../browser/api/ask-error-text.ts';
import { adoptSheet } from '../../browser/page/adopt-sheet.ts';
import { ErrorBox } from '../../ui/feedback/error-box.tsx';
import { CalendarClock } from '../../ui/icons/lucide/calendar-clock.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { adoptMemberSheets } from '../dashboard/member-sheets.ts';
import { useChange } from '../dashboard/use-change.ts';
import { ChannelsPanel } from './channels-panel.tsx';
import { NewWatchForm } from './new-watch-form.tsx';
import sheet from './watch.css?inline';
import { WatchItem } from './watch-item.tsx';

adoptMemberSheets();
adoptSheet(sheet);

/** All watches, and where they tell their changes. */
export function Result() {
  // The next person who signs in here must not see this data, not even briefly.
  useEffect(() => clearAccountData, []);
  const { data, error, refetch } = useWatches();
  const channels = useChannels().data?.channels.filter(({ state }) => state !== 'unproved') ?? [];
  const { busy, problem, attempt } = useChange();
  const watches = data?.watches ?? [];
  return (
    <div className="grid watch">
      <Panel title="Your watches" icon={CalendarClock} count={watches.length}>
        {data !== undefined && (
          <NewWatchForm
            tools={data.tools}
            floorSeconds={data.floorSeconds}
            channels={channels}
            busy={busy}
            attempt={attempt}
          />
        )}
        {error && <ErrorBox message={textOf(error)} onRetry={() => refetch()} />}
        {problem && <ErrorBox message={problem} />}
        {data === undefined && !error && <p className="status">One moment…</p>}
        {data !== undefined && watches.length === 0 && <p className="status">You watch nothing yet.</p>}
        <ul className="kept-targets">
          {watches.map((watch) => (
            <WatchItem key={watch.id} watch={watch} busy={busy} attempt={attempt} />
          ))}
        </ul>
      </Panel>
      <ChannelsPanel />
    </div>
  );
}

import { formatUtc } from '@sonde/contract/text/format-utc';
import { certificates } from '@sonde/contract/watch/certificates/watched-certificates';
import type { Watch } from '@sonde/contract/watch/watch';
import { useContext, useEffect } from 'react';
import { Link } from 'wouter';
import { clearAccountData } from '../../browser/accounts/account-data.ts';
import { useWatch } from '../../browser/accounts/watch-data.ts';
import { textOf } from '../../browser/api/ask-error-text.ts';
import { adoptSheet } from '../../browser/page/adopt-sheet.ts';
import { documentTitle } from '../../browser/page/document-title.ts';
import { withLocalTimes } from '../../browser/page/local-times.ts';
import { lookupLink } from '../../tools/screens/lookup-link.ts';
import { ToolsContext } from '../../tools/screens/screens-context.ts';
import { ErrorBox } from '../../ui/feedback/error-box.tsx';
import { Activity } from '../../ui/icons/lucide/activity.ts';
import { CalendarClock } from '../../ui/icons/lucide/calendar-clock.ts';
import { History } from '../../ui/icons/lucide/history.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { bothSpellings } from '../../ui/other-spelling.ts';
import { Badge } from '../../ui/tables/badge.tsx';
import { RecordTable } from '../../ui/tables/record-table.tsx';
import { visibleText } from '../../ui/text/visible-text.ts';
import { adoptMemberSheets } from '../dashboard/member-sheets.ts';
import { useChange } from '../dashboard/use-change.ts';
import { CompareMoments } from './compare-moments.tsx';
import { ExpectedCertificates } from './expected-certificates.tsx';
import { Lanes } from './lanes.tsx';
import sheet from './watch.css?inline';
import { changeRows, changeTitles, WatchExports } from './watch-exports.tsx';
import { WatchButtons } from './watch-item.tsx';
import { rhythmOf, stateOfWatch, watchedName } from './watch-words.ts';
import { WatchedPlaces } from './watched-places.tsx';

adoptMemberSheets();
adoptSheet(sheet);

/** One watch: its state, its facts over time, its changes, and any two moments side by side. */
export function Result({ id }: { readonly id: string }) {
  useEffect(() => clearAccountData, []);
  const { data: watch, error, refetch } = useWatch(id);
  const change = useChange();
  const target = watch?.target;
  useEffect(() => {
    if (target !== undefined) document.title = documentTitle('Watch', visibleText(target));
  }, [target]);
  if (error) return <ErrorBox message={textOf(error)} onRetry={() => refetch()} />;
  if (watch === undefined) return <p role="status">One moment…</p>;
  return (
    <div className="grid watch">
      <StatePanel watch={watch} change={change} />
      {watch.tool === certificates.id && <ExpectedCertificates watch={watch} />}
      <WatchedPlaces watch={watch} />
      <Panel title="Over time" icon={Activity} note="one row for each fact that has changed">
        <Lanes watch={watch} />
      </Panel>
      <Panel title="Changes" icon={History} count={watch.changes.length} actions={<WatchExports watch={watch} />}>
        {watch.changes.length === 0 ? (
          <p className="status">Nothing has changed so far.</p>
        ) : (
          <RecordTable
            label="Changes"
            titles={changeTitles}
            rows={changeRows(watch).map((row) => row.map(visibleText))}
            isStacked
          />
        )}
      </Panel>
      <CompareMoments watch={watch} />
    </div>
  );
}

interface StatePanelProps {
  readonly watch: Watch;
  readonly change: ReturnType<typeof useChange>;
}

function StatePanel({ watch, change: { busy, problem, attempt } }: StatePanelProps) {
  const { tool, target, name, checkedAt, nextAt, failure } = watch;
  const [tone, state] = stateOfWatch(watch);
  const screens = useContext(ToolsContext);
  const screen = screens.find((one) => one.id === tool);
  const href = screen === undefined ? null : lookupLink(screen, target);
  const shown = visibleText(name || bothSpellings(target));
  const times = [
    checkedAt === null ? 'Not measured yet' : `Measured ${formatUtc(checkedAt)}`,
    ...(nextAt === null ? [] : [`next ${formatUtc(nextAt)}`]),
    ...(failure === null ? [] : [`the last measurement failed: ${failure}`]),
  ];
  return (
    <Panel title={shown} icon={CalendarClock} id="state">
      <div className="state">
        <p>
          <Badge tone={tone}>{state}</Badge> {watchedName(tool, screens)} of {bothSpellings(target)}, {rhythmOf(watch)}
        </p>
        <p className="times">{withLocalTimes(times.join(' · '))}</p>
        {watch.ends.map((end) => (
          <p key={`${end.kind} ${end.about}`}>
            <Badge tone={end.state === 'good' ? 'ok' : end.state}>{end.kind}</Badge>{' '}
            {withLocalTimes(`${visibleText(end.about)} ends ${formatUtc(end.ends)}`)}
          </p>
        ))}
        {problem && <ErrorBox message={problem} />}
        <div className="acts">
          {href !== null && (
            <Link className="btn" href={href}>
              Measure it on its page
            </Link>
          )}
          <WatchButtons watch={watch} shown={shown} busy={busy} attempt={attempt} />
          <Link className="btn" href="/watch">
            All watches
          </Link>
        </div>
      </div>
    </Panel>
  );
}

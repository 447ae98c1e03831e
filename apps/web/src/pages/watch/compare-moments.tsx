import { formatUtc } from '@sonde/contract/text/format-utc';
import type { Watch, WatchAt } from '@sonde/contract/watch/watch';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import { useWatchAt } from '../../browser/accounts/watch-data.ts';
import { textOf } from '../../browser/api/ask-error-text.ts';
import { withLocalTimes } from '../../browser/page/local-times.ts';
import { lazyResult } from '../../tools/lookup/lazy-result.tsx';
import { ErrorBox } from '../../ui/feedback/error-box.tsx';
import { ArrowRightLeft } from '../../ui/icons/lucide/arrow-right-left.ts';
import { Clock } from '../../ui/icons/lucide/clock.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { RecordTable } from '../../ui/tables/record-table.tsx';
import { visibleText } from '../../ui/text/visible-text.ts';
import type { KeptMoment, KeptMoments } from './both-answers.tsx';
import { valueText } from './watch-words.ts';

const { Result: BothAnswers } = lazyResult(
  () => import('./both-answers.tsx'),
  'The answers could not be loaded. Please check the connection.',
);

/** Characters of `2026-11-28T12:00`, which a field for a time takes, in UTC. */
const MINUTES = 16;

/** The facts as of two moments, side by side, what differs first, and the whole answers on request. */
export function CompareMoments({ watch }: { readonly watch: Watch }) {
  const first = watch.observations.at(-1)?.from;
  const last = watch.checkedAt;
  if (first === undefined || last === null) return null;
  return <Moments watch={watch} first={first} last={last} />;
}

interface MomentsProps {
  readonly watch: Watch;
  readonly first: string;
  readonly last: string;
}

function Moments({ watch, first, last }: MomentsProps) {
  const [times, setTimes] = useState<readonly [string, string]>([first, last]);
  const [left, right] = [useWatchAt(watch.id, times[0]), useWatchAt(watch.id, times[1])];
  const error = left.error ?? right.error;
  const [isWhole, setWhole] = useState(false);
  const kept = keptMoments(left.data, right.data);
  return (
    <>
      <Panel title="Side by side" icon={Clock} note="as of any two moments" id="side-by-side">
        <div className="kept-form">
          <div className="moments">
            <Moment
              label="As of"
              time={times[0]}
              first={first}
              last={last}
              onChange={(time) => setTimes([time, times[1]])}
            />
            <Moment
              label="And as of"
              time={times[1]}
              first={first}
              last={last}
              onChange={(time) => setTimes([times[0], time])}
            />
          </div>
          <div className="acts">
            {kept !== null && (
              <button className="btn" type="button" aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
                <ArrowRightLeft className="i" />
                Whole answers side by side
              </button>
            )}
            <Snapshot at={left.data} words="The answer of the first" />
            <Snapshot at={right.data} words="The answer of the second" />
          </div>
        </div>
        {error && <ErrorBox message={textOf(error)} />}
        {left.data !== undefined && right.data !== undefined && <Facts left={left.data} right={right.data} />}
      </Panel>
      {isWhole && kept !== null && <BothAnswers moments={kept} fallback={<p role="status">One moment…</p>} />}
    </>
  );
}

/** Both, if the answers of both are kept and are not the same one. */
function keptMoments(left: WatchAt | undefined, right: WatchAt | undefined): KeptMoments | null {
  if (!hasAnswer(left) || !hasAnswer(right) || left.snapshot === right.snapshot) return null;
  return [left, right];
}

const hasAnswer = (at: WatchAt | undefined): at is KeptMoment => at !== undefined && at.snapshot !== null;

interface MomentProps extends Omit<MomentsProps, 'watch'> {
  readonly label: string;
  readonly time: string;
  onChange(time: string): void;
}

function Moment({ label, time, first, last, onChange }: MomentProps) {
  const id = useId();
  return (
    <p>
      <label htmlFor={id}>{label} (UTC)</label>
      <input
        id={id}
        type="datetime-local"
        min={first.slice(0, MINUTES)}
        value={time.slice(0, MINUTES)}
        onChange={({ target: { value } }) => {
          // A minute contains its first measurement: the whole minute is meant.
          const meant = `${value}:59.999Z`;
          if (!Number.isNaN(Date.parse(meant))) onChange(meant > last ? last : meant);
        }}
      />
    </p>
  );
}

/** A link to the whole answer in the tool's own page, if it is kept. */
function Snapshot({ at, words }: { readonly at: WatchAt | undefined; readonly words: string }) {
  if (at === undefined || at.snapshot === null) return null;
  return (
    <Link className="btn" href={`/r/${at.snapshot}`}>
      {words}
    </Link>
  );
}

function Facts({ left, right }: { readonly left: WatchAt; readonly right: WatchAt }) {
  const paths = [...new Set([...Object.keys(left.facts), ...Object.keys(right.facts)])];
  const rows = paths.map((path) => [path, valueText(left.facts[path]), valueText(right.facts[path])] as const);
  const same = rows.filter(([, one, other]) => one === other);
  const differing = rows.filter(([, one, other]) => one !== other);
  const since = `First: since ${formatUtc(left.from)} · second: since ${formatUtc(right.from)}`;
  return (
    <>
      <p className="status" role="status">
        {differing.length === 0 ? 'Both are the same.' : `${differing.length} of ${rows.length} differ.`}
      </p>
      <p className="status times">{withLocalTimes(since)}</p>
      {differing.length > 0 && <FactTable label="What differs" rows={differing} />}
      {same.length > 0 && (
        <details className="same-facts">
          <summary>{same.length === 1 ? '1 fact is the same' : `${same.length} facts are the same`}</summary>
          <FactTable label="What is the same" rows={same} />
        </details>
      )}
    </>
  );
}

interface FactTableProps {
  readonly label: string;
  readonly rows: readonly (readonly [path: string, one: string, other: string])[];
}

function FactTable({ label, rows }: FactTableProps) {
  const shown = rows.map((row) => row.map(visibleText));
  return <RecordTable label={label} titles={['Fact', 'First', 'Second']} rows={shown} isStacked />;
}

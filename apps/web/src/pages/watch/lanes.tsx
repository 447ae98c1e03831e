import { counted } from '@sonde/contract/text/counted';
import { formatUtc } from '@sonde/contract/text/format-utc';
import type { Watch, WatchChange } from '@sonde/contract/watch/watch';
import { visibleText } from '../../ui/text/visible-text.ts';
import { type ChangeLook, lookOf } from './watch-words.ts';

/** More would not be told apart; the table has all of them. */
const MOST_LANES = 30;
const PERCENT = 100;

/** The shapes differ, so that nothing depends on colours. */
const MARKS: Readonly<Record<ChangeLook, string>> = {
  added: 'M-5 0H5M0 -5V5',
  removed: 'M-5 0H5',
  changed: 'M0 -5 5 0 0 5 -5 0Z',
};
const LOOK_WORDS: Readonly<Record<ChangeLook, string>> = { added: 'added', removed: 'removed', changed: 'changed' };

interface Lane {
  readonly path: string;
  readonly label: string;
  readonly changes: readonly WatchChange[];
}

/** A row for each fact that has changed, on one axis of time, with the times without a measurement. */
export function Lanes({ watch }: { readonly watch: Watch }) {
  const lanes = lanesOf(watch.changes).slice(0, MOST_LANES);
  const from = Date.parse(watch.observations.at(-1)?.from ?? watch.madeAt);
  const until = Math.max(Date.parse(watch.checkedAt ?? watch.madeAt), from + 1);
  const place = (iso: string) => `${Math.min(1, Math.max(0, (Date.parse(iso) - from) / (until - from))) * PERCENT}%`;
  const gaps = watch.observations.filter(({ factsSha256 }) => factsSha256 === null);
  return (
    <div className="watch-lanes">
      <ul className="legend" aria-label="Signs">
        {(['added', 'removed', 'changed'] as const).map((look) => (
          <li key={look}>
            <svg viewBox="-7 -7 14 14" width="14" height="14" aria-hidden="true">
              <path className={`mark ${look}`} d={MARKS[look]} />
            </svg>
            {LOOK_WORDS[look]}
          </li>
        ))}
        <li>
          <svg width="14" height="14" aria-hidden="true">
            <rect className="gap" width="14" height="14" />
          </svg>
          not measured
        </li>
      </ul>
      {lanes.length === 0 && <p className="status">{quietText(watch)}</p>}
      <dl>
        {lanes.map((lane) => (
          <div key={lane.path}>
            <dt>{visibleText(lane.label)}</dt>
            <dd>
              <svg role="img" aria-label={wordsOf(lane, gaps.length)} width="100%" height="20">
                <rect className="lane" x="0" y="9" width="100%" height="2" />
                {gaps.map(({ from: start, until: end }) => (
                  <rect
                    key={start}
                    className="gap"
                    x={place(start)}
                    y="4"
                    width={widthOf(place(start), place(end))}
                    height="12"
                  />
                ))}
                {lane.changes.map((change) => (
                  <svg key={change.id} x={place(change.at)} y="10" overflow="visible" aria-hidden="true">
                    <path className={`mark ${lookOf(change)}`} d={MARKS[lookOf(change)]} />
                  </svg>
                ))}
              </svg>
            </dd>
          </div>
        ))}
      </dl>
      <p className="axis">
        <span>{formatUtc(new Date(from).toISOString())}</span>
        <span>{formatUtc(new Date(until).toISOString())}</span>
      </p>
    </div>
  );
}

function quietText({ observations }: Watch): string {
  const first = observations.filter(({ factsSha256 }) => factsSha256 !== null).map(({ from }) => from);
  const [since] = first.toSorted();
  return since === undefined ? 'Nothing has been measured yet.' : `No change was measured since ${formatUtc(since)}.`;
}

/** A short time without a measurement is still seen. */
const widthOf = (from: string, until: string) =>
  `${Math.max(0.5, Number.parseFloat(until) - Number.parseFloat(from))}%`;

function lanesOf(changes: readonly WatchChange[]): readonly Lane[] {
  const lanes = new Map<string, Lane>();
  for (const change of changes) {
    if (change.state === 'withdrawn' || change.kind === 'cannot-measure' || change.kind === 'back') continue;
    // Each certificate has a path of its own, with a single change.
    const path = change.kind === 'unexpected' ? change.kind : change.path;
    const lane = lanes.get(path) ?? { path, label: change.label, changes: [] };
    lanes.set(path, { ...lane, changes: [...lane.changes, change] });
  }
  return [...lanes.values()];
}

/** The lane in words, for those who do not see it; every change is in the table too. */
function wordsOf({ label, changes }: Lane, gaps: number): string {
  const times = changes.map((change) => `${LOOK_WORDS[lookOf(change)]} ${formatUtc(change.at)}`).join('; ');
  return `${visibleText(label)}: ${times}${gaps === 0 ? '' : `; ${counted(gaps, 'time')} without a measurement`}`;
}

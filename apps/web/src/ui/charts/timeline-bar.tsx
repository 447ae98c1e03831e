// In this folder: small charts: periods, packets, chains.

import { counted } from '@sonde/contract/text/counted';
import type { Tone } from '../tables/badge.tsx';
import { formatDay } from '../times/format-day.ts';

const DAY_MS = 86_400_000;

export interface TimelineBarProps {
  readonly from: Date;
  readonly until: Date;
  readonly now: Date;
  readonly tone: Exclude<Tone, 'neutral'>;
  /** From when on a renewal is due. */
  readonly due?: Date | null;
}

/** A period that contains today: the elapsed part is grey, the rest has the colour of its state. */
export function TimelineBar({ from, until, now, tone, due = null }: TimelineBarProps) {
  const sentence = sentenceOf(from, until, now);
  const isOver = until < now;
  const lifetime = Math.max(1, until.getTime() - from.getTime());
  const partAt = (moment: Date) =>
    `${Math.min(100, Math.max(0, (100 * (moment.getTime() - from.getTime())) / lifetime))}%`;
  const [start, end] = [formatDay(from), formatDay(until)];
  return (
    <div className="tl" style={{ '--part': partAt(now), ...(due && { '--due': partAt(due) }) }}>
      <div className={`tl-bar tl-${tone}`} role="img" aria-label={`Valid from ${start} until ${end}: ${sentence}`}>
        <i />
        {due !== null && <u />}
        <b />
      </div>
      <div className="tl-x">
        <span>
          Valid From <strong>{start}</strong>
        </span>
        <span className={isOver ? 'now over' : 'now'}>{sentence}</span>
        {due !== null && <span className="now">renewal due from {formatDay(due)}</span>}
        <span>
          Valid Until <strong>{end}</strong>
        </span>
      </div>
    </div>
  );
}

/** Whole days: the number of the current day plus the days after it make up the whole period. */
function sentenceOf(from: Date, until: Date, now: Date): string {
  const whole = (from: Date, to: Date) => Math.max(0, Math.floor((to.getTime() - from.getTime()) / DAY_MS));
  const days = (count: number) => (count === 0 ? 'less than a day' : counted(count, 'day'));
  if (until < now) return `ended ${days(whole(until, now))} ago`;
  const total = Math.max(1, Math.round((until.getTime() - from.getTime()) / DAY_MS));
  if (now < from) return `begins in ${days(whole(now, from))}, for ${counted(total, 'day')}`;
  const left = whole(now, until);
  return `day ${Math.max(1, total - left)} of ${total}, ${days(left)} left`;
}

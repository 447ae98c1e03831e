import type { Tone } from './badge.tsx';
import { counted } from './counted.ts';
import { formatDay } from './format-day.ts';

const DAY_MS = 86_400_000;

export interface TimelineBarProps {
  readonly from: Date;
  readonly until: Date;
  readonly now: Date;
  readonly tone: Exclude<Tone, 'neutral'>;
}

/** A period with today in it: what has passed is grey, what remains has the colour of how it is. */
export function TimelineBar({ from, until, now, tone }: TimelineBarProps) {
  const total = Math.max(1, Math.round((until.getTime() - from.getTime()) / DAY_MS));
  const isOver = until < now;
  const left = Math.floor(Math.abs(until.getTime() - now.getTime()) / DAY_MS);
  const passed = isOver ? total : Math.max(0, total - left);
  const part = `${(100 * passed) / total}%`;
  const ago = left === 0 ? 'less than a day' : counted(left, 'day');
  const sentence = isOver ? `ended ${ago} ago` : `${passed} of ${counted(total, 'day')} passed, ${left} left`;
  const [start, end] = [formatDay(from), formatDay(until)];
  return (
    <div className="tl" style={{ '--part': part }}>
      <div className={`tl-bar tl-${tone}`} role="img" aria-label={`Valid from ${start} until ${end}: ${sentence}`}>
        <i />
        <b />
      </div>
      <div className="tl-x">
        <span>
          Valid From <strong>{start}</strong>
        </span>
        <span className={isOver ? 'now over' : 'now'}>{sentence}</span>
        <span>
          Valid Until <strong>{end}</strong>
        </span>
      </div>
    </div>
  );
}

// In this folder: when an answer was measured, and the button to measure it again.

import { counted } from '@sonde/contract/text/counted';
import { formatUtc } from '@sonde/contract/text/format-utc';
import { useEffect } from 'react';
import { announce } from '../../ui/feedback/announce.ts';
import { useSecondsUntil } from '../../ui/times/use-seconds-until.ts';

export interface CheckedLineProps {
  /** ISO 8601 in UTC, from the server. */
  readonly checkedAt: string;
  /** When the server will measure again, by this browser's clock; null if there is no pause. */
  readonly waitUntilMs: number | null;
  readonly isBusy: boolean;
  onCheckAgain(): void;
}

/** Says when an answer was measured, with a button to measure again, or a countdown until that is allowed. */
export function CheckedLine({ checkedAt, waitUntilMs, isBusy, onCheckAgain }: CheckedLineProps) {
  const seconds = useSecondsUntil(waitUntilMs);
  useEffect(() => {
    if (waitUntilMs !== null) announce(pauseText(Math.ceil((waitUntilMs - Date.now()) / 1000)));
  }, [waitUntilMs]);
  const at = new Date(checkedAt);
  if (Number.isNaN(at.getTime())) return null;
  const isOff = isBusy || seconds > 0;
  return (
    <>
      <span>
        Checked at{' '}
        <time dateTime={checkedAt} title={formatUtc(at.toISOString())}>
          {timeOf(at)}
        </time>
      </span>
      <span aria-hidden>·</span>
      {/* Not `disabled`, so that it keeps the focus while the visitor waits. */}
      <button type="button" aria-disabled={isOff} onClick={isOff ? undefined : onCheckAgain}>
        {seconds > 0 ? `Check again in ${seconds} s` : 'Check again'}
      </button>
      <span className="paper">
        Measured {formatUtc(at.toISOString())}, {location.href.replace(location.hash, '')}
      </span>
    </>
  );
}

function pauseText(seconds: number): string {
  return `This was checked a moment ago. You can check again in ${counted(seconds, 'second')}.`;
}

/** `14:03:21` in the visitor's time zone, with the date unless it is today. */
function timeOf(at: Date): string {
  const isToday = at.toDateString() === new Date().toDateString();
  const day = isToday ? {} : ({ day: 'numeric', month: 'short', year: 'numeric' } as const);
  const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat('en-GB', { ...day, ...time }).format(at);
}

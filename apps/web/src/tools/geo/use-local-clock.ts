import { useContext, useEffect, useState } from 'react';
import { FrozenContext } from '../checked/frozen-context.ts';

export interface LocalClock {
  /** `14:32` */
  readonly time: string;
  /** `UTC+1` */
  readonly offset: string;
}

const MINUTE_MS = 60_000;

/** The current time in a time zone, or the time of measurement of a kept answer; null for an unknown zone. */
export function useLocalClock(zone: string | null): LocalClock | null {
  const frozenAt = useContext(FrozenContext);
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const toNextMinuteMs = MINUTE_MS - (now.getTime() % MINUTE_MS);
    const timer = setTimeout(() => setNow(new Date()), toNextMinuteMs);
    return () => clearTimeout(timer);
  }, [now]);
  return zone === null ? null : clockIn(zone, frozenAt ?? now);
}

function clockIn(timeZone: string, now: Date): LocalClock | null {
  try {
    const options = {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'shortOffset',
    } as const;
    const parts = new Intl.DateTimeFormat('en-GB', options).formatToParts(now);
    const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
    return { time: `${part('hour')}:${part('minute')}`, offset: part('timeZoneName').replace('GMT', 'UTC') };
  } catch {
    return null;
  }
}

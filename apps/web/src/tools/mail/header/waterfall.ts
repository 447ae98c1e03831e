import type { Hop } from '@sonde/contract/message-header/read-header';

/** The delay before a step, from 0 to 1 on the axis from the first to the last time of the message. */
export interface WaterfallBar {
  readonly from: number;
  readonly until: number;
  /** The clock of this server is behind that of the one before: the bar goes back in time. */
  readonly isBack: boolean;
}

/** A bar for each step, null where one of its two times is missing. */
export function waterfallOf(hops: readonly Pick<Hop, 'time' | 'delaySeconds'>[]): readonly (WaterfallBar | null)[] {
  const times = hops.flatMap(({ time }) => (time === null ? [] : time.getTime()));
  const starts = hops.flatMap(({ time, delaySeconds }) =>
    time === null || delaySeconds === null ? [] : time.getTime() - delaySeconds * 1000,
  );
  const all = [...times, ...starts].filter((one) => Number.isFinite(one));
  const first = Math.min(...all);
  const length = Math.max(1, Math.max(...all) - first);
  return hops.map(({ time, delaySeconds }) => {
    if (time === null || delaySeconds === null || !Number.isFinite(time.getTime())) return null;
    const [start, end] = [time.getTime() - delaySeconds * 1000, time.getTime()];
    const part = (moment: number) => (moment - first) / length;
    return { from: part(Math.min(start, end)), until: part(Math.max(start, end)), isBack: delaySeconds < 0 };
  });
}

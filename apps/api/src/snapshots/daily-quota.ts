import { ToolError, toRetrySeconds } from '@sonde/contract';
import { DAILY_SNAPSHOTS } from '@sonde/contract/snapshots/snapshot';
import { createAllowanceStore, createClientAllowances, type SharedStore } from '@sonde/service';
import { DAILY_BYTES } from './sizes.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_SECONDS = 60 * 60;

/** What a client keeps. */
interface Kept {
  /** Whether it counts among the snapshots without an account. */
  readonly isCounted: boolean;
  /** As stored. */
  readonly bytes: number;
}

/**
 * Limits what a client may keep in a day, even if calls are not limited: how many snapshots without an account, and how many
 * bytes with or without one, since anyone may have several accounts.
 */
export interface DailyQuota {
  /** Returns a function that gives back what was taken, if the snapshot was not made after all. @throws ToolError `rate-limited`. */
  take(client: string, kept: Kept): Promise<() => Promise<void>>;
}

export function createDailyQuota(now: () => number, shared: SharedStore | null): DailyQuota {
  // The keys have prefixes, because instances share one store for all kinds of allowances.
  const allowancesOf = (prefix: string, units: number) =>
    createClientAllowances({ units, windowMs: DAY_MS }, (limit) => {
      const store = createAllowanceStore(limit, now, shared);
      return { take: (client, taken) => store.take(`${prefix} ${client}`, taken) };
    });
  const numbers = allowancesOf('snapshots', DAILY_SNAPSHOTS);
  const bytes = allowancesOf('snapshot bytes', DAILY_BYTES);
  return {
    async take(client, kept) {
      const count = kept.isCounted ? 1 : 0;
      const number = count === 0 ? null : await numbers.take(client, count);
      if (number !== null && !number.isAllowed) throw tooMany(toRetrySeconds(number.retryInMs / 1000));
      const size = await bytes.take(client, kept.bytes);
      if (size.isAllowed) {
        return async () => {
          await numbers.take(client, -count);
          await bytes.take(client, -kept.bytes);
        };
      }
      await numbers.take(client, -count);
      throw tooLarge(toRetrySeconds(size.retryInMs / 1000));
    },
  };
}

function whenIn(seconds: number): string {
  const hours = Math.ceil(seconds / HOUR_SECONDS);
  return hours === 1 ? 'within an hour' : `in ${hours} hours`;
}

const tooLarge = (retryAfterSeconds: number) =>
  new ToolError(
    'rate-limited',
    `${DAILY_BYTES / 1_000_000} MB of results can be kept in a day. This one can be kept ${whenIn(retryAfterSeconds)}.`,
    { retryAfterSeconds },
  );

function tooMany(retryAfterSeconds: number): ToolError {
  const when = whenIn(retryAfterSeconds);
  return new ToolError(
    'rate-limited',
    `${DAILY_SNAPSHOTS} results a day can be kept without an account. The next one can be kept ${when}.`,
    { retryAfterSeconds },
  );
}

import { ToolError, toRetrySeconds } from '@sonde/contract';
import { DAILY_SNAPSHOTS } from '@sonde/contract/snapshots/snapshot';
import { createAllowanceStore, createClientAllowances, type SharedStore } from '@sonde/service';

const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_SECONDS = 60 * 60;

/** Limits how many snapshots a client without an account may make per day, even if calls are not limited. */
export interface DailyQuota {
  /** @throws ToolError `rate-limited`. */
  take(client: string): Promise<void>;
  /** Returns a unit if the snapshot was not made after all. */
  giveBack(client: string): Promise<void>;
}

export function createDailyQuota(now: () => number, shared: SharedStore | null): DailyQuota {
  const allowances = createClientAllowances({ units: DAILY_SNAPSHOTS, windowMs: DAY_MS }, (limit) => {
    const store = createAllowanceStore(limit, now, shared);
    // The key has a prefix, because instances share one store for all kinds of allowances.
    return { take: (client, units) => store.take(`snapshots ${client}`, units) };
  });
  return {
    async take(client) {
      const { isAllowed, retryInMs } = await allowances.take(client, 1);
      if (!isAllowed) throw tooMany(toRetrySeconds(retryInMs / 1000));
    },
    giveBack: async (client) => void (await allowances.take(client, -1)),
  };
}

function tooMany(retryAfterSeconds: number): ToolError {
  const hours = Math.ceil(retryAfterSeconds / HOUR_SECONDS);
  const when = hours === 1 ? 'within an hour' : `in ${hours} hours`;
  return new ToolError(
    'rate-limited',
    `${DAILY_SNAPSHOTS} results a day can be kept without an account. The next one can be kept ${when}.`,
    { retryAfterSeconds },
  );
}

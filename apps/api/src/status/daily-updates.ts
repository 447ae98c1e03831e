import { dataSetsOf, isDue, type LocalData, linkSignals, renewDataSet, UpdateRefused } from '@sonde/probes';
import type { FastifyBaseLogger } from 'fastify';

/** The first check after a start, and the time between two: both are drawn at random, so that many servers do not ask at once. */
const FIRST_MS = { least: 60_000, most: 10 * 60_000 };
const NEXT_MS = { least: 30 * 60_000, most: 90 * 60_000 };

export interface DailyUpdates {
  stop(): void;
}

export interface DailyUpdatesOptions {
  readonly data: LocalData;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** The time until the next check; for tests. */
  readonly waitMs?: (isFirst: boolean) => number;
}

const between = ({ least, most }: typeof FIRST_MS) => least + Math.random() * (most - least);

/**
 * Renews each data set when it is due. Attempts are noted in the data folder, so that of several servers with the same folder
 * one makes them; lookups that run keep the data with which they began.
 */
export function startDailyUpdates(options: DailyUpdatesOptions): DailyUpdates {
  const { data, log, now = Date.now, waitMs = (isFirst) => between(isFirst ? FIRST_MS : NEXT_MS) } = options;
  const ending = linkSignals([]);
  let timer: NodeJS.Timeout | null = null;

  async function renewDue(): Promise<void> {
    for (const set of dataSetsOf(data)) {
      if (ending.signal.aborted || !(await isDue(data, set, now()))) continue;
      try {
        const { isNew, text } = await renewDataSet(data, set, { sources: [], signal: ending.signal, now });
        if (isNew) log.info({ dataset: set.facts.id }, `data was renewed: ${text}`);
      } catch (error) {
        if (ending.signal.aborted) return;
        const reason = error instanceof UpdateRefused ? error.message : String(error);
        log.warn({ dataset: set.facts.id, reason }, 'data could not be renewed; the copy at hand stays in use');
      }
    }
  }

  function schedule(isFirst: boolean): void {
    if (ending.signal.aborted) return;
    timer = setTimeout(() => {
      void renewDue()
        .catch((err: unknown) => log.warn({ err }, 'the update of data failed'))
        .finally(() => schedule(false));
    }, waitMs(isFirst)).unref();
  }

  schedule(true);
  return {
    stop() {
      if (timer !== null) clearTimeout(timer);
      ending.abort(new Error('the server stops'));
      ending.release();
    },
  };
}

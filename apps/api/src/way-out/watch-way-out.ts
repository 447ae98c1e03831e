import { linkSignals, type Net } from '@sonde/probes';
import type { FastifyBaseLogger } from 'fastify';
import { tryWayOut, type WayOut, type WebServer } from './try-way-out.ts';

/** A machine that was cut off may be connected again; what works is not tried again. */
const AGAIN_MS = 5 * 60_000;

export interface WayOutWatch {
  stop(): void;
}

export interface WatchOptions {
  readonly net: Net;
  /** Where TCP is tried. */
  readonly web: WebServer;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  /** Told of the first outcome and of every other one. */
  onOutcome(wayOut: WayOut): Promise<void>;
  /** For tests. */
  readonly againMs?: number;
}

/** True where all of it works. */
const isOpen = (wayOut: WayOut): boolean => Object.values(wayOut).every((reason) => reason === null);

/** Tries the way out once, and again from time to time as long as a part of it does not work. */
export function watchWayOut({ net, web, log, onOutcome, againMs = AGAIN_MS }: WatchOptions): WayOutWatch {
  const ending = linkSignals([]);
  let timer: NodeJS.Timeout | null = null;
  let before = '';
  const look = async () => {
    const wayOut = await tryWayOut(net, web, ending.signal);
    if (ending.signal.aborted) return;
    const now = JSON.stringify(wayOut);
    if (now !== before) {
      tell(log, wayOut);
      await onOutcome(wayOut);
    }
    before = now;
    if (!isOpen(wayOut) && !ending.signal.aborted) timer = setTimeout(again, againMs).unref();
  };
  const again = () => void look().catch((err: unknown) => log.warn({ err }, 'the way out could not be tried'));
  again();
  return {
    stop() {
      ending.abort(new Error('the server stops'));
      ending.release();
      if (timer !== null) clearTimeout(timer);
    },
  };
}

function tell(log: WatchOptions['log'], wayOut: WayOut): void {
  if (isOpen(wayOut)) log.info('names are resolved, and connections and pings are answered');
  else
    log.warn(
      { wayOut },
      'a part of the internet cannot be reached from here; npm run demo shows every tool without it',
    );
}

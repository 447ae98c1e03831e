import { linkSignals, type Net } from '@sonde/probes';
import type { FastifyBaseLogger } from 'fastify';
import { checkReachability, type Reachability, type WebServer } from './check-reachability.ts';

/** Interval of the checks as long as something does not work; after that, there are none. */
const AGAIN_MS = 5 * 60_000;

export interface ReachabilityWatch {
  stop(): void;
}

export interface WatchOptions {
  readonly net: Net;
  /** A web server to connect to by TCP. */
  readonly web: WebServer;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  /** Called with the first result, and with every changed one. */
  onChange(reachability: Reachability): Promise<void>;
  /** Interval of the checks; for tests. */
  readonly againMs?: number;
}

/** True if everything works. */
const isOpen = (found: Reachability): boolean => Object.values(found).every((reason) => reason === null);

/** Checks now, and repeatedly as long as something does not work. */
export function watchReachability({ net, web, log, onChange, againMs = AGAIN_MS }: WatchOptions): ReachabilityWatch {
  const ending = linkSignals([]);
  let timer: NodeJS.Timeout | null = null;
  let before = '';
  const check = async () => {
    const found = await checkReachability(net, web, ending.signal);
    if (ending.signal.aborted) return;
    const now = JSON.stringify(found);
    if (now !== before) {
      logResult(log, found);
      await onChange(found);
    }
    before = now;
    if (!isOpen(found) && !ending.signal.aborted) timer = setTimeout(again, againMs).unref();
  };
  const again = () =>
    void check().catch((err: unknown) => log.warn({ err }, 'the check of internet reachability failed'));
  again();
  return {
    stop() {
      ending.abort(new Error('the server stops'));
      ending.release();
      if (timer !== null) clearTimeout(timer);
    },
  };
}

function logResult(log: WatchOptions['log'], found: Reachability): void {
  if (isOpen(found)) log.info('names are resolved, and connections and pings are answered');
  else
    log.warn(
      { wayOut: found },
      'a part of the internet cannot be reached from here; npm run demo shows every tool without it',
    );
}

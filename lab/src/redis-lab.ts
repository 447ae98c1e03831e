import { onFreePort } from './free-port.ts';
import { openWorkplace } from './workplace.ts';

/** A Redis server on loopback that can be lost and found again. */
export interface RedisLab {
  /** `redis://ip:port`. */
  readonly url: string;
  /** Ends it at once, with everything it holds. */
  kill(): Promise<void>;
  /** Starts it again, empty, where it was. */
  restart(): Promise<void>;
  /** It takes connections and commands, and answers none, until `resume`. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

const READY = /Ready to accept connections/;

export async function startRedisLab(): Promise<RedisLab> {
  const workplace = await openWorkplace();
  try {
    const start = (port: number) =>
      // Redis writes its log to standard output, and the workplace reads the other one.
      workplace.start('sh', ['-c', 'exec redis-server "$@" 1>&2', 'sh', ...settings(port)], READY);
    const { port, first } = await onFreePort(async (free) => ({ port: free, first: await start(free) }));
    let server = first;
    return {
      url: `redis://127.0.0.1:${port}`,
      kill: () => server.kill(),
      async restart() {
        server = await start(port);
      },
      pause: () => server.signal('SIGSTOP'),
      resume: () => server.signal('SIGCONT'),
      stop: () => workplace.close(),
    };
  } catch (error) {
    await workplace.close();
    throw error;
  }
}

/** Nothing is written to disk. */
function settings(port: number): string[] {
  return ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no'];
}

import { onFreePort } from '../processes/free-port.ts';
import { openWorkplace } from '../processes/workplace.ts';

/** A Redis server on loopback that can be stopped and restarted. */
export interface RedisLab {
  /** `redis://ip:port`. */
  readonly url: string;
  /** Kills it; all data are lost. */
  kill(): Promise<void>;
  /** Starts it again, empty, on the same port. */
  restart(): Promise<void>;
  /** Until `resume`, accepts connections and commands but does not answer. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

const READY = /Ready to accept connections/;

export async function startRedisLab(): Promise<RedisLab> {
  const workplace = await openWorkplace();
  try {
    const start = (port: number) =>
      // Redis logs to standard output; the shell redirects it to standard error, where other servers log.
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

/** Without persistence. */
function settings(port: number): string[] {
  return ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no'];
}

import { onFreePort } from '../processes/free-port.ts';
import { openWorkplace } from '../processes/workplace.ts';

/** A Redis server on loopback that can be stopped and restarted. */
export interface RedisLab {
  /** `redis://ip:port`. */
  readonly url: string;
  /** Kills it at once; all data are lost. */
  kill(): Promise<void>;
  /** Starts it again, empty, on the same port. */
  restart(): Promise<void>;
  /** Until `resume` it accepts connections and commands but does not answer. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

const READY = /Ready to accept connections/;

export async function startRedisLab(): Promise<RedisLab> {
  const workplace = await openWorkplace();
  try {
    const start = (port: number) =>
      // Redis writes its log to standard output; here it goes to standard error, like that of the other servers.
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

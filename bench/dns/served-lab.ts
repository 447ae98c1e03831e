import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startAnnounced } from '@sonde/lab';

/** The lab in a process of its own, so that its proxy does not share an event loop with the measured code. */
export interface ServedLab {
  /** `ip:port` of the resolver behind the delay. */
  readonly resolver: string;
  /** Flushes the resolver's cache. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

export async function serveLab(oneWayDelayMs: number): Promise<ServedLab> {
  const script = fileURLToPath(new URL('serve.ts', import.meta.resolve('@sonde/lab')));
  const args = ['--import', 'tsx', script, '--delay-ms', String(oneWayDelayMs)];
  const { announced, child, stop } = await startAnnounced(process.execPath, args, { on: 'stdout', line: /^({.*})$/ });
  return {
    resolver: (JSON.parse(announced) as { delayed: string }).delayed,
    async flush() {
      const flushed = once(child.stdout ?? child, 'data');
      child.stdin?.write('flush\n');
      await flushed;
    },
    stop,
  };
}

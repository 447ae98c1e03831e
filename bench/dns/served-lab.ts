import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The lab in a process of its own, so that its proxy does not share an event loop with what is measured. */
export interface ServedLab {
  /** `ip:port` of the resolver behind the delay. */
  readonly resolver: string;
  /** Makes the resolver forget everything. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

export async function serveLab(oneWayDelayMs: number): Promise<ServedLab> {
  const script = fileURLToPath(new URL('serve.ts', import.meta.resolve('@sonde/lab')));
  const child = spawn(process.execPath, ['--import', 'tsx', script, '--delay-ms', String(oneWayDelayMs)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const nextLine = linesOf(child);
  const { delayed } = JSON.parse(await nextLine());
  return {
    resolver: delayed,
    async flush() {
      child.stdin?.write('flush\n');
      await nextLine();
    },
    async stop() {
      const ended = once(child, 'exit');
      child.stdin?.end();
      await ended;
    },
  };
}

function linesOf(child: ChildProcess): () => Promise<string> {
  if (!child.stdout) throw new Error('the lab has no output to read');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error('the lab ended before its time');
    return value;
  };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The lab of names in a process of its own. */
export interface ServedNames {
  /** `ip:port` of the name server. */
  readonly server: string;
  /** A file with the candidates, one a line. */
  readonly words: string;
  /** `ip:port` of the same server behind bad ways, UDP only. */
  readonly lossy: string;
  readonly limited: string;
  stop(): Promise<void>;
}

export async function serveNames(): Promise<ServedNames> {
  const script = fileURLToPath(new URL('serve-names.ts', import.meta.resolve('@sonde/lab')));
  const child = spawn(process.execPath, ['--import', 'tsx', script, '--rough'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return {
    ...(JSON.parse(String(line)) as Omit<ServedNames, 'stop'>),
    stop: async () => {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
}

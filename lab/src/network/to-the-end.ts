import { once } from 'node:events';
import type { Ending, LabProcess } from './lab-process.ts';

export interface RunResult extends Ending {
  readonly stdout: string;
  readonly stderr: string;
}

/** Waits for a process to exit, kills it if that takes too long, and returns its output. */
export async function toTheEnd(
  { stdin, stdout, stderr, ended, stop }: LabProcess,
  timeoutMs: number,
): Promise<RunResult> {
  const texts = { stdout: '', stderr: '' };
  stdout.setEncoding('utf8').on('data', (text: string) => {
    texts.stdout += text;
  });
  stderr.setEncoding('utf8').on('data', (text: string) => {
    texts.stderr += text;
  });
  const closed = Promise.all([once(stdout, 'close'), once(stderr, 'close')]);
  stdin.end();
  const timer = setTimeout(() => {
    void stop();
    // Child processes of it may keep the pipes open.
    for (const stream of [stdout, stderr]) stream.destroy();
  }, timeoutMs);
  await closed;
  const ending = await ended;
  clearTimeout(timer);
  return { ...ending, ...texts };
}

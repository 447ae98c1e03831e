import { fileURLToPath } from 'node:url';
import { runCommand } from '@sonde/lab';
import { effort } from '../effort.ts';

const MESSAGES = 50_000;
const TIMEOUT_MS = 180_000;
const repository = fileURLToPath(new URL('../../', import.meta.url));

/** The fuzz test of the proofs with ten times as many messages; each must end in an answer, within the limits. */
export async function fuzz(): Promise<{ readonly messages: number; readonly failures: number; readonly text: string }> {
  // A smoke run is a test among those that `npm test` runs anyway.
  if (effort === 'smoke') return { messages: 0, failures: 0, text: '' };
  const test = ['node_modules/vitest/vitest.mjs', 'run', 'dnssec.fuzz', '--project', 'node'];
  const args = [`FUZZ_RUNS=${MESSAGES}`, process.execPath, ...test];
  const said = await runCommand('env', args, repository, TIMEOUT_MS).then(
    (text) => ({ text, failures: 0 }),
    (error: { stdout?: string }) => ({ text: error.stdout ?? String(error), failures: 1 }),
  );
  return { messages: MESSAGES, ...said };
}

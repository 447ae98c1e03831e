/**
 * The lab of names for development and browser tests: `tsx lab/src/serve-names.ts [--words N]`.
 * Prints one line of JSON when it is ready: `server`, which answers like a resolver, and `words`, a file with the first N
 * candidates of `many.test`, of which one in twenty exists. Ends like `serve.ts`.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startNameLab } from './name-lab.ts';

const { values } = parseArgs({ options: { words: { type: 'string' } } });
const lab = await startNameLab().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});

async function stop(): Promise<void> {
  await lab.stop();
  process.exit(0);
}
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
process.stdin.on('close', stop).resume();

const words = join(lab.directory, 'words');
await writeFile(words, lab.many.candidates.slice(0, Number(values.words ?? Infinity)).join('\n'));
process.stdout.write(`${JSON.stringify({ server: lab.server, words })}\n`);

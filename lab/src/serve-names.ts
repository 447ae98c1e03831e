/**
 * The name lab for development and browser tests: `tsx lab/src/serve-names.ts [--words N] [--rough] [--delay-ms N]`.
 * Prints one line of JSON when it is ready: `server`, to be used as a resolver, and `words`, a file with the first N
 * candidates of `many.test`, of which one in twenty exists. With `--rough` there are also `lossy`, the same server 20 ms
 * away with 5 % packet loss in each direction, `far`, 150 ms away with 10 %, and `limited`, which drops queries above
 * 5,000 per second. `delayed` is the same server by UDP and TCP, `--delay-ms` away in each direction (with `--rough` by
 * default 10). Ends like `serve.ts`.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startNameLab } from './dns/name-lab.ts';
import { startDelayProxy } from './links/delay-proxy.ts';
import { startImpairedLink } from './links/impaired-link.ts';

const { values } = parseArgs({
  options: {
    words: { type: 'string' },
    rough: { type: 'boolean', default: false },
    'delay-ms': { type: 'string' },
  },
});
const lab = await startNameLab().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});

const links = values.rough
  ? await Promise.all([
      startImpairedLink({ target: lab.server, delayMs: 10, loss: 0.05 }),
      startImpairedLink({ target: lab.server, delayMs: 75, loss: 0.1 }),
      startImpairedLink({ target: lab.server, limitPerSecond: 5000 }),
    ])
  : [];
const delayMs = Number(values['delay-ms'] ?? (values.rough ? 10 : 0));
const delayed = delayMs > 0 ? await startDelayProxy({ target: lab.server, delayMs }) : null;

async function stop(): Promise<void> {
  await Promise.all([lab, ...links, delayed].map((part) => part?.stop()));
  process.exit(0);
}
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
process.stdin.on('close', stop).resume();

const words = join(lab.directory, 'words');
await writeFile(words, lab.many.candidates.slice(0, Number(values.words ?? Infinity)).join('\n'));
const [lossy, far, limited] = links.map(({ address }) => address);
process.stdout.write(
  `${JSON.stringify({ server: lab.server, words, lossy, far, limited, delayed: delayed?.address })}\n`,
);

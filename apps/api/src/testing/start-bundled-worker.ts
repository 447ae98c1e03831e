import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { programArguments } from '@sonde/lab';

const source = fileURLToPath(new URL('../stores/embedded/embedded-worker.ts', import.meta.url));
const [bundle = source, ...options] = (await programArguments(source)).toReversed();

/**
 * The thread of an embedded database from a bundle: a TypeScript loader takes 0.2 s of processor time in every thread,
 * and hundreds of servers in tests have one.
 */
export const startEmbeddedWorker = (): Worker => new Worker(bundle, { execArgv: options.toReversed() });

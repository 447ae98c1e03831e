import { Worker } from 'node:worker_threads';

/**
 * The built worker is beside the built server. Only for Node 20: run from sources, a thread there needs a TypeScript loader. Tests
 * replace this by `testing/start-bundled-worker.ts` (`vitest.config.ts`).
 */
export function startEmbeddedWorker(): Worker {
  if (!import.meta.url.endsWith('.ts')) {
    return new Worker(new URL('./embedded-worker.js', import.meta.url));
  }
  const { href } = new URL('./embedded-worker.ts', import.meta.url);
  const program = `import('tsx/esm/api').then(({ register }) => { register(); return import('${href}'); })`;
  return new Worker(program, { eval: true, execArgv: [] });
}

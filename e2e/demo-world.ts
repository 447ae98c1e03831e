import { fileURLToPath } from 'node:url';
import { startAnnounced } from '../lab/src/announced-process.ts';
import { test as base } from './fixtures.ts';

/** Starts `npm run demo` itself, as a contributor would, without using the test setup; `demo` is its address. */
export const test = base.extend<object, { readonly demo: string }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
    async ({}, use) => {
      const started = await startAnnounced(process.execPath, ['scripts/demo.mjs'], {
        on: 'stdout',
        line: /on this machine: (\S+)/,
        cwd: fileURLToPath(new URL('..', import.meta.url)),
        env: { PATH: process.env['PATH'], PORT: '0' },
      });
      await use(started.announced);
      await started.stop();
    },
    { scope: 'worker' },
  ],
});

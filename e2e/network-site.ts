import { test as base } from './fixtures.ts';
import { type Served, startSondeInNetworkLab } from './serve.ts';

/** Pages of a server in a private network, with hosts that are far, lossy, silent … All tests of a worker share it. */
export const test = base.extend<object, { readonly network: Served & { readonly url: string } }>({
  network: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
    async ({}, use) => {
      const sonde = await startSondeInNetworkLab();
      await use(sonde);
      await sonde.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ network }, use) => use(network.url),
});

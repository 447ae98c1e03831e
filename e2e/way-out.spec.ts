import { expect, expectFits, test } from './fixtures.ts';
import { startSondeInNetworkLab } from './serve.ts';
import { open } from './site.ts';
import { long } from './test-set.ts';

test(
  'a server without an internet connection shows a notice, which can be turned off',
  long,
  async ({ page, request }) => {
    // A private network without root servers.
    const sonde = await startSondeInNetworkLab({ SONDE_SELF_TEST: 'on' });
    try {
      const state = async () => (await (await request.get(`${sonde.url}/readyz`)).json())._data.wayOut;
      await expect.poll(state).toMatchObject({ tcp: expect.stringMatching(/unreachable|timeout/) });
      const strip = page.getByRole('complementary', { name: 'Connection of this server' });
      await open(page, `${sonde.url}/ssl`);
      await expect(strip).toContainText('no connection can be made');
      await expectFits(page);
      await strip.getByRole('button', { name: 'Hide' }).click();
      await expect(strip).toHaveCount(0);
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(strip).toHaveCount(0);
    } finally {
      await sonde.stop();
    }
  },
);

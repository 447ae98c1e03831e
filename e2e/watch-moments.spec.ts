import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { type ChangingResolver, startChangingResolver } from '../lab/src/resolvers/changing-resolver.ts';
import { signUp } from './accounts-visitor.ts';
import { test as base, expect, expectFitsInBothThemes } from './fixtures.ts';
import { startSonde } from './serve.ts';
import { open } from './site.ts';
import { long } from './test-set.ts';

const NAME = 'shop.example';
const TWO_COLUMNS = 1280;
const recordsOf = (mail: string) => [
  '0 IN A 192.0.2.53',
  '0 IN MX 10 mx.shop.example.',
  `0 IN MX 20 ${mail}.shop.example.`,
  '0 IN TXT "v=spf1 mx -all"',
];

/** A server whose resolver has records that a test changes. */
interface Changing {
  readonly url: string;
  readonly resolver: ChangingResolver;
}

const test = base.extend<object, { readonly changing: Changing }>({
  changing: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'sonde-moments-'));
      const resolver = await startChangingResolver(NAME);
      const sonde = await startSonde({
        SONDE_DATA_DIR: dataDir,
        SONDE_RESOLVERS: resolver.address,
        SONDE_WATCH_CONFIRM: '1s',
      });
      await use({ url: sonde.url, resolver });
      await Promise.all([sonde.stop(), resolver.stop()]);
      await rm(dataDir, { recursive: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ changing }, use) => use(changing.url),
});

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Watches the name until a change of a mail server is confirmed; the page of the watch is open then. */
async function watchAChange(page: Page, { resolver }: Changing): Promise<void> {
  await resolver.set(NAME, recordsOf('mx-old'));
  await signUp(page);
  await open(page, `/watch?tool=dns&target=${NAME}`);
  const watches = panel(page, 'Your watches');
  await watches.getByRole('button', { name: 'Watch', exact: true }).click();
  await watches.getByRole('link', { name: NAME }).click();
  const told = (words: string | RegExp, within: string) =>
    expect(async () => {
      await page.getByRole('button', { name: `Check ${NAME} now` }).click();
      await page.reload();
      await expect(panel(page, within)).toContainText(words, { timeout: 1_000 });
    }).toPass();
  await told('mx-old.shop.example', 'Side by side');
  // What was measured only once may have been the odd one.
  await told('mx-old.shop.example', 'Side by side');
  await resolver.set(NAME, recordsOf('mx-new'));
  await told(/mx-new\.shop\.example.*confirmed/, 'Changes');
}

const marked = (column: Locator) => column.locator('tr[data-differs]');

test(
  'the whole answers of two moments stand side by side, with what differs marked',
  long,
  async ({ page, changing }) => {
    await page.setViewportSize({ width: TWO_COLUMNS, height: 800 });
    await watchAChange(page, changing);
    const moments = panel(page, 'Side by side');
    await expect(moments.getByRole('status')).toHaveText(/^1 of \d+ differ\.$/);
    const differing = moments.getByRole('table');
    await expect(differing).toHaveCount(1);
    await expect(differing.getByRole('row')).toHaveCount(2);
    await expect(differing).toContainText('records/MX');
    const button = moments.getByRole('button', { name: 'Whole answers side by side' });
    await button.focus();
    await page.keyboard.press('Enter');
    const [first, second] = [/^First: DNS Lookup, /, /^Second: DNS Lookup, /].map((name) =>
      page.getByRole('region', { name }).first(),
    );
    if (first === undefined || second === undefined) throw new Error('no columns');
    await expect(marked(first)).toHaveCount(1);
    await expect(marked(first)).toContainText('mx-old.shop.example');
    await expect(marked(second)).toHaveCount(1);
    await expect(marked(second)).toContainText('mx-new.shop.example');
    const ids = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id));
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    await expectFitsInBothThemes(page, async (width) => {
      const [one, other] = [await first.boundingBox(), await second.boundingBox()];
      if (one === null || other === null) throw new Error('a column is not shown');
      if (width === TWO_COLUMNS) {
        expect(other.y).toBe(one.y);
        expect(other.x).toBeGreaterThanOrEqual(one.x + one.width);
      } else {
        expect(other.y).toBeGreaterThanOrEqual(one.y + one.height);
        expect(other.x).toBe(one.x);
      }
    });
    // A check leads to the panel of its own answer.
    await second.getByRole('link', { name: /Mail/ }).first().click();
    await expect(page).toHaveURL(/#second-dns-title-MX$/);
    await button.press(' ');
    await expect(first).toHaveCount(0);
  },
);

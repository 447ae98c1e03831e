import type { Page } from '@playwright/test';
import { test } from './demo-world.ts';
import { expect } from './fixtures.ts';
import { forgetShifts, NOTHING, shiftsOf, watchShifts } from './layout-shifts.ts';
import { open, toolScreens, windows } from './site.ts';
import { both, isLong, long, longUnless } from './test-set.ts';

/** Browsers do not count shifts within half a second after a key press. */
const LATER_THAN_A_KEY_MS = 700;
/** After three seconds the status line shows how long it has taken, and a button to cancel. */
const LATER_THAN_CANCEL_MS = 4000;

for (const [name, size] of windows) {
  for (const delayMs of [LATER_THAN_A_KEY_MS, LATER_THAN_CANCEL_MS]) {
    const title = `nothing moves from a link, and from the idle page, to an answer after ${delayMs} ms on ${name}`;
    test(title, delayMs === LATER_THAN_A_KEY_MS && name === 'a phone' ? both : long, async ({ page }) => {
      await page.setViewportSize(size);
      await watchShifts(page);
      await delay(page, '**/api/v2/dnsRecords?*', delayMs);
      const first = isLong ? 'all.test' : 'plain.test';
      await page.goto(`/dns?domain=${first}`);
      await expect(page.getByRole('heading', { level: 2, name: first, exact: true })).toBeVisible();
      expect(await movedIn(page)).toEqual([]);
      await open(page, '/dns');
      for (const domain of isLong ? ['plain.test', 'www.plain.test'] : ['www.plain.test']) {
        await lookUp(page, domain);
        await expect(page.getByRole('heading', { level: 2, name: domain, exact: true })).toBeVisible();
        expect(await movedIn(page)).toEqual([]);
      }
      await lookUp(page, 'nope.edge.test');
      await expect(page.getByText('No DNS records found for this domain')).toBeVisible();
      expect(await movedIn(page)).toEqual([]);
    });
  }

  for (const { path, title } of toolScreens) {
    // `first-load.spec.ts` compares the positions of everything with and without the font on every page.
    test(`a font that loads last moves nothing of ${title} on ${name}`, long, async ({ page }) => {
      await page.setViewportSize(size);
      await watchShifts(page);
      await delay(page, '**/*.woff2', LATER_THAN_A_KEY_MS);
      // What follows a link that starts a lookup is measured above.
      for (const url of [path, ...(path === '/ping' ? ['/ping?host=plain.test'] : [])]) {
        await open(page, url);
        await page.evaluate(() => document.fonts.load('1em Geist'));
        expect(await page.evaluate(() => document.fonts.check('1em Geist'))).toBe(true);
        expect(await movedIn(page)).toEqual([]);
      }
    });
  }
}

for (const path of ['/lists', '/certificate', '/data']) {
  test(`what a script fills moves nothing of ${path} on a phone`, longUnless(path === '/lists'), async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await watchShifts(page);
    await delay(page, '**/api/v2/datasets', LATER_THAN_A_KEY_MS);
    await open(page, path);
    const filled = path === '/data' ? page.getByRole('table') : page.getByRole('main').getByRole('textbox');
    await expect(filled.first()).toBeVisible();
    expect(await movedIn(page)).toEqual([]);
  });
}

test(
  'what somebody reads in a report stays in place when verdict and remedies come above it',
  long,
  async ({ page, demo }) => {
    await page.setViewportSize({ width: 1280, height: 600 });
    await open(page, `${demo}/report`);
    await page.getByRole('search').getByRole('textbox').first().fill('silent.test');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Summary' })).toHaveAttribute('aria-busy', 'true');
    await page.mouse.move(700, 400);
    await page.mouse.wheel(0, 250);
    const read = page.locator('.data .panel').first();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThanOrEqual(250);
    const before = await read.boundingBox();
    await expect(page.getByRole('heading', { name: 'What to do' })).toBeAttached({ timeout: 40_000 });
    await expect(read).toBeVisible();
    const after = await read.boundingBox();
    expect(Math.abs((after?.y ?? Number.NaN) - (before?.y ?? 0))).toBeLessThan(2);
  },
);

/** Holds each reply to requests of this kind for a while. */
async function delay(page: Page, urls: string, delayMs: number): Promise<void> {
  await page.route(urls, async (route) => {
    const response = await route.fetch();
    setTimeout(() => route.fulfill({ response }), delayMs);
  });
}

/** What has moved, if it is more than nothing. */
async function movedIn(page: Page): Promise<readonly string[]> {
  const { strict, moved } = await shiftsOf(page);
  return strict < NOTHING ? [] : [`${strict}`, ...moved];
}

/** Waits until the lookup runs, which the visitor can see. */
async function lookUp(page: Page, domain: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Domain name' });
  await field.fill(domain);
  await field.press('Enter');
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Looking up' })).toBeVisible();
  await forgetShifts(page);
}

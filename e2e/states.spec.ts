import type { Page, Route } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectAccessibleButColours,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  test,
} from './fixtures.ts';
import { laterScreens, open, toolScreens } from './site.ts';
import { smallTargets } from './small-targets.ts';
import { both, isLong, long } from './test-set.ts';

const failure = (status: number, code: string, rest: object) => (route: Route) =>
  route.fulfill({
    status,
    json: { success: false, message: 'The message of the server.', _data: null, code, reason: null, ...rest },
  });

/** The ways in which a lookup can end without an answer, each with a reply of the server that causes it. */
const ends: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  'nothing found': failure(404, 'not-found', { reason: 'nxdomain', checkedAt: '2026-11-22T12:00:00.000Z' }),
  'a failed source': failure(502, 'source-failed', {}),
  'too many lookups': failure(429, 'rate-limited', { retryAfterSeconds: 30 }),
  'no connection': (route) => route.abort(),
};

const field = (page: Page) => page.getByRole('search').getByRole('textbox');
const submit = (page: Page) => page.getByRole('search').locator('[type=submit]');

async function ask(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

async function expectGood(page: Page, look: (page: Page) => Promise<void>): Promise<void> {
  await expectNoSidewaysScroll(page);
  expect(await smallTargets(page)).toEqual([]);
  await look(page);
}

/** A different target for every lookup, since answers and failures are cached. */
const targetOf = (path: string, number: number) =>
  path === '/mac' ? `02:00:00:00:00:0${number}` : `state-${number}.test`;

// Whatever does not fit shows first in the smallest supported window.
test.use({ viewport: { width: 320, height: 800 } });

for (const { path, title } of [...toolScreens, ...laterScreens]) {
  const name = `${title} is accessible and fits a small window while it waits, and in every state without an answer`;
  // All tools show these states with the same components, so their colours are checked on one page only.
  const isWhole = isLong || path === '/dns';
  const look = isWhole ? expectAccessibleInBothThemes : expectAccessible;
  const lookAtEnd = isWhole ? expectAccessibleInBothThemes : expectAccessibleButColours;

  test(name, path === '/dns' ? both : long, async ({ page, watch }) => {
    watch.allow(/Failed to load/);
    await open(page, path);
    // On /mac, plain words are valid: they search for a vendor.
    await ask(page, path === '/mac' ? '00:1b:zz' : 'no dots!');
    await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible();
    if (isLong) await expectGood(page, look);

    await page.route('**/api/v2/**', () => {});
    // The request shows that the lookup code has loaded and replaced the placeholder of the page.
    const asked = page.waitForRequest('**/api/v2/**');
    await ask(page, targetOf(path, 0));
    await asked;
    await expect(submit(page)).toBeDisabled();
    await expect(page.locator('main .spin').first()).toBeVisible();
    await expectGood(page, look);
    await page.keyboard.press('Escape');
    await expect(submit(page)).toBeEnabled();

    // The texts of the last two also come from one place, so one page is enough for them.
    for (const [index, end] of Object.values(ends)
      .slice(0, isLong && isWhole ? undefined : 2)
      .entries()) {
      await page.unrouteAll();
      await page.route('**/api/v2/**', end);
      await ask(page, targetOf(path, index + 1));
      // Shown only when the page no longer retries.
      await expect(page.locator('main .results').first()).toBeVisible();
      await expect(submit(page)).toBeEnabled();
      await expectGood(page, lookAtEnd);
    }
  });
}

import type { Route } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { lostFocus, watchFocus } from './lost-focus.ts';
import { laterScreens, open, toolScreens } from './site.ts';
import { longUnless } from './test-set.ts';

// A control that its own press removes or disables leaves the focus where it was pressed, never at the top of the document.

const isShort = (path: string) => path === '/dns';
const targetOf = (path: string) => (path === '/mac' ? '02:00:00:00:00:0a' : 'focus.test');
/** After this long the button to cancel is shown. */
const LONG_MS = 4000;
/** The longest pause before a page asks again by itself. */
const RETRY_MS = 3500;

const failure = (route: Route) =>
  route.fulfill({
    status: 502,
    json: { success: false, message: 'The message of the server.', _data: null, code: 'source-failed', reason: null },
  });

for (const { path, title } of [...toolScreens, ...laterScreens]) {
  test(`on ${title}, «Try again» and «Cancel» keep the focus`, longUnless(isShort(path)), async ({ page, watch }) => {
    watch.allow(/Failed to load/);
    await page.clock.install();
    await open(page, path);
    await page.route('**/api/v2/**', failure);
    const field = page.getByRole('search').getByRole('textbox').first();
    await field.fill(targetOf(path));
    await field.press('Enter');
    const again = page.getByRole('button', { name: 'Try again', exact: true });
    const end = async () => {
      await page.clock.runFor(RETRY_MS);
      await expect(again).toBeVisible();
    };
    await end();
    await again.focus();
    await watchFocus(page);

    // The same failure again: the button comes back, and has the focus.
    const asked = page.waitForRequest('**/api/v2/**');
    await page.keyboard.press('Enter');
    await asked;
    await end();
    await expect(again).toBeFocused();

    await page.unrouteAll();
    await page.route('**/api/v2/**', () => {});
    await page.keyboard.press('Enter');
    await page.clock.runFor(LONG_MS);
    const cancel = page.getByRole('main').getByRole('button', { name: 'Cancel', exact: true });
    await expect(cancel).toBeVisible();
    await cancel.focus();
    await page.keyboard.press('Enter');
    await expect(cancel).toHaveCount(0);
    expect(await lostFocus(page)).toEqual({ lost: 0 });
    await expect(page.locator('body')).not.toBeFocused();
  });
}

test('«Clear» beside the recent lookups leads to the field, also as the first key of the page', async ({ page }) => {
  const recent = JSON.stringify([{ tool: 'dns', target: 'focus.test' }]);
  await page.addInitScript((text) => sessionStorage.setItem('recentLookups', text), recent);
  await open(page, '/dns');
  await page.getByRole('button', { name: 'Clear' }).focus();
  // Which also loads what keeps the focus.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Clear' })).toHaveCount(0);
  await expect(page.getByRole('search').getByRole('textbox')).toBeFocused();
});

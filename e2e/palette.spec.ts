import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { menu, open } from './site.ts';
import { long, longUnless } from './test-set.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search tools' });
const field = (page: Page) => palette(page).getByRole('combobox');
/** Opens it by keyboard and waits until it has been loaded. */
async function openPalette(page: Page, keys = 'Control+k'): Promise<void> {
  await page.keyboard.press(keys);
  await expect(field(page)).toBeFocused();
}
const options = (page: Page) => palette(page).getByRole('option');
const chosen = (page: Page) => palette(page).getByRole('option', { selected: true });

test.describe('the palette', () => {
  for (const keys of ['Control+k', 'Meta+k']) {
    test(
      `opens and closes on ${keys}, and gives the focus back`,
      longUnless(keys === 'Control+k'),
      async ({ page }) => {
        await open(page, '/dns');
        const before = page.getByRole('textbox', { name: 'Domain name' });
        await expect(before).toBeFocused();
        await openPalette(page, keys);
        await page.keyboard.press(keys);
        await expect(palette(page)).toHaveCount(0);
        await expect(before).toBeFocused();
        await openPalette(page, keys);
        await page.keyboard.press('Escape');
        await expect(palette(page)).toHaveCount(0);
        await expect(before).toBeFocused();
      },
    );
  }

  test(
    'opens from the sidebar and from the bar of a small window, and closes on a press outside it',
    long,
    async ({ page }) => {
      await open(page, '/mac');
      const inSidebar = page.locator('.side').getByRole('button', { name: 'Search tools' });
      await inSidebar.click();
      await expect(field(page)).toBeFocused();
      await page.mouse.click(640, 700);
      await expect(palette(page)).toHaveCount(0);
      await expect(inSidebar).toBeFocused();
      await page.setViewportSize({ width: 390, height: 800 });
      await page.locator('.topbar').getByRole('button', { name: 'Search tools' }).click();
      await expect(field(page)).toBeFocused();
    },
  );

  test('lists all tools, filters them by name, and is navigated with arrow keys', long, async ({ page }) => {
    await open(page, '/');
    await openPalette(page);
    await expect(palette(page).getByRole('group', { name: 'Tools' }).getByRole('option')).toHaveCount(menu.length);
    await field(page).fill('lookup');
    const named = menu.filter(({ name, title }) => /lookup/i.test(`${name} ${title}`));
    await expect(options(page)).toHaveText(named.map(({ name }) => new RegExp(name)));
    await expect(chosen(page)).toHaveText(/DNS Lookup/);
    await page.keyboard.press('ArrowDown');
    await expect(chosen(page)).toHaveText(/Mac Id Info/);
    const active = await field(page).getAttribute('aria-activedescendant');
    await expect(chosen(page)).toHaveId(active ?? '');
    await page.keyboard.press('ArrowDown');
    await expect(chosen(page)).toHaveText(/DNS Lookup/);
    await page.keyboard.press('ArrowUp');
    await expect(chosen(page)).toHaveText(/Mac Id Info/);
    await page.keyboard.press('Enter');
    await expect(palette(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('MAC Address Lookup');
    await expect(page).toHaveURL('/mac');
  });

  test('runs a tool for what was typed', async ({ page }) => {
    await open(page, '/mac');
    await openPalette(page);
    await page.keyboard.type(' plain.test ');
    const run = palette(page)
      .getByRole('group', { name: 'Run with plain.test' })
      .getByRole('option', { name: 'DNS Lookup' });
    await expect(run).toContainText('plain.test');
    await run.click();
    await expect(page).toHaveURL('/dns?domain=plain.test');
    await expect(page.getByRole('heading', { level: 2, name: 'A Records', exact: true })).toBeVisible();
  });

  test('runs another target on a page that already shows one', long, async ({ page }) => {
    await open(page, '/dns?domain=plain.test');
    await expect(page.getByRole('heading', { level: 2, name: 'plain.test' })).toBeVisible();
    await openPalette(page);
    await page.keyboard.type('www.plain.test');
    await options(page).first().click();
    await expect(page.getByRole('heading', { level: 2, name: 'www.plain.test' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Domain name' })).toHaveValue('www.plain.test');
  });

  test('offers what was looked up before', long, async ({ page }) => {
    await open(page, '/dns?domain=www.plain.test');
    await expect(page.getByRole('heading', { level: 2, name: 'www.plain.test' })).toBeVisible();
    await open(page, '/ping');
    await openPalette(page);
    const recent = palette(page).getByRole('group', { name: 'Recent' }).getByRole('option');
    await expect(recent).toHaveText([/DNS Lookup.*www\.plain\.test/]);
    await recent.click();
    await expect(page).toHaveURL('/dns?domain=www.plain.test');
  });

  test('lists the pages, the sign-in, the themes and the documents of the API', long, async ({ page }) => {
    await open(page, '/mac');
    await openPalette(page);
    const all = palette(page).getByRole('group', { name: 'Pages' }).getByRole('option');
    await expect(all).toHaveText([/Sign in/, /Privacy policy/, /API documentation/]);
    await expectAccessible(page);
    await field(page).fill('privacy');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/privacy-policy');
    await expect(palette(page)).toHaveCount(0);
    await openPalette(page);
    await field(page).fill('dark');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    // The theme changes before the dialog is closed, and the same keys would only close it.
    await expect(palette(page)).toHaveCount(0);
    await openPalette(page);
    await field(page).fill('log in');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/login');
    await expect(palette(page)).toHaveCount(0);
    await openPalette(page);
    await field(page).fill('api doc');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/api/docs');
  });

  test('exports the displayed answer, and offers no export without one', long, async ({ page }) => {
    await open(page, '/dns');
    await openPalette(page);
    await expect(palette(page).getByRole('group', { name: 'This answer' })).toHaveCount(0);
    await page.keyboard.type('plain.test');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 2, name: 'plain.test' })).toBeVisible();
    await openPalette(page);
    await field(page).fill('export');
    const exports = palette(page).getByRole('group', { name: 'This answer' }).getByRole('option');
    await expect(exports).toHaveCount(5);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      exports.filter({ hasText: 'Download CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('dns-plain.test.csv');
    await page.locator('.side').getByRole('link', { name: 'Mac Id Info' }).click();
    await expect(page).toHaveURL('/mac');
    await openPalette(page);
    await expect(palette(page).getByRole('group', { name: 'Tools' })).toBeVisible();
    await expect(palette(page).getByRole('group', { name: 'This answer' })).toHaveCount(0);
  });

  test('says when nothing matches', long, async ({ page }) => {
    await open(page, '/');
    await openPalette(page);
    await page.keyboard.type('nothing like that');
    await expect(palette(page).getByRole('status')).toHaveText(
      'No tool or page matches, and this is neither a domain nor an IP address',
    );
    await expect(options(page)).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(palette(page)).toBeVisible();
    await expectAccessible(page);
  });

  test('keeps the focus while it is open', long, async ({ page }) => {
    await open(page, '/dns');
    await openPalette(page);
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press('Tab');
      const isInside = await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest('dialog.pal') !== null,
      );
      expect(isInside).toBe(true);
    }
  });

  test('does not react to single keys', long, async ({ page }) => {
    await open(page, '/mac');
    for (const key of ['k', '/', '?', 'Shift+K', 'Alt+k', 'Control+Meta+k']) await page.keyboard.press(key);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

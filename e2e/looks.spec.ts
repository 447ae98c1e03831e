import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectFits, test } from './fixtures.ts';
import { everyPage, open } from './site.ts';

const THEMES = ['light', 'dark'] as const;
/** Screenshots of every page on a phone and on a desktop, as build output for inspection. */
const PICTURES = 'e2e/output/screens';

const picture = (page: Page, name: string, fullPage = true) =>
  page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage, animations: 'disabled' });

const lookAt = (page: Page, name: (width: number) => string) =>
  expectFits(page, async (width) => {
    if (width === 390 || width === 1280) await picture(page, name(width));
  });

for (const colorScheme of THEMES) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme });

    test('an answer, a failure and overlays look as they should', async ({ page, watch }) => {
      watch.allow(/Failed to load/);
      await open(page, '/dns?domain=plain.test');
      await expect(page.getByRole('heading', { name: 'TXT Records' })).toBeVisible();
      await lookAt(page, (width) => `dns-answer-${width}-${colorScheme}`);
      await page.getByRole('button', { name: 'Export' }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      await picture(page, `export-1280-${colorScheme}`, false);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+k');
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('combobox')).toBeFocused();
      await expectAccessible(page);
      await picture(page, `palette-1280-${colorScheme}`, false);
      await page.setViewportSize({ width: 390, height: 800 });
      await page.keyboard.type('plain.test');
      await picture(page, `palette-390-${colorScheme}`, false);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Open menu' }).click();
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
      await expectAccessible(page);
      await picture(page, `drawer-390-${colorScheme}`, false);
      await page.keyboard.press('Escape');
      await page.route('**/api/v2/dnsRecords?*', (route) => route.fulfill({ status: 502, body: 'no' }));
      await page.getByRole('textbox', { name: 'Domain name' }).fill('www.plain.test');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
      await picture(page, `dns-failure-390-${colorScheme}`);
      await page.getByRole('textbox', { name: 'Domain name' }).fill('nodots');
      await page.keyboard.press('Enter');
      await picture(page, `dns-invalid-390-${colorScheme}`);
    });

    for (const { path } of everyPage) {
      const name = path === '/' ? 'home' : path.slice(1);
      test(`${path} is accessible and fits from 320 to 1280 px`, async ({ page, watch }) => {
        watch.allow(/404/);
        await open(page, path);
        await lookAt(page, (width) => `${name}-${width}-${colorScheme}`);
      });
    }
  });
}

import type { Page } from '@playwright/test';
import { expect, expectAccessibleInBothThemes, expectFitsWithColours, test } from './fixtures.ts';
import { everyPage, open, pagesOfEachKind } from './site.ts';
import { smallTargets } from './small-targets.ts';
import { both, isLong, long } from './test-set.ts';

const THEMES = ['light', 'dark'] as const;
/** Screenshots of every page on a phone and on a desktop, as output of the long set for inspection. */
const PICTURES = 'e2e/output/screens';

const picture = (page: Page, name: string, fullPage = true) =>
  page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage, animations: 'disabled' });

/** The page at its window sizes in both themes, as screenshots. */
const lookAt = (page: Page, name: string) =>
  expectFitsWithColours(page, async (width) => {
    if (width !== 390 && width !== 1280) return;
    expect(await smallTargets(page)).toEqual([]);
    if (!isLong) return;
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      await picture(page, `${name}-${width}-${colorScheme}`);
    }
    await page.emulateMedia({ colorScheme: 'light' });
  });

/** A layer above the page, in both themes. */
async function lookAtLayer(page: Page, name: string): Promise<void> {
  if (!isLong) return;
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    await picture(page, `${name}-${colorScheme}`, false);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

test('an answer, a failure and the layers above the page look as they should', long, async ({ page, watch }) => {
  watch.allow(/Failed to load/);
  await open(page, '/dns?domain=plain.test');
  await expect(page.getByRole('heading', { name: 'TXT Records' })).toBeVisible();
  await lookAt(page, 'dns-answer');
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await lookAtLayer(page, 'export-1280');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('combobox', { name: 'Tool name or target' })).toBeFocused();
  if (isLong) await expectAccessibleInBothThemes(page);
  await lookAtLayer(page, 'palette-1280');
  await page.setViewportSize({ width: 390, height: 800 });
  await page.keyboard.type('plain.test');
  await lookAtLayer(page, 'palette-390');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await lookAtLayer(page, 'drawer-390');
  // The short set has a test of their own for failures and invalid fields.
  if (!isLong) return;
  await page.keyboard.press('Escape');
  await page.route('**/api/v2/dnsRecords?*', (route) => route.fulfill({ status: 502, body: 'no' }));
  await page.getByRole('textbox', { name: 'Domain name' }).fill('www.plain.test');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await lookAtLayer(page, 'dns-failure-390');
  await page.getByRole('textbox', { name: 'Domain name' }).fill('nodots');
  await page.keyboard.press('Enter');
  await lookAtLayer(page, 'dns-invalid-390');
});

for (const one of everyPage) {
  const { path } = one;
  test(
    `${path} is accessible and fits from 320 to 1280 px in both themes`,
    pagesOfEachKind.includes(one) ? both : long,
    async ({ page, watch }) => {
      watch.allow(/404/);
      await open(page, path);
      await lookAt(page, path === '/' ? 'home' : path.slice(1));
    },
  );
}

import type { Browser, Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { laterScreens, toolScreens } from './site.ts';
import { both, isLong, longUnless } from './test-set.ts';

async function open(browser: Browser, baseURL: string | undefined, path: string, width = 1280) {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height: 844 } });
  const page = await context.newPage();
  await page.goto(new URL(path, baseURL).href);
  return page;
}

/** Playwright looks for texts outside `noscript` only, even where a browser shows it. */
const said = (main: Locator, text: string) => main.locator('noscript p').filter({ hasText: text });

test.describe('without a script', () => {
  test('every tool says so beside its field, which asks the API', both, async ({ browser, baseURL }) => {
    for (const { path } of [...toolScreens, ...laterScreens].slice(0, isLong ? undefined : 2)) {
      const page = await open(browser, baseURL, path);
      const main = page.getByRole('main');
      await expect(said(main, 'Answers on this page need JavaScript.')).toBeVisible();
      await expect(main.getByRole('textbox')).toHaveCount(1);
      await page.context().close();
    }
  });

  test('the question of the field is answered by the API, and Back keeps the text', async ({ browser, baseURL }) => {
    const page = await open(browser, baseURL, '/whois');
    await page.getByRole('textbox').fill('plain.test');
    await page.getByRole('textbox').press('Enter');
    await expect(page).toHaveURL(/\/api\/v2\/whois\?ipOrDomain=plain\.test$/);
    await page.context().close();
  });

  test('the certificate decoder says that it needs a script', async ({ browser, baseURL }) => {
    const page = await open(browser, baseURL, '/certificate');
    await expect(said(page.getByRole('main'), 'This page needs JavaScript.')).toBeVisible();
    await page.context().close();
  });

  for (const width of [390, 767, 768]) {
    test(`the menu is there at ${width} px`, longUnless(width === 390), async ({ browser, baseURL }) => {
      const page = await open(browser, baseURL, '/privacy-policy', width);
      await page.getByRole('navigation', { name: 'Tools' }).getByRole('link', { name: 'DNS Lookup' }).click();
      await expect(page).toHaveURL('/dns');
      await page.context().close();
    });
  }

  test('signing in says that it needs a script, and sends nothing', async ({ browser, baseURL }) => {
    const page = await open(browser, baseURL, '/login');
    await expect(said(page.getByRole('main'), 'Signing in needs JavaScript.')).toBeVisible();
    await page.getByLabel('Email').fill('me@plain.test');
    await page.getByLabel('Password', { exact: true }).fill('12345678');
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to your account');
    await page.context().close();
  });
});

import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { open } from './site.ts';
import { long } from './test-set.ts';

const menu = (page: Page) => page.locator('.side').getByRole('navigation', { name: 'Tools' });
const item = (page: Page, name: string) => menu(page).getByRole('link', { name, exact: true });
const field = (page: Page) => page.getByRole('main').getByRole('textbox');

test('R2.2 R2.3 R2.4 after a lookup the menu still leads to the specified paths, and starts nothing', async ({
  page,
}) => {
  await open(page, '/dns?domain=www.plain.test');
  await expect(page.getByRole('heading', { level: 2, name: 'www.plain.test' })).toBeVisible();
  for (const [name, path] of [
    ['IP Tracker', '/'],
    ['SSL Info', '/ssl'],
    ['Who Is', '/whois'],
    ['Ping', '/ping'],
  ] as const) {
    await expect(item(page, name)).toHaveAttribute('href', path);
  }
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname);
  });
  await item(page, 'Who Is').click();
  await expect(page).toHaveURL('/whois');
  await expect(field(page)).toHaveValue('');
  expect(asked).toEqual([]);
});

test('the palette takes the target of the page to another tool', long, async ({ page }) => {
  await open(page, '/dns?domain=www.plain.test');
  await expect(page.getByRole('heading', { level: 2, name: 'www.plain.test' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page
    .getByRole('group', { name: 'Continue with www.plain.test' })
    .getByRole('option', { name: /^Ping/ })
    .click();
  await expect(page).toHaveURL('/ping?host=www.plain.test');
  await expect(field(page)).toHaveValue('www.plain.test');
});

test('R4.4 a text that was typed after a lookup survives the menu, Back and a reload', long, async ({ page }) => {
  await open(page, '/');
  await field(page).fill('8.8.8.8');
  await field(page).press('Enter');
  await expect(page).toHaveURL('/?q=8.8.8.8');
  await expect(page.getByRole('heading', { level: 2, name: 'Location Information' })).toBeVisible();
  await field(page).fill('not submitted');
  await item(page, 'DNS Lookup').click();
  await expect(page).toHaveURL('/dns');
  await item(page, 'IP Tracker').click();
  await expect(field(page)).toHaveValue('not submitted');
  await item(page, 'DNS Lookup').click();
  await expect(page).toHaveURL('/dns');
  await page.goBack();
  await expect(field(page)).toHaveValue('not submitted');
  await page.reload();
  await expect(field(page)).toHaveValue('not submitted');
});

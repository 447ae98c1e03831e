import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { holdScripts, open } from './site.ts';
import { long } from './test-set.ts';

const menu = (page: Page) => page.locator('.side').getByRole('navigation', { name: 'Tools' });
const item = (page: Page, name: string) => menu(page).getByRole('link', { name, exact: true });
const field = (page: Page) => page.getByRole('main').getByRole('textbox');

const lookups = (page: Page) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname + search);
  });
  return asked;
};

test('choosing another tool keeps the target, and tools that must not start from a link do not start', async ({
  page,
}) => {
  await open(page, '/dns');
  await field(page).fill('www.plain.test');
  await field(page).press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'www.plain.test' })).toBeVisible();
  const asked = lookups(page);
  for (const [name, url] of [
    ['SSL Info', '/ssl?domain=www.plain.test'],
    ['SubDomain', '/subdomain?domain=www.plain.test'],
    ['Ping', '/ping?host=www.plain.test'],
  ] as const) {
    await expect(item(page, name)).toHaveAttribute('href', url);
    await item(page, name).click();
    await expect(page).toHaveURL(url);
    await expect(field(page)).toHaveValue('www.plain.test');
    await expect(item(page, name)).toHaveAttribute('aria-current', 'page');
  }
  expect(asked).toEqual([]);
  // DNS lookups run from a link as well.
  await item(page, 'DNS Lookup').click();
  await expect(page).toHaveURL('/dns?domain=www.plain.test');
  await expect(page.getByRole('heading', { level: 2, name: 'www.plain.test' })).toBeVisible();
});

test('an address leads to its reverse lookup, and is not passed to the subdomain finder', long, async ({ page }) => {
  await open(page, '/ping?host=8.8.8.8');
  await expect(item(page, 'DNS Lookup')).toHaveAttribute('href', '/dns?address=8.8.8.8');
  await expect(item(page, 'Who Is')).toHaveAttribute('href', '/whois?resource=8.8.8.8');
  await expect(item(page, 'SubDomain')).toHaveAttribute('href', '/subdomain');
  await item(page, 'DNS Lookup').click();
  await expect(page.getByRole('region', { name: 'PTR Records, table', exact: true })).toContainText('dns.google');
});

test(
  'an announced page keeps the target for the next tool; without a target the menu is unchanged',
  long,
  async ({ page }) => {
    await open(page, '/ip-logger');
    await expect(item(page, 'Ping')).toHaveAttribute('href', '/ping');
    await open(page, '/ping?host=www.plain.test');
    await item(page, 'IP Logger Soon').click();
    await expect(page).toHaveURL('/ip-logger');
    await expect(item(page, 'SSL Info')).toHaveAttribute('href', '/ssl?domain=www.plain.test');
    await item(page, 'SSL Info').click();
    await expect(page).toHaveURL('/ssl?domain=www.plain.test');
    await expect(item(page, 'SSL Info')).toHaveAttribute('href', '/ssl');
    await item(page, 'SSL Info').click();
    await expect(page).toHaveURL('/ssl');
    await expect(item(page, 'Ping')).toHaveAttribute('href', '/ping');
  },
);

test('a target is kept even if the visitor leaves before the code of the links has loaded', long, async ({ page }) => {
  const release = await holdScripts(page, '**/assets/target-links-*.js');
  await open(page, '/ping?host=www.plain.test');
  await item(page, 'IP Logger Soon').click();
  await expect(page).toHaveURL('/ip-logger');
  release();
  await expect(item(page, 'SSL Info')).toHaveAttribute('href', '/ssl?domain=www.plain.test');
});

test('the menu of a small window also keeps the target', long, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, '/dns?domain=www.plain.test');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect(drawer.getByRole('link', { name: 'Ping' })).toHaveAttribute('href', '/ping?host=www.plain.test');
  await drawer.getByRole('link', { name: 'Ping' }).click();
  await expect(field(page)).toHaveValue('www.plain.test');
});

import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts';
import { open } from './site.ts';
import { isLong, long } from './test-set.ts';

const field = (page: Page) => page.getByRole('textbox', { name: 'Domain name' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });
const resolver = process.env['SONDE_E2E_RESOLVER'] ?? '';

test('a visitor queries a chosen server for some types, and shares the link', long, async ({ page, serve }) => {
  const url = await serve({ SONDE_ALLOW_NETWORKS: '127.0.0.0/8', SONDE_ALLOW_PORTS: '1024-65535' });
  await open(page, `${url}/dns`);
  await page.getByText('Options', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Types' }).fill('MX, a');
  await page.getByRole('textbox', { name: 'Server' }).fill(resolver);
  await field(page).fill('all.test');
  await field(page).press('Enter');
  await expect(heading(page, 'MX Records')).toBeVisible();
  await expect(heading(page, 'NS Records')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Server' })).toContainText(resolver);
  const shared = new URL(page.url());
  expect(Object.fromEntries(shared.searchParams)).toEqual({ domain: 'all.test', type: 'MX,a', server: resolver });
  if (isLong) await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.goto(shared.href);
  await expect(heading(page, 'MX Records')).toBeVisible();
  await page.getByRole('button', { name: 'More options' }).click();
  await expect(page.getByRole('textbox', { name: 'Types' })).toHaveValue('MX,a');
});

test('a server on a private network is refused', async ({ page }) => {
  await page.goto('/dns?domain=all.test&server=127.0.0.1');
  await expect(page.getByRole('alert')).toContainText('private, loopback or otherwise special-use');
});

test('a visitor reads why a resolver refused the records', long, async ({ page }) => {
  await page.goto('/dns?domain=bogus.test');
  const reasons = page.getByRole('region', { name: 'Extended DNS errors', exact: true });
  await expect(reasons).toContainText('DNSSEC Bogus (6)');
  const toDo = page.getByRole('region', { name: 'What to do' });
  await expect(toDo.getByRole('link', { name: 'Check the delegation' })).toHaveAttribute(
    'href',
    '/delegation?domain=bogus.test',
  );
});

test(
  'a visitor compares public resolvers, and sees which one is silent',
  long,
  async ({ page, serve, deadResolvers }) => {
    const list = `One=${resolver},Two=${resolver},Dead=${deadResolvers.servfail}`;
    const url = await serve({ SONDE_RESOLVERS: resolver, SONDE_PUBLIC_RESOLVERS: list });
    await page.goto(`${url}/dns?domain=all.test`);
    await expect(heading(page, 'A Records')).toBeVisible();
    await page.getByRole('button', { name: 'Query public resolvers' }).click();
    const table = page.getByRole('region', { name: 'A records of public resolvers, table' });
    await expect(table.getByRole('row')).toHaveCount(5);
    await expect(table.getByRole('row').nth(2)).toContainText('Same');
    await expect(table.getByRole('row').nth(4)).toContainText('no answer (servfail)');
    await expect(page.getByText('1 resolver gave no answer.')).toBeVisible();
    await page.getByRole('combobox', { name: 'Record type to compare' }).selectOption('MX');
    await page.getByRole('button', { name: 'Query public resolvers' }).click();
    const matrix = page.getByRole('region', { name: 'Public resolvers by record type' });
    await expect(matrix.getByRole('columnheader')).toHaveText(['Resolver', 'A', 'MX']);
    await expect(matrix.getByRole('row').nth(4)).toHaveText('DeadNo answerNo answer');
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 800 });
    await expectNoSidewaysScroll(page);
  },
);

import { rootCertificates } from 'node:tls';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { open } from './site.ts';
import { long } from './test-set.ts';

const field = (page: Page) => page.getByRole('search').getByRole('textbox');
const nav = (page: Page, name: string) => page.getByRole('navigation', { name: 'Tools' }).getByRole('link', { name });
const answerOf = (page: Page, target: string) => page.getByRole('heading', { level: 2, name: target, exact: true });
const LOST = /ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module/;

test('without a network, choosing another tool shows a message, and the page stays as it is', async ({
  page,
  context,
  watch,
}) => {
  watch.allow(LOST);
  await open(page, '/dns?domain=plain.test');
  await expect(answerOf(page, 'plain.test')).toBeVisible();
  await context.setOffline(true);
  await nav(page, 'Who Is').click();
  await expect(page.locator('.toast')).toHaveText('You are offline: WHOIS Checker could not be loaded');
  await expect(page).toHaveURL('/dns?domain=plain.test');
  await expect(answerOf(page, 'plain.test')).toBeVisible();

  await field(page).fill('www.plain.test');
  await field(page).press('Enter');
  const failure = page.getByRole('alert');
  await expect(failure).toContainText('You are offline: this device has no network connection.');
  await context.setOffline(false);
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(answerOf(page, 'www.plain.test')).toBeVisible();
  await nav(page, 'Who Is').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('WHOIS Checker');
  await expect(page).toHaveURL('/whois');
});

test('a lookup whose code could not be loaded can be retried in place', long, async ({ page, context, watch }) => {
  watch.allow(LOST);
  await open(page, '/dns');
  await page.route('**/assets/result-*.js', (route) => route.abort('internetdisconnected'));
  await context.setOffline(true);
  await field(page).fill('plain.test');
  await field(page).press('Enter');
  const failure = page.getByRole('alert');
  await expect(failure).toContainText('You are offline: this device has no network connection.');
  // A failure that is noticed only when the network is back would reload the page.
  const lost = page.waitForEvent('requestfailed');
  await failure.getByRole('button', { name: 'Try again' }).click();
  await lost;
  await expect(failure).toBeVisible();
  await context.setOffline(false);
  await page.unroute('**/assets/result-*.js');
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(answerOf(page, 'plain.test')).toBeVisible();
});

test(
  'a list whose code could not be loaded is read and checked after a retry in place',
  long,
  async ({ page, context, watch }) => {
    watch.allow(LOST);
    await open(page, '/lists');
    await context.setOffline(true);
    const text = page.getByRole('textbox', { name: 'Names and addresses' });
    await text.fill('plain.test\nwww.plain.test');
    const failure = page.getByRole('alert');
    await expect(failure).toContainText('What checks a list could not be loaded. Please check the connection.');
    await expect(failure).toContainText('You are offline: this device has no network connection.');
    await context.setOffline(false);
    await failure.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('2 targets found.')).toBeVisible();
    await page.getByRole('combobox', { name: 'Tool' }).selectOption('dns');
    await page.getByRole('button', { name: 'Check 2 targets' }).click();
    await expect(page.getByRole('region', { name: 'Targets of the list' }).getByRole('row')).toHaveCount(3);
  },
);

test(
  'a certificate whose decoder could not be loaded is decoded after a retry in place',
  long,
  async ({ page, context, watch }) => {
    watch.allow(LOST);
    await open(page, '/certificate');
    await context.setOffline(true);
    await page
      .getByRole('main')
      .getByRole('textbox')
      .fill(rootCertificates[0] ?? '');
    const failure = page.getByRole('alert');
    await expect(failure).toContainText('What decodes the text could not be loaded. Please check the connection.');
    await expect(failure).toContainText('You are offline: this device has no network connection.');
    await context.setOffline(false);
    await failure.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 2, name: /^Certificate 1: / })).toBeVisible();
    await expect(failure).toHaveCount(0);
  },
);

import type { Page } from '@playwright/test';
import { embedded, signUp, test } from './accounts-visitor.ts';
import { expect, expectFitsInBothThemes } from './fixtures.ts';
import { open } from './site.ts';
import { both, long } from './test-set.ts';

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('a visitor without an account reads what a watch is, and where to sign in', long, async ({ page }) => {
  await open(page, '/dns?domain=plain.test');
  await page.getByRole('link', { name: 'Watch', exact: true }).first().click();
  await expect(page).toHaveURL(/\/watch\?tool=dns&target=plain\.test$/);
  await expect(panel(page, 'Your watches')).toContainText('tells you what has changed');
  await expectFitsInBothThemes(page);
  await panel(page, 'Your watches').getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('an answer is watched, paused, read as of two moments, and removed', { tag: [embedded.tag, both.tag] }, async ({
  page,
}) => {
  await signUp(page);
  await open(page, '/dns?domain=plain.test');
  await page.getByRole('link', { name: 'Watch', exact: true }).first().click();
  const watches = panel(page, 'Your watches');
  await expect(watches.getByLabel('Target', { exact: true })).toHaveValue('plain.test');
  await watches.getByLabel('Name of the watch').fill('our shop');
  await watches.getByRole('button', { name: 'Watch', exact: true }).click();
  const item = watches.getByRole('listitem').filter({ hasText: 'our shop' });
  await expect(item).toContainText('Watching');
  await item.getByRole('button', { name: 'Pause our shop' }).click();
  await expect(item).toContainText('Paused');
  await item.getByRole('button', { name: 'Continue our shop' }).click();
  await expect(item).toContainText('Watching');
  await item.getByRole('link', { name: 'our shop' }).click();
  await expect(page).toHaveURL(/\/watch\/[\da-f-]{36}$/);
  await expect(panel(page, 'Changes')).toContainText('Nothing has changed so far.');
  const moments = panel(page, 'Side by side');
  await expect(moments).toBeVisible();
  await expect(moments.getByRole('status')).toHaveText(/Both are the same\.|differ\./);
  // Equal facts are folded.
  await moments.getByText(/facts are the same$/).click();
  await expect(moments.getByRole('table')).toContainText('records/A');
  await expectFitsInBothThemes(page);
  await page.getByRole('button', { name: 'Remove our shop' }).click();
  // Opening a page would end a call that is still running.
  const removed = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.getByRole('button', { name: 'Remove it with its history' }).click();
  await removed;
  await open(page, '/watch');
  await expect(panel(page, 'Your watches')).toContainText('You watch nothing yet.');
});

test('a report is watched from its page', { tag: [embedded.tag, long.tag] }, async ({ page }) => {
  await signUp(page);
  await open(page, '/report?target=plain.test');
  await page.getByRole('button', { name: 'Report on plain.test' }).click();
  await page.getByRole('link', { name: 'Watch', exact: true }).first().click();
  const watches = panel(page, 'Your watches');
  await expect(watches.getByLabel('Tool', { exact: true })).toHaveValue('report');
  await watches.getByRole('button', { name: 'Watch', exact: true }).click();
  await watches.getByRole('link', { name: 'plain.test' }).click();
  await expect(panel(page, 'plain.test')).toContainText('Report of plain.test');
  const moments = panel(page, 'Side by side');
  await expect(moments.getByRole('table')).toContainText('dns/records/A');
  await expectFitsInBothThemes(page);
});

test('a certificate in the logs is told, and expected from then on', { tag: [embedded.tag, long.tag] }, async ({
  page,
  world: { search },
}) => {
  if (search === undefined) throw new Error('this server asks no search');
  await signUp(page);
  await open(page, '/watch?tool=certificates&target=shop.test');
  const watches = panel(page, 'Your watches');
  await expect(watches.getByLabel('Tool', { exact: true })).toHaveValue('certificates');
  await watches.getByRole('button', { name: 'Watch', exact: true }).click();
  await watches.getByRole('link', { name: 'shop.test' }).click();
  const state = panel(page, 'shop.test');
  await expect(state).toContainText('Unexpected certificates of shop.test');
  await expect(async () => {
    await page.reload();
    await expect(state).toContainText('Measured', { timeout: 1_000 });
  }).toPass();
  const planted = await search.order(['shop.test', 'www.shop.test']);
  search.log(planted.precertificate, planted.names);
  await state.getByRole('button', { name: 'Check shop.test now' }).click();
  await expect(async () => {
    await page.reload();
    await expect(panel(page, 'Changes')).toContainText('Lab Authority has issued', { timeout: 1_000 });
  }).toPass();
  await expect(panel(page, 'Changes')).toContainText('Ask first whether a colleague');
  const expected = panel(page, 'Expected certificates');
  await expectFitsInBothThemes(page);
  await expected.getByRole('button', { name: 'Expect the key of' }).click();
  await expect(expected.getByLabel('Keys')).toHaveValue(planted.keySha256);
  await expect(expected.getByRole('button', { name: 'Expect the key of' })).toHaveCount(0);
  await expected.getByLabel('Issuers').fill('letsencrypt.org');
  await expected.getByLabel('Accounts').fill('no account');
  await expected.getByRole('button', { name: 'Save' }).click();
  await expect(expected.getByRole('alert')).toContainText("'accounts' is a list of account URIs.");
  await expected.getByLabel('Accounts').fill('https://ca.test/acct/7');
  await expected.getByLabel('Every issuer that the CAA records allow is expected').check();
  await expected.getByRole('button', { name: 'Save' }).click();
  await expect(expected.getByRole('alert')).toHaveCount(0);
  await page.reload();
  await expect(expected.getByLabel('Issuers')).toHaveValue('letsencrypt.org');
  await expect(expected.getByLabel('Every issuer that the CAA records allow is expected')).toBeChecked();
});

test('channels are refused at addresses of this network; the feed has an address', {
  tag: [embedded.tag, long.tag],
}, async ({ page }) => {
  await signUp(page);
  await open(page, '/watch');
  const channels = panel(page, 'Channels');
  await channels.getByLabel('Kind of channel').selectOption('webhook');
  await channels.getByLabel('Address of the channel').fill('https://10.0.0.1/hook');
  await channels.getByRole('button', { name: 'Add channel' }).click();
  await expect(channels.getByRole('alert')).toContainText('Nothing is sent to this address.');
  await channels.getByRole('button', { name: 'Make a feed' }).click();
  const address = channels.getByText(/\/api\/v2\/feeds\/[\w-]{32}\.atom$/);
  const feed = await page.request.get(new URL((await address.textContent()) ?? '').pathname);
  expect(feed.headers()['content-type']).toBe('application/atom+xml; charset=utf-8');
  await expectFitsInBothThemes(page);
});

import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts';

test('a visitor checks a delegation from the page of the group Checks', async ({ page }) => {
  await page.goto('/delegation');
  await expect(page.getByRole('heading', { level: 1, name: 'Delegation' })).toBeVisible();
  const field = page.getByRole('textbox', { name: 'Domain name' });
  await field.fill('no domain');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Please enter a domain name');
  await field.fill('all.test');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  // The servers of the root are on the internet: on a machine without it the page says so.
  const cutOff = page.getByText('No server of the DNS root answers this server.');
  await expect(cutOff.or(page.getByRole('heading', { name: 'Servers' }))).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts';

test('a visitor asks for a page, and reads why there is none', async ({ page }) => {
  await page.goto('/web');
  await expect(page.getByRole('heading', { level: 1, name: 'Web' })).toBeVisible();
  await page.getByRole('textbox', { name: 'URL or host' }).fill('no host');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Please enter a URL, a domain name or an IP address');
  await page.getByRole('textbox', { name: 'URL or host' }).fill('no-such-name.test');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('does not exist');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

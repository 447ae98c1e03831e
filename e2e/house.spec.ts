import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts';

test('the first page opens without errors, foreign requests or findings', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
});

test('a narrow window does not scroll sideways', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/');
  await expectNoSidewaysScroll(page);
});

test('an unknown path answers 404 with the page', async ({ page, watch }) => {
  watch.allow(/404/);
  const response = await page.goto('/no-such-page');
  expect(response?.status()).toBe(404);
  await expectAccessible(page);
});

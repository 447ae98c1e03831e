import { expect, expectAccessible, test } from './fixtures.ts';

// Titles begin with the numbers of the requirements they prove (docs/requirements.md).
test('a visitor looks up delegation', async ({ page }) => {
  await page.goto('/delegation');
  await expectAccessible(page);
  await expect(
    page.getByText('Drive the built page against the lab: a good target, a bad one, a dead one.'),
  ).toBeVisible();
});

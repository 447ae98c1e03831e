import { test } from './demo-world.ts';
import { expect } from './fixtures.ts';
import { open } from './site.ts';
import { long, longUnless } from './test-set.ts';

// On a phone, the tool's own data begins on the first screen if at most two things are wrong.
test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

const MOST_WRONG = 2;
/** A line of the data, at least. */
const LINE_PX = 24;
const ANSWER_MS = 60_000;

const targets = [
  ['/dns', 'bogus.test'],
  ['/delegation', 'behind.test'],
  ['/subdomain', 'careless.test'],
  ['/ssl', 'expired.test'],
  ['/web', 'neglected.test'],
] as const;

for (const [path, name] of targets) {
  const title = `what is measured begins on the first screen of a phone: ${path} of ${name}`;
  test(title, longUnless(path === '/dns'), async ({ page, demo }) => {
    await page.addInitScript(() => localStorage.setItem('cookieConsent', 'true'));
    await open(page, demo + path);
    const offers = await page.getByRole('list', { name: 'Targets to try' }).getByRole('link').allTextContents();
    await page.locator('.site-notice').evaluate((notice) => notice.remove());
    const field = page.getByRole('search').getByRole('textbox').first();
    // With a port, where this user may not open 443.
    await field.fill(offers.find((offer) => offer.includes(name)) ?? name);
    await field.press('Enter');
    await expect(page.getByRole('list', { name: 'Checks' })).toBeVisible({ timeout: ANSWER_MS });
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0, { timeout: ANSWER_MS });
    const wrong = await page.locator('.todo > ol > li').count();
    expect(wrong).toBeGreaterThan(0);
    expect(wrong).toBeLessThanOrEqual(MOST_WRONG);
    const box = await page.locator('.data .panel').first().boundingBox();
    expect(box?.y).toBeLessThan(844 - LINE_PX);
  });
}

test('what is measured begins within a low window: /dns of bogus.test', long, async ({ page, demo }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await page.addInitScript(() => localStorage.setItem('cookieConsent', 'true'));
  await open(page, `${demo}/dns`);
  await page.locator('.site-notice').evaluate((notice) => notice.remove());
  const field = page.getByRole('search').getByRole('textbox').first();
  await field.fill('bogus.test');
  await field.press('Enter');
  await expect(page.locator('.todo > ol > li')).toHaveCount(1, { timeout: ANSWER_MS });
  const box = await page.locator('.data .panel').first().boundingBox();
  expect(box?.y).toBeLessThan(390 - LINE_PX);
});

test('an expired certificate takes at most three thousand pixels of a wide window', long, async ({ page, demo }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.addInitScript(() => localStorage.setItem('cookieConsent', 'true'));
  await open(page, `${demo}/ssl`);
  const offers = await page.getByRole('list', { name: 'Targets to try' }).getByRole('link').allTextContents();
  await page.locator('.site-notice').evaluate((notice) => notice.remove());
  const field = page.getByRole('search').getByRole('textbox').first();
  await field.fill(offers.find((offer) => offer.includes('expired.test')) ?? 'expired.test');
  await field.press('Enter');
  await expect(page.getByRole('list', { name: 'Checks' })).toBeVisible({ timeout: ANSWER_MS });
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0, { timeout: ANSWER_MS });
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(3000);
});

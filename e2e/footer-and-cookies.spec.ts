import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { acceptBefore, everyPage, open, pagesOfEachKind } from './site.ts';
import { both, isLong, long } from './test-set.ts';

const banner = (page: Page) => page.getByRole('region', { name: 'Cookies' });
const accept = (page: Page) => banner(page).getByRole('button', { name: 'Accept' });
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('cookieConsent'));

test.describe('the footer', () => {
  test(
    'R2.13 R2.14 R2.15 R9.3 has the contact, the privacy policy and the year on every page',
    both,
    async ({ page, watch }) => {
      watch.allow(/404/);
      for (const { path } of isLong ? everyPage : pagesOfEachKind) {
        await page.goto(path);
        const footer = page.getByRole('contentinfo');
        await expect(footer.getByRole('link', { name: 'contact@example.com' })).toHaveAttribute(
          'href',
          'mailto:contact@example.com',
        );
        await expect(footer.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy-policy');
        await expect(footer).toContainText('© 2024 Sonde');
      }
    },
  );

  test('R2.13 R2.15 names the operator that is configured', long, async ({ page, serve }) => {
    const url = await serve({ SONDE_CONTACT_EMAIL: 'hello@sonde.test', SONDE_BRAND: 'Probe & Co <b>' });
    await open(page, `${url}/privacy-policy`);
    const footer = page.getByRole('contentinfo');
    await expect(footer.getByRole('link', { name: 'hello@sonde.test' })).toHaveAttribute(
      'href',
      'mailto:hello@sonde.test',
    );
    await expect(footer).toContainText('© 2024 Probe & Co <b>');
    await expect(page).toHaveTitle('Privacy Policy · Probe & Co <b>');
    await expect(page.getByRole('main').getByRole('link', { name: 'hello@sonde.test' })).toBeVisible();
  });
});

test.describe('the cookie banner', () => {
  test('R2.16 R4.5 has its text, a link to the privacy policy and Accept', async ({ page }) => {
    await open(page, '/');
    await expect(banner(page)).toBeVisible();
    await expect(banner(page).getByText('We use cookies to improve your experience', { exact: true })).toBeVisible();
    await expect(banner(page).getByRole('button')).toHaveText(['Accept']);
    await banner(page).getByRole('link', { name: 'Privacy policy' }).click();
    await expect(page).toHaveURL('/privacy-policy');
    await expect(banner(page)).toBeVisible();
    expect(await stored(page)).toBeNull();
  });

  test('R2.17 R2.18 R9.4 is visible until accepted; Accept stores the consent', async ({ page, context }) => {
    await open(page, '/dns');
    await page.reload();
    await expect(banner(page)).toBeVisible();
    await open(page, '/dns');
    await accept(page).click();
    await expect(banner(page)).toHaveCount(0);
    expect(await stored(page)).toBe('true');
    await expect(page.getByRole('main')).toBeFocused();
    await page.reload();
    await expect(banner(page)).toBeHidden();
    const other = await context.newPage();
    await other.goto('/ping');
    await expect(banner(other)).toBeHidden();
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  });

  test('R2.17 is shown if something else is stored', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('cookieConsent', 'false'));
    await open(page, '/');
    await expect(banner(page)).toBeVisible();
  });

  test('R2.17 does not flash for visitors who have accepted: it is hidden before the script is loaded', async ({
    page,
  }) => {
    await acceptBefore(page);
    await page.route('**/assets/*.js', () => undefined);
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(banner(page)).toBeHidden();
  });

  test('disappears in the other tabs too', long, async ({ page, context }) => {
    const other = await context.newPage();
    await open(other, '/ping');
    await open(page, '/');
    await expect(banner(other)).toBeVisible();
    await accept(page).click();
    await expect(banner(other)).toHaveCount(0);
  });

  test('never covers the focused element', long, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 640 });
    // Without smooth scrolling the position of a focused element is final.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, '/dns?domain=plain.test');
    await expect(page.getByRole('heading', { level: 2, name: 'TXT Records' })).toBeVisible();
    const covered: string[] = [];
    for (let step = 0; step < 45; step += 1) {
      await page.keyboard.press('Tab');
      const hidden = await page.evaluate(() => {
        const focused = document.activeElement;
        const cookies = document.querySelector('.cookie');
        if (focused === null || focused === document.body || cookies === null || cookies.contains(focused)) return null;
        const { top, bottom } = focused.getBoundingClientRect();
        return top >= cookies.getBoundingClientRect().top && bottom > top ? focused.outerHTML.slice(0, 120) : null;
      });
      if (hidden !== null) covered.push(hidden);
    }
    expect(covered).toEqual([]);
  });

  test('can be accepted even if nothing can be stored', long, async ({ page }) => {
    await page.addInitScript(() =>
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('shut', 'SecurityError');
        },
      }),
    );
    await open(page, '/');
    await accept(page).click();
    await expect(banner(page)).toHaveCount(0);
    await page.getByRole('navigation', { name: 'Tools' }).getByRole('link', { name: 'Ping' }).click();
    await expect(banner(page)).toHaveCount(0);
  });
});

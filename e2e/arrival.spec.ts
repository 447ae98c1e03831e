import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { open, screens } from './site.ts';
import { long } from './test-set.ts';

const nav = (page: Page, name: string) => page.getByRole('navigation', { name: 'Tools' }).getByRole('link', { name });
const liveRegion = (page: Page) => page.locator('[aria-live=polite].sr');

test('a page change moves the focus to the content, scrolls to the top and announces the title', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 400 });
  await open(page, '/privacy-policy');
  await page.evaluate(() => scrollTo({ top: 500, behavior: 'instant' }));
  await nav(page, 'Ping').click();
  await expect(page).toHaveTitle('Ping · Sonde');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(liveRegion(page)).toHaveText('Ping');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await nav(page, 'Who Is').click();
  await expect(page).toHaveTitle('WHOIS Checker · Sonde');
  await expect(liveRegion(page)).toHaveText('WHOIS Checker');
  await expect(page.locator('body')).toHaveAttribute('data-group', 'domain');
});

test('back and forward do the same', long, async ({ page }) => {
  await open(page, '/mac');
  await nav(page, 'Ping').click();
  await expect(page).toHaveTitle('Ping · Sonde');
  await page.goBack();
  await expect(page).toHaveTitle('MAC Address Lookup · Sonde');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('MAC Address Lookup');
  await expect(liveRegion(page)).toHaveText('MAC Address Lookup');
  await expect(nav(page, 'Mac Id Info')).toHaveAttribute('aria-current', 'page');
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ping');
});

test('the first page is not announced and does not take the focus', long, async ({ page }) => {
  await open(page, '/ip-logger');
  await expect(liveRegion(page)).toBeEmpty();
  await expect(page.locator('body')).toBeFocused();
});

test('the first tab stop of every page is the link that skips to the content', long, async ({ page }) => {
  for (const { path } of screens) {
    await page.goto(path);
    await page.keyboard.press('Tab');
    const link = page.getByRole('link', { name: 'Skip to content' });
    await expect(link).toBeFocused();
    await expect(link).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  }
});

test('Tab goes through the sidebar in order, then to the content', long, async ({ page }) => {
  await open(page, '/ip-logger');
  const stops: string[] = [];
  for (let step = 0; step < 18; step += 1) {
    await page.keyboard.press('Tab');
    stops.push(
      await page.evaluate(() => {
        const focused = document.activeElement;
        return (focused?.getAttribute('aria-label') ?? focused?.textContent ?? '').replace(/Soon$|Ctrl K$/, '');
      }),
    );
  }
  expect(stops).toEqual([
    'Skip to content',
    'Sonde',
    'Search tools',
    'IP Tracker',
    'IP Logger',
    'SSL Info',
    'Who Is',
    'DNS Lookup',
    'SubDomain',
    'Ping',
    'Traceroute',
    'Mac Id Info',
    'Delegation',
    'Mail',
    'Report',
    'Sign in',
    'Theme: system. Switch to light',
    'IP Tracker',
  ]);
  await nav(page, 'DNS Lookup').click();
  await expect(page).toHaveTitle('DNS Lookup · Sonde');
  await expect(page.getByRole('main')).toBeFocused();
  for (const name of ['Domain name', 'Look up', 'Options', 'example.com', 'example.org', 'contact@example.com']) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveAccessibleName(name);
  }
});

test('every focused element shows a focus ring', async ({ page }) => {
  await open(page, '/dns');
  const plain: string[] = [];
  for (let step = 0; step < 24; step += 1) {
    await page.keyboard.press('Tab');
    const unmarked = await page.evaluate(() => {
      const focused = document.activeElement;
      if (focused === null || focused === document.body) return null;
      const { outlineStyle, outlineWidth } = getComputedStyle(focused);
      const field = focused.closest('.search');
      const border = field === null ? '' : getComputedStyle(field).borderTopColor;
      const isMarked =
        (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || border === 'rgb(25, 87, 210)';
      return isMarked ? null : focused.outerHTML.slice(0, 100);
    });
    if (unmarked !== null) plain.push(unmarked);
  }
  expect(plain).toEqual([]);
});

test(
  'the field of a tool has the focus on a desktop, but not on touch devices',
  long,
  async ({ page, browser, baseURL }) => {
    await open(page, '/dns');
    await expect(page.getByRole('textbox', { name: 'Domain name' })).toBeFocused();
    const phone = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } });
    const touched = await phone.newPage();
    await open(touched, `${baseURL}/dns`);
    await expect(touched.locator('body')).toBeFocused();
    await phone.close();
  },
);

import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { open, takenOver } from './site.ts';
import { long } from './test-set.ts';

const LIGHT = 'rgb(248, 250, 252)';
const DARK = 'rgb(11, 15, 21)';

const toggle = (page: Page) => page.locator('.side').getByRole('button', { name: /^Theme:/ });
const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const scheme = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);

test('the theme follows the system setting, even when that changes', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  expect(await background(page)).toBe(DARK);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await background(page)).toBe(LIGHT);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test('the theme button cycles through light, dark and system, and the choice is kept', long, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(page, '/');
  await expect(toggle(page)).toHaveAccessibleName('Theme: system. Switch to light');
  await toggle(page).click();
  await expect(toggle(page)).toHaveAccessibleName('Theme: light. Switch to dark');
  expect(await background(page)).toBe(LIGHT);
  expect(await scheme(page)).toBe('light');
  await open(page, '/dns');
  expect(await background(page)).toBe(LIGHT);
  await expect(toggle(page)).toHaveAccessibleName('Theme: light. Switch to dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await toggle(page).press('Enter');
  expect(await background(page)).toBe(DARK);
  expect(await scheme(page)).toBe('dark');
  await toggle(page).press('Space');
  await expect(toggle(page)).toHaveAccessibleName('Theme: system. Switch to light');
  expect(await background(page)).toBe(LIGHT);
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull();
});

test('the chosen theme is applied before the script, so that nothing flashes', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  await page.route('**/assets/*.js', () => undefined);
  await page.goto('/');
  expect(await background(page)).toBe(DARK);
  expect(
    await page.locator('.side .theme svg').evaluateAll((icons) => icons.map((icon) => getComputedStyle(icon).display)),
  ).toEqual(['none', 'none', 'block']);
  const head = await page.locator('head').evaluate((element) => [...element.children].map(({ tagName }) => tagName));
  expect(head.indexOf('SCRIPT')).toBeLessThan(head.indexOf('STYLE'));
});

test('a change of theme also applies to other open tabs', long, async ({ page, context }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  const other = await context.newPage();
  await other.emulateMedia({ colorScheme: 'light' });
  await open(other, '/ping');
  await open(page, '/');
  await toggle(page).click();
  await toggle(page).click();
  await expect.poll(() => background(other)).toBe(DARK);
  await expect(toggle(other)).toHaveAccessibleName('Theme: dark. Switch to system');
});

test('an invalid stored theme is ignored', long, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.addInitScript(() => localStorage.setItem('theme', 'neon'));
  await page.goto('/');
  await takenOver(page);
  expect(await background(page)).toBe(LIGHT);
  await expect(toggle(page)).toHaveAccessibleName('Theme: system. Switch to light');
});

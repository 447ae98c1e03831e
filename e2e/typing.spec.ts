import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { open } from './site.ts';
import { long } from './test-set.ts';

const field = (page: Page) => page.getByRole('search').getByRole('textbox');
const chips = (page: Page) => page.getByRole('search').getByRole('link');
const answerOf = (page: Page, target: string) => page.getByRole('heading', { level: 2, name: target, exact: true });

test(
  'a new target replaces the first after a submit, a return to the page and a click into the field',
  long,
  async ({ page }) => {
    await open(page, '/dns');
    await expect(field(page)).toBeFocused();
    await page.keyboard.type('plain.test');
    await page.keyboard.press('Enter');
    await expect(answerOf(page, 'plain.test')).toBeVisible();
    await page.keyboard.type('www.plain.test');
    await page.keyboard.press('Enter');
    await expect(answerOf(page, 'www.plain.test')).toBeVisible();
    await page.goBack();
    await expect(field(page)).toHaveValue('plain.test');
    await page.keyboard.type('all.test');
    await expect(field(page)).toHaveValue('all.test');
    await page.keyboard.press('Enter');
    await expect(answerOf(page, 'all.test')).toBeVisible();
    await page.locator('h2').first().click();
    await field(page).click();
    await page.keyboard.type('plain.test');
    await expect(field(page)).toHaveValue('plain.test');
  },
);

test('text is not changed while it is typed or after it was refused', long, async ({ page }) => {
  await open(page, '/dns');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('plain.tes');
  await page.locator('h1').click();
  await field(page).click();
  await page.keyboard.press('End');
  await page.keyboard.type('t!');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.keyboard.press('Backspace');
  await expect(field(page)).toHaveValue('plain.test');
});

test('the text of a shared link is selected when the page opens', long, async ({ page }) => {
  await open(page, '/ping?host=plain.test');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('www.plain.test');
  await expect(field(page)).toHaveValue('www.plain.test');
});

test(
  'a first press into a field that the page has focused selects its text, a second one places the caret',
  long,
  async ({ page }) => {
    await open(page, '/dns?domain=plain.test');
    await expect(answerOf(page, 'plain.test')).toBeVisible();
    await expect(field(page)).toBeFocused();
    await field(page).click();
    await page.keyboard.type('all.test');
    await page.keyboard.press('Enter');
    await expect(answerOf(page, 'all.test')).toBeVisible();
    await field(page).click();
    await page.keyboard.type('plain.test');
    await expect(field(page)).toHaveValue('plain.test');
    await page.keyboard.press('Enter');
    await expect(answerOf(page, 'plain.test')).toBeVisible();
    await field(page).click();
    await page.mouse.move(0, 0);
    await field(page).click();
    await page.keyboard.type('.');
    await expect(field(page)).toHaveValue('plain.test.');
  },
);

test('a target that the page or the server refuses is not added to the recent lookups', long, async ({ page }) => {
  await open(page, '/');
  await field(page).fill('no such thing');
  await field(page).press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('button', { name: 'More options' }).click();
  await expect(chips(page)).toHaveText(['8.8.8.8', 'example.com']);
  await open(page, '/ping');
  await field(page).fill('10.0.0.1');
  await field(page).press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('button', { name: 'More options' }).click();
  await expect(chips(page)).toHaveText(['example.com', '8.8.8.8']);
  expect(await page.evaluate(() => sessionStorage.getItem('recentLookups'))).toBeNull();
});

test('Clear can be reached by mouse, however many lookups there are', long, async ({ page }) => {
  const many = Array.from({ length: 8 }, (_, index) => ({ tool: 'dns', target: `${index}-a-rather-long-name.test` }));
  await page.addInitScript((text) => sessionStorage.setItem('recentLookups', text), JSON.stringify(many));
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await open(page, '/dns');
    const clear = page.getByRole('button', { name: 'Clear' });
    await expect(clear).toBeInViewport({ ratio: 1 });
    await clear.click();
    await expect(chips(page)).toHaveText(['example.com', 'example.org']);
  }
});

import type { Page } from '@playwright/test';
import { test } from './demo-world.ts';
import { expect } from './fixtures.ts';
import { menu, open, tabTo } from './site.ts';
import { long } from './test-set.ts';

const live = menu.filter(({ status }) => status === 'live');
/** What else the field of a tool takes. */
const further: Readonly<Record<string, readonly string[]>> = { '/mac': ['cisco'] };
const ANSWER_MS = 60_000;

const scrolled = (page: Page) => page.evaluate(() => scrollY);

/** The demo's first target of this page. */
const suggested = async (page: Page) =>
  page.getByRole('list', { name: 'Targets to try' }).getByRole('link').first().innerText();

/** Looks up a target from the lower end of what the window can show of the idle page with its field. */
async function lookUpFromBelow(page: Page, target: string): Promise<void> {
  const field = page.getByRole('search').getByRole('textbox').first();
  await field.fill(target);
  await page.evaluate(() => scrollTo({ top: 160, behavior: 'instant' }));
  await field.press('Enter');
  // A search for vendors has no checks; the summary of every answer names what was looked up.
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText(target, { timeout: ANSWER_MS });
}

for (const { path, name } of live) {
  test(`after cookies are accepted, an answer of ${name} is shown from its top`, long, async ({ page, demo }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, demo + path);
    // By the keyboard: a button that is in view already does not scroll the page when it gets the focus.
    await page
      .getByRole('region', { name: 'Cookies' })
      .getByRole('link')
      .evaluate((link) => {
        link.focus({ preventScroll: true });
      });
    await tabTo(page, page.getByRole('button', { name: 'Accept' }), 1);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Accept' })).toHaveCount(0);
    expect(await scrolled(page)).toBe(0);
    for (const target of [await suggested(page), ...(further[path] ?? [])]) {
      await lookUpFromBelow(page, target);
      expect(await scrolled(page)).toBe(0);
    }
  });
}

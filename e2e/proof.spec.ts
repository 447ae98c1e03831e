import type { Page } from '@playwright/test';
import { test } from './demo-world.ts';
import { expect, expectAccessible, expectNoSidewaysScroll } from './fixtures.ts';
import { forgetShifts, NOTHING, shiftsOf, watchShifts } from './layout-shifts.ts';
import { acceptBefore, menu, open } from './site.ts';
import { both, isLong, long } from './test-set.ts';

/** What is promised of every answer, for every tool of the registry. */
const live = menu.filter(({ status }) => status === 'live');
const isShort = (path: string) => path === '/dns';

const ANSWER_MS = 60_000;
/** Browsers do not count shifts within half a second after a key press. */
const LATER_THAN_A_KEY_MS = 700;
/** In a window of 1280 px. */
const LONGEST_PX = { '/report': 2500 } as Readonly<Record<string, number>>;
const LONG_PX = 3000;
const WHITE_PX = 120;

async function lookUpFirst(page: Page): Promise<void> {
  const target = await page.getByRole('list', { name: 'Targets to try' }).getByRole('link').first().innerText();
  // Visitors of the product do not see the demo's notice.
  await page.locator('.site-notice').evaluate((notice) => {
    notice.remove();
    document.documentElement.style.setProperty('--notice', '0px');
  });
  const field = page.getByRole('search').getByRole('textbox').first();
  await field.fill(target);
  await field.press('Enter');
}

const answered = (page: Page) =>
  // Checks that are awaited have no links.
  expect(
    page.getByRole('region', { name: 'Summary' }).getByRole('list', { name: 'Checks' }).getByRole('link').first(),
  ).toBeVisible({
    timeout: ANSWER_MS,
  });

/** The heights of what is empty at the lower end of a panel. */
const emptyEnds = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.data .panel')].map((panel) => {
      const ends = [...panel.querySelectorAll('*')].map((part) => part.getBoundingClientRect().bottom);
      const title = panel.querySelector('h2')?.textContent ?? '';
      return { title, empty: Math.round(panel.getBoundingClientRect().bottom - Math.max(...ends)) };
    }),
  );

for (const { path, name } of live) {
  test(
    `an answer of ${name} is short, moves nothing when it arrives, and is accessible`,
    isShort(path) ? both : long,
    async ({ page, demo }) => {
      await page.setViewportSize({ width: 1280, height: 900 });
      await acceptBefore(page);
      await watchShifts(page);
      await page.route('**/api/v2/**', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, LATER_THAN_A_KEY_MS));
        await route.continue();
      });
      await open(page, demo + path);
      await lookUpFirst(page);
      // A sign of the lookup, while nothing has answered yet.
      await expect(page.locator('html[data-asked]')).toBeAttached();
      await forgetShifts(page);
      await answered(page);
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0, { timeout: ANSWER_MS });
      const { strict, moved } = await shiftsOf(page);
      expect(strict < NOTHING ? [] : [strict, ...moved]).toEqual([]);
      const laidOut = () => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('* { content-visibility: visible !important }');
        document.adoptedStyleSheets.push(sheet);
        return document.documentElement.scrollHeight;
      };
      expect(await page.evaluate(laidOut)).toBeLessThanOrEqual(LONGEST_PX[path] ?? LONG_PX);
      const tooEmpty = (await emptyEnds(page)).filter(({ empty }) => empty > WHITE_PX);
      expect(tooEmpty).toEqual([]);
      if (isLong) await expectAccessible(page);
      // As at a zoom of 200 %.
      await page.setViewportSize({ width: 640, height: 450 });
      await expectNoSidewaysScroll(page);
      // `check-again.spec.ts` and `focus.spec.ts` look at this on one page.
      if (!isLong) return;
      // The focus stays on the button, during the lookup and after it.
      const checkedAt = () => page.locator('.checked time').getAttribute('datetime');
      const again = page.getByRole('button', { name: 'Check again', exact: true });
      await expect(again).toHaveAttribute('aria-disabled', 'false', { timeout: ANSWER_MS });
      const before = await checkedAt();
      await again.focus();
      await page.keyboard.press('Enter');
      await expect.poll(checkedAt, { timeout: ANSWER_MS }).not.toBe(before);
      await expect(page.locator('.checked button')).toBeFocused();
    },
  );
}

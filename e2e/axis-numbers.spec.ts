import type { Page } from '@playwright/test';
import { test } from './demo-world.ts';
import { expect } from './fixtures.ts';
import { open } from './site.ts';
import { long } from './test-set.ts';

interface Axis {
  readonly text: string;
  readonly part: number;
  readonly rank: string;
}

/** Imported at run time, because these tests are compiled without the pages. */
const timeScale = new URL('../apps/web/src/ui/charts/time-scale.ts', import.meta.url);
const { numbersOf, scaleTo } = (await import(timeScale.href)) as {
  numbersOf(scale: unknown): readonly Axis[];
  scaleTo(most: number): unknown;
};

/** Pairs of visible numbers of one axis that touch each other, and how many axes were measured. */
async function touching(page: Page): Promise<{ readonly axes: number; readonly pairs: readonly string[] }> {
  return page.locator('.axis-numbers').evaluateAll((axes) => ({
    axes: axes.filter((axis) => axis.getBoundingClientRect().width > 0).length,
    pairs: axes.flatMap((axis) => {
      const shown = [...axis.querySelectorAll('text')]
        .map((text) => ({ said: text.textContent, box: text.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0);
      return shown.slice(1).flatMap(({ said, box }, index) => {
        const before = shown[index];
        const apart = before === undefined ? 0 : box.left - before.box.right;
        return apart >= 4 ? [] : [`«${before?.said}» and «${said}» at ${axis.getBoundingClientRect().width} px`];
      });
    }),
  }));
}

test(
  'no number of an axis touches another, from the fastest loopback to the slowest satellite, in any chart',
  long,
  async ({ page, demo }) => {
    await open(page, `${demo}/ping`);
    await page.getByRole('textbox', { name: 'Host name or IP address' }).fill('shop.test');
    await page.keyboard.press('Enter');
    await expect(page.locator('.axis-numbers').first()).toBeVisible();
    // The line of the middle is thick, and no number is.
    const strokes = page
      .locator('.axis-numbers text')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).stroke));
    expect(new Set(await strokes)).toEqual(new Set(['none']));
    for (const width of [1280, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 900 });
      const { axes, pairs } = await touching(page);
      expect(axes, `at ${width} pixels`).toBeGreaterThan(0);
      expect(pairs, `at ${width} pixels`).toEqual([]);
    }
    const scales = [0.0007, 0.009, 0.012, 0.04, 0.11, 0.3, 1.9, 7, 24, 99, 101, 250, 999, 4_000, 30_000].map((most) =>
      numbersOf(scaleTo(most)),
    );
    // The sheet of the page with axes of every length that charts have.
    await page.evaluate((all) => {
      const svg = 'http://www.w3.org/2000/svg';
      document.body.replaceChildren(
        ...[84, 110, 143, 150, 200, 290, 303, 305, 600].flatMap((width) =>
          all.map((numbers) => {
            const axis = document.createElement('div');
            axis.className = 'axis-numbers';
            axis.style.width = `${width}px`;
            const drawn = axis.appendChild(document.createElementNS(svg, 'svg'));
            for (const { text, part, rank } of numbers) {
              const number = drawn.appendChild(document.createElementNS(svg, 'text'));
              number.setAttribute('class', rank);
              number.setAttribute('x', `${part * 100}%`);
              number.setAttribute('y', '50%');
              number.textContent = text;
            }
            return axis;
          }),
        ),
      );
    }, scales);
    expect(await touching(page)).toEqual({ axes: 9 * scales.length, pairs: [] });
  },
);

import type { Page } from '@playwright/test';
import { test } from './demo-world.ts';
import { expect } from './fixtures.ts';
import { shiftsOf, watchShifts } from './layout-shifts.ts';
import { open, windows } from './site.ts';
import { long } from './test-set.ts';

const ANSWER_MS = 60_000;
/** Of panels that grow while their values arrive; a page that jumps has ten times as much. */
const GROWTH = 0.02;
/** The gap between two panels, twice. */
const GAPS_PX = 40;
/** Facts and sentences of a phone may take a line more than was reserved. */
const LINE_PX = { 'a desktop': 4, 'a phone': 40 } as const;

/** Where the data begins, in pixels from the top of the page, from the first picture with a card to the last one. */
type Places = readonly { readonly isRunning: boolean; readonly top: number }[];

/** Records in every picture where the data begins; what is on its way by an animation counts where it will be. */
async function watchData(page: Page): Promise<void> {
  await page.evaluate(() => {
    const places: { isRunning: boolean; top: number }[] = [];
    Object.assign(window, { places });
    const look = () => {
      const card = document.querySelector('main .verdict');
      const first = document.querySelector<HTMLElement>('main .data .grid > *');
      if (card !== null && first !== null) {
        let top = 0;
        for (let part: Element | null = first; part instanceof HTMLElement; part = part.offsetParent)
          top += part.offsetTop;
        const isRunning = card.getAttribute('aria-busy') === 'true';
        const last = places.at(-1);
        if (last?.isRunning !== isRunning || last.top !== top) places.push({ isRunning, top });
      }
      requestAnimationFrame(look);
    };
    look();
  });
}

async function lookUp(page: Page, target: string): Promise<void> {
  const offers = await page.getByRole('list', { name: 'Targets to try' }).getByRole('link').allTextContents();
  const field = page.getByRole('search').getByRole('textbox').first();
  // With a port, where this user may not open 443.
  await field.fill(offers.find((offer) => offer.includes(target)) ?? target);
  await field.press('Enter');
}

const ended = (page: Page) =>
  expect(page.locator('main .verdict[data-state]')).toHaveAttribute('aria-busy', 'false', { timeout: ANSWER_MS });

const targets = [
  ['/ping', 'shop.test'],
  ['/ping', 'lossy.test'],
  ['/traceroute', 'path.test'],
  ['/ssl', 'shop.test'],
  ['/ssl', 'outdated.test'],
  ['/mail', 'shop.test'],
  ['/subdomain', 'careless.test'],
  ['/report', 'careless.test'],
] as const;

for (const [window, size] of windows) {
  for (const [path, target] of targets) {
    const title = `only what to do moves the data down when a lookup ends: ${path} of ${target} on ${window}`;
    test(
      title,
      path === '/ping' && target === 'shop.test' && window === 'a phone' ? {} : long,
      async ({ page, demo }) => {
        await page.setViewportSize(size);
        await page.addInitScript(() => localStorage.setItem('cookieConsent', 'true'));
        await watchShifts(page);
        await open(page, demo + path);
        await watchData(page);
        await lookUp(page, target);
        await ended(page);
        const { score, moved } = await shiftsOf(page);
        // The columns of a table of names get wider with the names.
        if (path !== '/subdomain') expect(score < GROWTH ? [] : [`${score}`, ...moved]).toEqual([]);
        const places = await page.evaluate(() => (globalThis as unknown as { places: Places }).places);
        const running = places.filter(({ isRunning }) => isRunning).map(({ top }) => top);
        expect(running.length).toBeGreaterThan(0);
        const by = (places.at(-1)?.top ?? Number.NaN) - (running[0] ?? Number.NaN);
        const toDo = await page
          .locator('.todo:has(> ol)')
          .evaluateAll(([list]) => list?.getBoundingClientRect().height);
        expect(by).toBeGreaterThanOrEqual(-1);
        expect(by).toBeLessThanOrEqual(LINE_PX[window] + (toDo === undefined ? 0 : toDo + GAPS_PX));
      },
    );
  }
}

for (const [path, target] of [
  ['/ping', 'lossy.test'],
  ['/ssl', 'outdated.test'],
] as const) {
  test(`what somebody has scrolled to stays in place when a lookup ends: ${path}`, long, async ({ page, demo }) => {
    await page.setViewportSize({ width: 1280, height: 600 });
    await page.addInitScript(() => localStorage.setItem('cookieConsent', 'true'));
    await open(page, demo + path);
    // The address is asked again, so that the second answer is measured while the visitor scrolls.
    await lookUp(page, target);
    await ended(page);
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page.locator('main .verdict')).toHaveAttribute('aria-busy', 'true');
    // So far that the card's last line is at the upper edge of the window.
    await page.mouse.move(700, 400);
    await page.mouse.wheel(0, 280);
    const read = page.locator('.data .panel').first();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThanOrEqual(280);
    const before = await read.boundingBox();
    await expect(page.locator('main .verdict')).toHaveAttribute('aria-busy', 'true');
    await ended(page);
    const after = await read.boundingBox();
    expect(Math.abs((after?.y ?? Number.NaN) - (before?.y ?? 0))).toBeLessThan(3);
  });
}

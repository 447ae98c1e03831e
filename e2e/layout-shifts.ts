import type { Page } from '@playwright/test';

/** Negligible shifts: replacing a fallback font moves a word by a fraction of a pixel. */
export const NOTHING = 0.0005;

/** The layout shifts of a page since it was opened. */
export interface Shifts {
  /** The sum of shifts without a recent input, which is the score. */
  readonly score: number;
  /** The sum of all shifts, including those after an input. */
  readonly strict: number;
  /** What moved, for the message of a failing test. */
  readonly moved: readonly string[];
}

interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}

/** Makes every page opened from now on record its layout shifts. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: unknown[] = [];
    Object.assign(window, { layoutShifts: shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        const placed = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ');
        const moved = entry.sources.map(({ node, previousRect, currentRect }) => {
          const what = node instanceof Element ? node.outerHTML : `“${node?.textContent ?? ''}”`;
          return `${what.slice(0, 80)} (${placed(previousRect)} to ${placed(currentRect)})`;
        });
        shifts.push({ value: entry.value, hadRecentInput: entry.hadRecentInput, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The layout shifts so far. */
export async function shiftsOf(page: Page): Promise<Shifts> {
  const shifts = await page.evaluate(async () => {
    // Shifts are reported with the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return (window as unknown as { layoutShifts: { value: number; hadRecentInput: boolean; moved: string[] }[] })
      .layoutShifts;
  });
  const sum = (all: typeof shifts) => all.reduce((total, { value }) => total + value, 0);
  return {
    score: sum(shifts.filter(({ hadRecentInput }) => !hadRecentInput)),
    strict: sum(shifts),
    moved: shifts.flatMap(({ moved }) => moved),
  };
}

/** Counts only what moves from now on, ignoring shifts caused by earlier input, which a busy machine reports late. */
export async function forgetShifts(page: Page): Promise<void> {
  await shiftsOf(page);
  await page.evaluate(() => {
    (window as unknown as { layoutShifts: unknown[] }).layoutShifts.length = 0;
  });
}

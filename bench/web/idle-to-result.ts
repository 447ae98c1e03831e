import { existsSync } from 'node:fs';
import { type Browser, chromium, expect } from '@playwright/test';
import { type Shifts, shiftsOf, watchShifts } from '@sonde/e2e/layout-shifts.ts';
import { open } from '@sonde/e2e/site.ts';
import { sized } from '../effort.ts';

/** A lookup as a visitor makes it, one for each tool. */
const lookups = [{ path: '/dns', field: 'Domain name', target: 'all.test', heading: 'all.test' }] as const;

const windows = [
  { name: 'phone', width: 390, height: 800 },
  { name: 'desktop', width: 1280, height: 800 },
] as const;

type Window = (typeof windows)[number];

export interface IdleToResult extends Shifts {
  readonly path: string;
  readonly window: string;
}

const SYSTEM_CHROMIUM = '/usr/bin/chromium';

/** Layout shifts between the idle page and its answer, for every tool, in a small and a large window. */
export async function measureIdleToResult(origin: string): Promise<IdleToResult[]> {
  const browser = await chromium.launch({
    ...(existsSync(SYSTEM_CHROMIUM) ? { executablePath: SYSTEM_CHROMIUM } : {}),
    args: ['--no-sandbox'],
  });
  try {
    const all: IdleToResult[] = [];
    for (const lookup of lookups) {
      for (const window of sized<readonly Window[]>(windows, { smoke: windows.slice(0, 1) }))
        all.push(await measureOne(browser, origin, lookup, window));
    }
    return all;
  } finally {
    await browser.close();
  }
}

async function measureOne(
  browser: Browser,
  origin: string,
  { path, field, target, heading }: (typeof lookups)[number],
  { name, width, height }: Window,
): Promise<IdleToResult> {
  const page = await browser.newPage({ viewport: { width, height } });
  await watchShifts(page);
  await open(page, origin + path);
  await page.getByRole('textbox', { name: field }).fill(target);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: heading, exact: true })).toBeVisible({ timeout: 30_000 });
  const shifts = await shiftsOf(page);
  await page.close();
  return { path, window: name, ...shifts };
}

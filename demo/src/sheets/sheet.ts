import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Demo } from '../demo.ts';
import { type SheetState, sheetStates } from './sheet-states.ts';

/** Windows of a desktop and of a phone. */
const WINDOWS = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
] as const;
const SCHEMES = ['light', 'dark'] as const;
/** Of the pictures on a sheet: enough to judge layout and read headings. */
const SCALE = 0.32;
const QUALITY = { picture: 70, sheet: 55 } as const;
const ANSWER_MS = 60_000;
const SETTLE_MS = 400;

interface Shot {
  readonly title: string;
  readonly width: number;
  readonly data: string;
}

/** One contact sheet of a tool: its states in two windows and two themes. @returns WebP */
export async function sheetOf(browser: Browser, demo: Demo, id: string): Promise<Buffer> {
  const context = await browser.newContext({
    ...{ viewport: WINDOWS[0], reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'UTC' },
  });
  // As for a visitor who has answered the cookie banner.
  await context.addInitScript(() => localStorage.setItem('cookieConsent', 'true'));
  const columns = await Promise.all(sheetStates(id, demo).map((state) => columnOf(context, demo.url, state)));
  await context.close();
  return compose(browser, id, columns);
}

/** One state: its page is opened once, and shown in each window and theme. */
async function columnOf(context: BrowserContext, url: string, state: SheetState): Promise<readonly Shot[]> {
  const page = await context.newPage();
  // Never answered, so that the loading screen stays.
  if (state.waits === 'loading') await page.route('**/api/v2/**', () => {});
  await page.goto(url + state.page);
  await page.evaluate(() => dispatchEvent(new Event('wheel')));
  await page.waitForFunction(() => (window as { earlyPress?: unknown }).earlyPress === false);
  if (state.target !== null) {
    const field = page.locator('form[role="search"] input[name]');
    await field.fill(state.target);
    await field.press('Enter');
  }
  await settled(page, state).catch((error) => {
    throw new Error(`${state.page} ${state.target} (${state.name}): ${error}`);
  });
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const shots: Shot[] = [];
  for (const viewport of WINDOWS) {
    await page.setViewportSize(viewport);
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(SETTLE_MS);
      await page.evaluate(() => scrollTo(0, 0));
      const title = `${state.name} ${viewport.width} ${colorScheme}`;
      shots.push({ title, width: viewport.width, data: await webp(page, QUALITY.picture) });
    }
  }
  await page.close();
  return shots;
}

/** Waits until the page is in its state. */
async function settled(page: Page, { waits, name }: SheetState): Promise<void> {
  if (waits === 'answer') await page.locator('main .results').first().waitFor({ timeout: ANSWER_MS });
  if (waits === 'nothing' || waits === 'loading') return;
  // A target that the field refuses is never looked up.
  await page.waitForTimeout(SETTLE_MS);
  await page.locator('form[role="search"] button[type="submit"]:enabled').waitFor({ timeout: ANSWER_MS });
  await page.locator('main [aria-busy="true"]').waitFor({ state: 'hidden', timeout: ANSWER_MS });
  if (waits !== 'answer') return;
  const verdict = await page.locator('main .verdict').first().getAttribute('data-state');
  if (verdict !== name) throw new Error(`the verdict is ${verdict}`);
}

async function webp(page: Page, quality: number, clip?: { width: number; height: number }): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    ...{ format: 'webp' as const, quality, captureBeyondViewport: clip !== undefined },
    ...(clip && { clip: { x: 0, y: 0, ...clip, scale: 1 } }),
  });
  return data;
}

/** One column for each state, one row for each window and theme. */
async function compose(browser: Browser, id: string, columns: readonly (readonly Shot[])[]): Promise<Buffer> {
  const figure = ({ title, width, data }: Shot) =>
    `<figure><figcaption>${title}</figcaption><img width="${Math.round(width * SCALE)}" src="data:image/webp;base64,${data}"></figure>`;
  const rows = WINDOWS.flatMap((_, window) =>
    SCHEMES.map((_scheme, scheme) =>
      columns.map((shots) => shots[window * SCHEMES.length + scheme]).flatMap((shot) => shot ?? []),
    ),
  );
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.setContent(
    `<style>body{width:max-content;margin:8px;font:12px sans-serif;background:#888}div{display:flex;gap:8px}figure{margin:0 0 8px}</style><b>${id}</b>${rows.map((row) => `<div>${row.map(figure).join('')}</div>`).join('')}`,
  );
  const size = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    height: document.documentElement.scrollHeight,
  }));
  const data = await webp(page, QUALITY.sheet, size);
  await page.close();
  return Buffer.from(data, 'base64');
}

import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { portsHint, targetFor } from './demo.ts';
import { sheetOf } from './sheets/sheet.ts';
import { startDemo } from './start.ts';

/** One screenshot: its page, the text for the field, and the file name. */
interface Sitting {
  readonly name: string;
  readonly page: string;
  readonly target: string;
}

const SCHEMES = ['light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];

const WINDOW = { width: 1280, height: 960 };
/** Text stays sharp, at a quarter of the size of PNG. */
const WEBP = { format: 'webp', quality: 76 } as const;
/** A ping of five packets takes ten seconds. */
const ANSWER_MS = 90_000;
/** For animations and what is loaded after an answer is shown. */
const SETTLE_MS = 1000;

const CHROMIUM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome'];

/** Pages of the product that are no tools: a sheet of their states is taken, and no picture for the README. */
export const pagesWithSheet: readonly string[] = ['report'];

/**
 * Takes screenshots of these tools in both themes, and a contact sheet of the states of each and of other pages; returns the
 * names of the files.
 * @throws for a tool that the demo has no target for, or whose lookup fails
 */
export async function takePictures(folder: string, tools: readonly string[]): Promise<readonly string[]> {
  const demo = await startDemo({ port: 0 });
  try {
    const sittings = tools.map((name): Sitting => ({ name, ...targetFor(demo, name) }));
    const executablePath = process.env['CHROMIUM_PATH'] ?? CHROMIUM.find((path) => existsSync(path));
    if (executablePath === undefined) throw new Error('Chromium was not found: set CHROMIUM_PATH');
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--font-render-hinting=none'] });
    try {
      await mkdir(folder, { recursive: true });
      const files: string[] = [];
      for (const sitting of sittings) {
        const schemes = pagesWithSheet.includes(sitting.name) ? [] : SCHEMES;
        for (const scheme of schemes) files.push(await take(browser, demo.url, sitting, scheme, folder));
        const sheet = `${sitting.name}-sheet.webp`;
        await writeFile(join(folder, sheet), await sheetOf(browser, demo, sitting.name));
        files.push(sheet);
      }
      return files;
    } catch (error) {
      throw new Error(`${error instanceof Error ? error.message : error}${portsHint(demo)}`);
    } finally {
      await browser.close();
    }
  } finally {
    await demo.stop();
  }
}

async function take(browser: Browser, url: string, sitting: Sitting, scheme: Scheme, folder: string): Promise<string> {
  const context = await browser.newContext({
    ...{ viewport: WINDOW, colorScheme: scheme, reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'UTC' },
  });
  // As for a visitor who has answered the cookie banner.
  await context.addInitScript(() => localStorage.setItem('cookieConsent', 'true'));
  const page = await context.newPage();
  await page.goto(url + sitting.page);
  // The script of the page is loaded at the first interaction and then takes over the form.
  await page.evaluate(() => dispatchEvent(new Event('wheel')));
  await page.waitForFunction(() => (window as { earlyPress?: unknown }).earlyPress === false);
  await lookUp(page, sitting.target);
  const file = `${sitting.name}-${scheme}.webp`;
  await writeFile(join(folder, file), await pictureOf(page));
  await context.close();
  return file;
}

/** Types the target like a visitor, and waits for the complete answer; until then the button is disabled. */
async function lookUp(page: Page, target: string): Promise<void> {
  const form = page.locator('form[role="search"]');
  await form.locator('input[name]').fill(target);
  await form.locator('input[name]').press('Enter');
  await page.locator('main .results').first().waitFor({ timeout: ANSWER_MS });
  await page.waitForTimeout(SETTLE_MS);
  await form.locator('button[type="submit"]:enabled').waitFor({ timeout: ANSWER_MS });
  await page.locator('main [aria-busy="true"]').waitFor({ state: 'hidden', timeout: ANSWER_MS });
  const alert = page.locator('main [role="alert"]');
  if ((await alert.count()) > 0) throw new Error(`no answer for ${target}: ${await alert.first().innerText()}`);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForTimeout(SETTLE_MS);
}

/** Uses the DevTools protocol, since the library supports only PNG and JPEG. */
async function pictureOf(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', WEBP);
  return Buffer.from(data, 'base64');
}

import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { NOTHING, shiftsOf, watchShifts } from './layout-shifts.ts';
import { boxes, everyPage, takenOver, toolScreens } from './site.ts';
import { both, isLong, longUnless } from './test-set.ts';

const limits = { scriptsGzip: 90_000, cssBrotli: 10_000, fonts: 30_000, transfer: 125_000, requests: 10 } as const;

/** Everything that a browser with an empty cache fetches for a page. */
async function loadOnce(page: Page, url: string) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const urls: string[] = [];
  let transferred = 0;
  session.on('Network.requestWillBeSent', ({ request }) => {
    if (!request.url.startsWith('data:')) urls.push(request.url);
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    transferred += encodedDataLength;
  });
  await page.goto(url);
  await takenOver(page);
  await page.waitForLoadState('networkidle');
  await session.detach();
  return { urls, transferred };
}

/** The response for one content encoding. */
async function sizeOf(url: string, encoding: 'gzip' | 'identity'): Promise<number> {
  const [response] = (await once(get(url, { headers: { 'accept-encoding': encoding } }), 'response')) as [
    IncomingMessage,
  ];
  expect(response.headers['content-encoding'] ?? 'identity').toBe(encoding);
  let size = 0;
  for await (const chunk of response) size += chunk.length;
  return size;
}

const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);

/** The long set looks at every page. */
const isShort = (path: string) => path === '/dns';

for (const { path } of everyPage) {
  test(
    `the first load of ${path} keeps its budgets, contacts no other host and has no layout shifts`,
    longUnless(isShort(path)),
    async ({ page, baseURL, watch }) => {
      watch.allow(/404/);
      await watchShifts(page);
      const { urls, transferred } = await loadOnce(page, path);
      const ending = (end: string) => urls.filter((url) => url.endsWith(end));
      expect(urls.filter((url) => !url.startsWith(`${baseURL}/`))).toEqual([]);
      expect(urls.filter((url) => url.includes('/api/'))).toEqual([]);
      const css = await page
        .locator('style')
        .evaluateAll((sheets) => sheets.map(({ textContent }) => textContent).join(''));
      const sizes = {
        scriptsGzip: sum(await Promise.all(ending('.js').map((url) => sizeOf(url, 'gzip')))),
        cssBrotli: brotliCompressSync(css).length,
        fonts: sum(await Promise.all(ending('.woff2').map((url) => sizeOf(url, 'identity')))),
        transfer: transferred,
        requests: urls.length,
      };
      test.info().annotations.push({ type: 'sizes', description: JSON.stringify(sizes) });
      // Loaded with the script; the page itself contains what the first paint needs.
      expect(ending('.css').map((url) => new URL(url).pathname.replace(/-[\w-]{8}\./, '.'))).toEqual([
        '/assets/answers.css',
      ]);
      expect(sizes.scriptsGzip).toBeGreaterThan(0);
      for (const [what, limit] of Object.entries(limits)) {
        expect(sizes[what as keyof typeof sizes], what).toBeLessThanOrEqual(limit);
      }
      const { strict, moved } = await shiftsOf(page);
      expect(strict, `moved: ${moved.join(', ')}`).toBeLessThan(NOTHING);
      expect(await page.locator('*').count()).toBeLessThanOrEqual(600);
    },
  );
}

const PHONE_WIDTHS = isLong ? [320, 360, 375, 384, 390, 393, 402, 412, 414, 428, 430, 440] : [320, 390];
const isTool = (path: string) => toolScreens.some((screen) => screen.path === path);

/** The second is Lighthouse's. */
const DESKTOPS = [
  { width: 1280, height: 720 },
  { width: 1350, height: 940 },
] as const;

/** Positions of everything visible before the first scroll: of the page on desktops, of its header on phones. */
async function placesOf(page: Page, path: string): Promise<readonly string[]> {
  await page.goto(path);
  await page.evaluate(() => document.fonts.ready);
  const found: string[] = [];
  for (const width of isTool(path) ? PHONE_WIDTHS : []) {
    await page.setViewportSize({ width, height: 800 });
    const [header] = await boxes(page, '.hero');
    found.push(`${path} at ${width}: ${header?.height.toFixed()}`);
  }
  for (const size of DESKTOPS) {
    await page.setViewportSize(size);
    const blocks = await boxes(page, 'main :is(h1, h2, p, li, form, aside)');
    const seen = blocks.filter(({ top }) => top < size.height);
    found.push(
      ...seen.map(({ top, height }) => `${path} at ${size.width}: ${top.toFixed()} to ${(top + height).toFixed()}`),
    );
  }
  return found;
}

test('a font that loads late moves nothing on a desktop and on common phones', both, async ({ page, watch }) => {
  watch.allow(/Failed to load/);
  watch.allow(/404/);
  for (const { path } of everyPage.filter((one) => isLong || isShort(one.path))) {
    await page.route('**/*.woff2', (route) => route.abort());
    const before = await placesOf(page, path);
    await page.unroute('**/*.woff2');
    expect(await placesOf(page, path)).toEqual(before);
  }
});

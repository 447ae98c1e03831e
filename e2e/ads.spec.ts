import type { Page } from '@playwright/test';
import { type AdHost, FURTHER_HOST, startAdHost } from './ad-host.ts';
import { test as base, expect, expectAccessible } from './fixtures.ts';
import { NOTHING, shiftsOf, watchShifts } from './layout-shifts.ts';
import { acceptBefore, boxes, open, otherScreens, type Screen, toolScreens } from './site.ts';
import { both, isLong, long } from './test-set.ts';

const test = base.extend<{ readonly ads: AdHost }, { readonly adHost: AdHost }>({
  adHost: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
    async ({}, use) => {
      const host = await startAdHost();
      await use(host);
      await host.stop();
    },
    { scope: 'worker' },
  ],
  ads: async ({ adHost }, use) => {
    adHost.asked.length = 0;
    await use(adHost);
  },
});

// Sequential in one worker, so that servers are started once.
test.describe.configure({ mode: 'default' });

const slots = (page: Page) => page.getByRole('complementary', { name: /^Advertisement/ });
const accept = (page: Page) => page.getByRole('button', { name: 'Accept' }).click();

/** Two pages of a kind, and in the long set all. */
const some = (screens: readonly Screen[]) => (isLong ? screens : screens.slice(0, 2));

/** Waits for any further requests of a page. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

test.describe('where no ads are configured', () => {
  test('R1.15 the tools have one quiet box, labelled as ad space, and nothing else', both, async ({ page }) => {
    await acceptBefore(page);
    for (const { path } of some(toolScreens)) {
      await open(page, path);
      await expect(slots(page)).toHaveText(['Ad space']);
      expect(await boxes(page, '.ad')).toMatchObject([{ width: 468, height: 60 }]);
    }
    await expect(page.locator('iframe, script[src^="http"]')).toHaveCount(0);
  });

  test('SONDE_ADS=off removes every slot and placeholder', long, async ({ page, serve }) => {
    const url = await serve({ SONDE_ADS: 'off' });
    for (const { path } of toolScreens) {
      expect(await (await page.request.get(url + path)).text()).not.toContain('Ad space');
      await open(page, url + path);
      await expect(slots(page)).toHaveCount(0);
    }
  });

  test('R1.13 R1.14 no other page has any', both, async ({ page }) => {
    for (const { path } of some(otherScreens)) {
      await open(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('.ad')).toHaveCount(0);
    }
  });

  test(
    'R1.13 R1.14 they come after all other content, never between a verdict and its reason',
    long,
    async ({ page, serve, ads }) => {
      const url = await serve({ SONDE_ADS: ads.config });
      // This server has no resolver; the server shared by all tests has the zones of the lab.
      await page.route(`${url}/api/v2/**`, async (route) => {
        const { pathname, search } = new URL(route.request().url());
        await route.fulfill({ response: await page.request.get(pathname + search) });
      });
      for (const path of ['/', '/dns', '/dns?domain=plain.test']) {
        await open(page, url + path);
        if (path.includes('?'))
          await expect(page.getByRole('heading', { name: 'A Records', exact: true })).toBeVisible();
        const order = await page
          .locator('main :is(h1, input, .verdict, .ad, .panel)')
          .evaluateAll((all) => all.map(({ tagName, className }) => String(className || tagName).split(' ')[0]));
        expect(order.slice(0, 2)).toEqual(['H1', 'INPUT']);
        expect(order.slice(-2)).toEqual(['ad', 'ad']);
        expect(order.indexOf('ad')).toBe(order.length - 2);
      }
    },
  );

  test('the content security policy of a page allows no other origins', async ({ page, ads, watch }) => {
    watch.allow(/Content Security Policy/);
    const response = await page.goto('/');
    const policy = response?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("frame-src 'none'");
    expect(policy).not.toContain('http');
    const violated = page.evaluate((src) => {
      const violation = new Promise<string>((resolve) =>
        addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective), {
          once: true,
        }),
      );
      document.head.append(Object.assign(document.createElement('script'), { src }));
      return violation;
    }, `${ads.origin}/one.js`);
    expect(await violated).toBe('script-src-elem');
    expect(ads.asked).toEqual([]);
  });
});

test.describe('where ads are configured', () => {
  test('R1.13 R1.14 R1.16 sends no request to their host before consent', both, async ({ page, serve, ads }) => {
    const url = await serve({ SONDE_ADS: ads.config });
    for (const { path } of some(toolScreens)) {
      await open(page, url + path);
      await settle(page);
      await expect(slots(page)).toHaveText(['Ad space', 'Ad space']);
    }
    expect(ads.asked).toEqual([]);
  });

  test(
    'R1.16 R1.13 R1.14 the IP tracker has banner, native ad and both scripts after Accept, and the layout does not shift',
    long,
    async ({ page, serve, ads }) => {
      const url = await serve({ SONDE_ADS: ads.config });
      await watchShifts(page);
      await open(page, `${url}/`);
      const before = await boxes(page, '.ad, main .panel, main .empty, footer');
      await accept(page);
      await expect
        .poll(() => page.evaluate(() => (window as { ranAds?: string[] }).ranAds?.toSorted()))
        .toEqual(['one', 'two']);
      await page.locator('.ad').last().scrollIntoViewIfNeeded();
      await expect.poll(() => ads.asked.toSorted()).toEqual(['/banner', '/native', '/one.js', '/two.js']);
      expect(await boxes(page, '.ad, main .panel, main .empty, footer')).toEqual(before);
      const frame = page.locator('.ad iframe').first();
      expect(await frame.boundingBox()).toMatchObject({ width: 468, height: 60 });
      await expect(frame).toHaveAttribute('sandbox', /^(?!.*allow-same-origin)/);
      await expect(slots(page).getByText('Ad space')).toHaveCount(0);
      expect((await shiftsOf(page)).score).toBeLessThan(NOTHING);
      if (isLong) await expectAccessible(page);
    },
  );

  test('R1.16 no other page has the scripts, and none runs twice', long, async ({ page, serve, ads }) => {
    const url = await serve({ SONDE_ADS: ads.config });
    await acceptBefore(page);
    const others = [...some(toolScreens), ...some(otherScreens)].filter(({ path }) => path !== '/');
    for (const { path } of others.slice(0, isLong ? undefined : 2)) {
      await open(page, url + path);
      await settle(page);
    }
    expect(ads.asked.filter((path) => path.endsWith('.js'))).toEqual([]);
    await open(page, `${url}/`);
    const ran = () => page.evaluate(() => (window as { ranAds?: string[] }).ranAds?.length);
    await expect.poll(ran).toBe(2);
    const link = (name: string) => page.getByRole('navigation', { name: 'Tools' }).getByRole('link', { name });
    await link('Ping').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ping');
    await link('IP Tracker').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('IP Tracker');
    await settle(page);
    expect(await ran()).toBe(2);
  });

  test('R1.14 the five other tools have banner and native ad after consent', long, async ({ page, serve, ads }) => {
    const url = await serve({ SONDE_ADS: ads.config });
    await acceptBefore(page);
    for (const { path } of some(toolScreens.filter((screen) => screen.path !== '/'))) {
      ads.asked.length = 0;
      await open(page, url + path);
      await page.locator('.ad').last().scrollIntoViewIfNeeded();
      await expect.poll(() => ads.asked.toSorted()).toEqual(['/banner', '/native']);
    }
  });

  test('R1.15 a slot that is not configured takes no space beside one that is', long, async ({ page, serve, ads }) => {
    const url = await serve({ SONDE_ADS: JSON.stringify({ banner: { src: `${ads.origin}/banner` } }) });
    await acceptBefore(page);
    await open(page, `${url}/ping`);
    await page.locator('.ad').scrollIntoViewIfNeeded();
    await expect(slots(page)).toHaveCount(1);
    await expect(slots(page).locator('iframe')).toHaveCount(1);
    await settle(page);
    expect(ads.asked).toEqual(['/banner']);
  });

  test('R1.13 R9.12 the banner is shown wherever 468 px fit, and never scaled', long, async ({ page, serve, ads }) => {
    const url = await serve({ SONDE_ADS: ads.config });
    await acceptBefore(page);
    await open(page, `${url}/dns`);
    for (const [width, isThere] of [
      [390, false],
      [480, false],
      [560, true],
      [767, true],
      [768, false],
      [769, false],
      [770, false],
      [800, true],
      [1280, true],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      const banner = page.locator('.ad').first();
      if (isThere) {
        await expect(banner, `${width}`).toBeVisible();
        expect(await banner.boundingBox(), `${width}`).toMatchObject({ width: 468, height: 60 });
      } else await expect(banner, `${width}`).toBeHidden();
    }
  });

  test('R1.13 a window too small for the banner has none', long, async ({ page, serve, ads }) => {
    const url = await serve({ SONDE_ADS: ads.config });
    await acceptBefore(page);
    await page.setViewportSize({ width: 390, height: 800 });
    await open(page, `${url}/dns`);
    await page.locator('.ad').last().scrollIntoViewIfNeeded();
    await expect.poll(() => ads.asked).toEqual(['/native']);
    await expect(page.locator('.ad').first()).toBeHidden();
  });

  test('R1.14 the frame of a native ad fills its slot', long, async ({ page, serve, ads }) => {
    const url = await serve({ SONDE_ADS: ads.config });
    await acceptBefore(page);
    await open(page, `${url}/dns`);
    const room = page.locator('.ad-native');
    await room.scrollIntoViewIfNeeded();
    await expect(room.locator('iframe')).toHaveCount(1);
    const frame = await room.locator('iframe').boundingBox();
    expect(frame).toEqual(await room.boundingBox());
    expect(frame?.height).toBe(150);
  });

  test('the content security policy allows their hosts and no other', async ({ page, serve, ads }) => {
    const url = await serve({ SONDE_ADS: ads.config });
    const policy = (await page.request.get(url)).headers()['content-security-policy'] ?? '';
    const directive = (name: string) => policy.split('; ').find((text) => text.startsWith(`${name} `)) ?? '';
    for (const name of ['script-src', 'img-src', 'connect-src', 'frame-src']) {
      expect(directive(name).match(/https?:\/\/\S+/g)).toEqual([ads.origin, FURTHER_HOST]);
    }
    for (const name of ['default-src', 'style-src', 'font-src', 'form-action']) {
      expect(directive(name)).not.toContain('http');
    }
    expect(policy).not.toMatch(/unsafe|\*/);
  });
});

import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { heading, toMap } from './geo-screen.ts';
import { blockGoogle, type MadeMap, stubGoogle } from './google-stub.ts';
import { acceptBefore, open } from './site.ts';
import { both, long } from './test-set.ts';

test.describe('the built-in map', () => {
  const map = (page: Page) => page.locator('.map[data-state="shown"]');
  const marker = (page: Page) => map(page).locator('.map-pin');
  const popup = (page: Page) => map(page).locator('.map-popup');

  test(
    'R2.42 R2.45 R2.46 R2.47 R2.48 R9.7 R9.8 R9.9 has one marker, whose popup opens on click and on Enter',
    both,
    async ({ page }) => {
      await open(page, '/?q=8.8.8.8');
      await toMap(page);
      await expect(map(page)).toBeAttached();
      await toMap(page);
      const { records } = (await (await page.request.get('/api/v2/geoIP?ipOrDomain=8.8.8.8')).json())._data.geoIp;
      const position = [records.latitude, records.longitude].map((text: string) => Number(text).toFixed(6)).join(', ');
      await expect(marker(page)).toHaveCount(1);
      await expect(marker(page)).toHaveCSS('width', '30px');
      await expect(marker(page)).toHaveCSS('height', '30px');
      await expect(popup(page)).toBeHidden();
      await marker(page).click();
      await expect(popup(page).locator('strong')).toHaveText('Mountain View, California, United States');
      await expect(popup(page).locator('span')).toHaveText(position);
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(popup(page)).toBeHidden();
      await marker(page).focus();
      for (const key of ['Enter', 'Space']) {
        await page.keyboard.press(key);
        await expect(popup(page)).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(popup(page)).toBeHidden();
      }
    },
  );

  test('R2.49 has zoom buttons and no other control', long, async ({ page }) => {
    await open(page, '/?q=8.8.8.8');
    await toMap(page);
    await expect(map(page)).toBeAttached();
    await expect(map(page).getByRole('button', { name: /Zoom/ })).toHaveText(['+', /[-\u2212]/]);
    // The scale is not a control.
    await expect(map(page).locator('.leaflet-control:not(.leaflet-control-scale)')).toHaveCount(1);
    const before = await marker(page).boundingBox();
    await map(page).getByRole('button', { name: 'Zoom out' }).click();
    await expect(map(page).locator('.map-ground').first()).toBeAttached();
    expect(before).not.toBeNull();
    await expect(map(page).locator('.map-world')).toBeVisible();
  });

  // An uncaught error fails every test.
  for (const delay of [0, 120])
    test(`may be left during a zoom, after ${delay} ms`, long, async ({ page }) => {
      await open(page, '/?q=8.8.8.8');
      await toMap(page);
      await expect(map(page)).toBeAttached();
      await page.clock.install();
      await map(page)
        .getByRole('button', { name: 'Zoom in' })
        .evaluate((button: HTMLElement, ms) => {
          button.click();
          const leave = () => document.querySelector<HTMLElement>('.side a[href="/ping"]')?.click();
          if (ms === 0) leave();
          else setTimeout(leave, ms);
        }, delay);
      // Longer than the zoom.
      await page.clock.runFor(1000);
      await expect(page).toHaveURL('/ping');
      await expect(map(page)).toHaveCount(0);
      await page.clock.runFor(1000);
    });

  test('shows nearby towns, a scale, and how accurate the location is', long, async ({ page }) => {
    const cells: number[] = [];
    page.on('response', async (response) => {
      if (/assets\/map-\d/.test(response.url())) cells.push((await response.request().sizes()).responseBodySize);
    });
    await open(page, '/?q=8.8.8.8');
    await toMap(page);
    await expect(map(page)).toBeAttached();
    await expect(map(page).locator('.map-place', { hasText: 'Sunnyvale' })).toBeAttached();
    await expect(map(page).locator('.leaflet-control-scale-line').first()).toHaveText(/^\d+ (km|m)$/);
    await expect(map(page).locator('.map-note')).toContainText('source states no accuracy');
    await expect(map(page).locator('.map-accuracy-usual')).toBeAttached();
    await expect.poll(() => cells.length).toBeGreaterThan(0);
    expect(cells.reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000);
    // Zoomed out far enough, the whole world is drawn, without names.
    await expect(async () => {
      await map(page).getByRole('button', { name: 'Zoom out' }).click();
      await expect(map(page).locator('.map-land').first()).toBeAttached({ timeout: 1000 });
    }).toPass();
    await expect(map(page).locator('.map-place')).toHaveCount(0);
  });

  test('other pages load nothing of the map', long, async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await open(page, '/dns?domain=plain.test');
    await expect(heading(page, 'A Records')).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(asked.filter((url) => /assets\/(map-|leaflet)/.test(url))).toEqual([]);
  });

  test('R2.51 is 300 px high on small screens, 400 px on larger', long, async ({ page }) => {
    await open(page, '/?q=8.8.8.8');
    for (const [width, height] of [
      [390, 300],
      [767, 300],
      [768, 400],
      [1280, 400],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.locator('.map')).toHaveCSS('height', `${height}px`);
    }
  });

  test('R2.46 is not shown without a position', long, async ({ page }) => {
    await open(page, '/?q=10.0.0.1');
    await expect(heading(page, 'Network Information')).toBeVisible();
    await expect(heading(page, 'Location Map')).toBeHidden();
  });
});

test.describe('maps from other providers', () => {
  // Sequential in one worker, so that the server is started once.
  test.describe.configure({ mode: 'default' });

  const withKey = { SONDE_RESOLVERS: '127.0.0.1:9', SONDE_GOOGLE_MAPS_KEY: 'the-key' };
  const map = (page: Page) => page.locator('.map');

  test('no other host is contacted for a map before the visitor accepts it', async ({ page, serve }) => {
    const asked = await stubGoogle(page);
    const tiles: string[] = [];
    await page.route('https://tiles.example/**', (route) => {
      tiles.push(route.request().url());
      return route.fulfill({ contentType: 'image/png', body: Buffer.alloc(0) });
    });
    await open(
      page,
      `${await serve({ ...withKey, SONDE_TILE_URL: 'https://tiles.example/{z}/{x}/{y}.png' })}/?q=8.8.8.8`,
    );
    await toMap(page);
    await expect(map(page)).toHaveAttribute('data-state', 'shown');
    await expect(map(page)).toHaveAttribute('data-provider', 'own');
    expect([...asked, ...tiles]).toEqual([]);
  });

  test('R2.48 R2.49 R7.16 R9.7 R9.8 Google’s has the specified options', long, async ({ page, serve, watch }) => {
    watch.allow(/foreign request: https:\/\/maps\.googleapis\.com\/maps\/api\/js/);
    const asked = await stubGoogle(page);
    await acceptBefore(page);
    await open(page, `${await serve(withKey)}/?q=8.8.8.8`);
    await toMap(page);
    await expect(map(page)).toHaveAttribute('data-state', 'shown');
    await expect(map(page)).toHaveAttribute('data-provider', 'google');
    expect(asked.map(({ searchParams }) => searchParams.get('key'))).toEqual(['the-key']);
    expect(asked[0]?.searchParams.get('libraries')).toBeTruthy();
    const made = await page.evaluate(() => (window as unknown as { made: MadeMap }).made);
    expect(made.map).toMatchObject({
      zoom: 12,
      zoomControl: true,
      cameraControl: false,
      streetViewControl: false,
      mapTypeControl: false,
      fullscreenControl: false,
      styles: [{ featureType: 'poi', elementType: 'labels', stylers: [{ visibility: 'off' }] }],
    });
    expect(made.markers).toMatchObject([
      { position: made.map['center'], icon: { scaledSize: { width: 30, height: 30 } } },
    ]);
    await map(page).getByRole('button', { name: 'Mountain View, California, United States' }).click();
    await expect(map(page).locator('.map-popup span')).toHaveText(/^37\.\d{6}, -122\.\d{6}$/);
  });

  test(
    'R2.50 R8.24 a map that cannot be loaded is reported with the reason, over the outline of the world',
    long,
    async ({ page, serve, watch }) => {
      watch.allow(/foreign request: https:\/\/maps\.googleapis\.com|Failed to load resource/);
      await blockGoogle(page);
      await acceptBefore(page);
      await open(page, `${await serve(withKey)}/?q=8.8.8.8`);
      await toMap(page);
      const alert = map(page).getByRole('alert');
      await expect(alert.locator('strong')).toHaveText('Error loading map');
      await expect(alert.locator('p')).toHaveText(
        'Failed to load Google Maps: The Google Maps JavaScript API could not load.',
      );
      await expect(map(page).locator('.map-world')).toBeVisible();
      await expectAccessible(page);
    },
  );

  test(
    'R2.50 a key that Google refuses once the map is drawn is reported, over the outline of the world',
    long,
    async ({ page, serve, watch }) => {
      watch.allow(/foreign request: https:\/\/maps\.googleapis\.com/);
      await stubGoogle(page);
      await acceptBefore(page);
      await open(page, `${await serve(withKey)}/?q=8.8.8.8`);
      await toMap(page);
      await expect(map(page)).toHaveAttribute('data-state', 'shown');
      await page.evaluate(() => (window as unknown as { gm_authFailure(): void }).gm_authFailure());
      await expect(map(page).getByRole('alert')).toHaveText(
        'Error loading mapFailed to load Google Maps: The key is not accepted.',
      );
      await expect(map(page).locator('.map-world')).toBeVisible();
      await expect(map(page).getByRole('button')).toHaveCount(0);
    },
  );

  test('R8.24 without a reason it is an unknown error', long, async ({ page, serve, watch }) => {
    watch.allow(/foreign request: https:\/\/maps\.googleapis\.com/);
    await page.route('https://maps.googleapis.com/maps/api/js**', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'google.maps.importLibrary = () => Promise.reject(new Error("")); google.maps.__ib__();',
      }),
    );
    await acceptBefore(page);
    await open(page, `${await serve(withKey)}/?q=8.8.8.8`);
    await toMap(page);
    await expect(map(page).getByRole('alert')).toContainText('Failed to load Google Maps: Unknown error');
  });

  test('tiles cover the outline once they are accepted', long, async ({ page, serve, watch }) => {
    watch.allow(/foreign request: https:\/\/a\.tiles\.example\/12\//);
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
      'base64',
    );
    await page.route('https://*.tiles.example/**', (route) => route.fulfill({ contentType: 'image/png', body: png }));
    const url = await serve({
      SONDE_RESOLVERS: '127.0.0.1:9',
      SONDE_TILE_URL: 'https://a.tiles.example/{z}/{x}/{y}.png',
    });
    await open(page, `${url}/?q=8.8.8.8`);
    await toMap(page);
    await expect(map(page)).toHaveAttribute('data-state', 'shown');
    await expect(map(page).locator('img.leaflet-tile')).toHaveCount(0);
    await page.getByRole('button', { name: 'Accept' }).click();
    await expect(map(page).locator('img.leaflet-tile').first()).toBeAttached();
  });
});

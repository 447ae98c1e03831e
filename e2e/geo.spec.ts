import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts';
import { blockGoogle, type MadeMap, stubGoogle } from './google-stub.ts';
import { acceptBefore, open } from './site.ts';

const field = (page: Page) => page.getByRole('textbox', { name: 'IP address or domain' });
const button = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Search/ });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });
const rows = (page: Page, panel: string) =>
  page
    .getByRole('region', { name: panel })
    .locator('dl > div')
    .evaluateAll((all) =>
      Object.fromEntries(
        all.map((row) => [row.querySelector('dt')?.textContent, row.querySelector('dd')?.textContent]),
      ),
    );

/** Maps come when a visitor comes near them. */
const toMap = (page: Page) => heading(page, 'Location Map').scrollIntoViewIfNeeded();

async function lookUp(page: Page, text: string) {
  await field(page).fill(text);
  await field(page).press('Enter');
}

function calls(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) urls.push(new URL(request.url()).pathname + new URL(request.url()).search);
  });
  return urls;
}

test.describe('a visitor', () => {
  test('R1.2 R2.19 R2.38 R2.39 R2.40 R2.41 finds the tool at /, with one field and a Search button', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('IP Tracker');
    await expect(page.getByText('Track and analyze IP addresses and domains')).toBeVisible();
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(1);
    await expect(field(page)).toHaveAttribute(
      'placeholder',
      'Enter IP address or domain (e.g., 8.8.8.8 or example.com)',
    );
    await expect(button(page)).toHaveText('Search');
  });

  test('R2.42 R2.43 R2.44 R3.5 R3.6 R3.7 R7.2 looks an address up in the embedded database', async ({ page }) => {
    const asked = calls(page);
    await open(page, '/');
    await lookUp(page, '8.8.8.8');
    await expect(heading(page, 'Location Information')).toBeVisible();
    expect(asked).toEqual(['/api/v2/geoIP?ipOrDomain=8.8.8.8']);
    const { _data } = await (await page.request.get('/api/v2/geoIP?ipOrDomain=8.8.8.8')).json();
    expect(_data.resultSource).toBe('records');
    const { records } = _data.geoIp;
    expect(await rows(page, 'Location Information')).toMatchObject({
      'IP Address': '8.8.8.8',
      Hostname: 'dns.google',
      Country: records.countryName,
      'Country Code': 'US',
      'Country Code (3)': 'USA',
      Region: records.region.name,
      City: records.city,
      'ZIP Code': 'N/A',
      District: 'N/A',
      Continent: 'North America',
      'Continent Code': 'NA',
    });
    expect(await rows(page, 'Network Information')).toMatchObject({
      'AS Number': 'AS15169',
      'AS Name': 'Google LLC',
      ISP: 'N/A',
      Organization: 'Google LLC',
      Hosting: 'No',
      Latitude: Number(records.latitude).toFixed(6),
      Longitude: Number(records.longitude).toFixed(6),
    });
    await expect(page.getByRole('link', { name: 'IP Geolocation by DB-IP' })).toHaveAttribute(
      'href',
      'https://db-ip.com/',
    );
  });

  test('the eight-group and the compressed form of an IPv6 address show the same', async ({ page }) => {
    await open(page, '/?q=2001:4860:4860:0:0:0:0:8888');
    await expect(heading(page, '2001:4860:4860::8888')).toBeVisible();
    const { 'Local Time': _, ...full } = await rows(page, 'Location Information');
    await lookUp(page, '2001:4860:4860::8888');
    await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeEnabled();
    const { 'Local Time': __, ...compressed } = await rows(page, 'Location Information');
    expect(compressed).toEqual(full);
    expect(full['IP Address']).toBe('2001:4860:4860::8888');
  });

  test('looks a name up, and finds all its addresses', async ({ page }) => {
    await open(page, '/?q=geo.plain.test');
    await expect(heading(page, 'geo.plain.test')).toBeVisible();
    const offered = page.getByRole('navigation', { name: 'Addresses' });
    await expect(offered.getByText('2001:4860:4860::8888')).toBeVisible();
    await offered.getByRole('link').first().click();
    await expect(page).toHaveURL(/\?q=/);
    await expect(page.getByRole('navigation', { name: 'Addresses' })).toBeHidden();
  });

  test('R3.8 R3.9 sees what a service with a query field says, where the operator wants that', async ({
    page,
    serve,
  }) => {
    const { createServer } = await import('node:http');
    const service = createServer((request, response) => {
      const query = decodeURIComponent(new URL(request.url ?? '', 'http://x').pathname.split('/').pop() ?? '');
      const known = { country: 'United States', countryCode: 'US', regionName: 'California', city: 'Mountain View' };
      const network = { as: 'AS15169 Google LLC', asname: 'GOOGLE', isp: 'Google LLC', org: 'Google Public DNS' };
      response.end(JSON.stringify({ query, status: 'success', ...known, ...network, zip: '94043', hosting: true }));
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const { port } = service.address() as { port: number };
    try {
      const url = await serve({
        SONDE_RESOLVERS: '127.0.0.1:9',
        SONDE_GEO_SOURCES: 'query,records',
        SONDE_GEO_QUERY_URL: `http://127.0.0.1:${port}/json/`,
      });
      await open(page, `${url}/?q=8.8.8.8`);
      await expect(heading(page, 'Location Information')).toBeVisible();
      expect(await rows(page, 'Location Information')).toMatchObject({
        'IP Address': '8.8.8.8',
        Hostname: 'N/A',
        'ZIP Code': '94043',
      });
      expect(await rows(page, 'Network Information')).toMatchObject({
        'AS Name': 'GOOGLE',
        Organization: 'Google Public DNS',
        Hosting: 'Yes',
        Latitude: 'N/A',
      });
      await expect(heading(page, 'Location Map')).toBeHidden();
    } finally {
      service.closeAllConnections();
      service.close();
    }
  });

  test('uses the own address, and is told what it is', async ({ page }) => {
    await open(page, '/');
    await page.getByRole('button', { name: 'Use my address' }).click();
    await expect(heading(page, '127.0.0.1')).toBeVisible();
    await expect(page.getByText(/^Loopback \(127\.0\.0\.0\/8, RFC 1122/)).toBeVisible();
  });
});

test.describe('the session', () => {
  const stored = (page: Page) =>
    page.evaluate(() => [sessionStorage.getItem('ipTracker.ip'), sessionStorage.getItem('ipTracker.searchTrigger')]);

  test('R4.7 R4.8 R4.9 R9.5 keeps text and counter; nothing is looked up before the first submit', async ({ page }) => {
    const asked = calls(page);
    await open(page, '/');
    await field(page).fill('8.8.8.8');
    expect(await stored(page)).toEqual(['8.8.8.8', null]);
    await open(page, '/');
    await expect(field(page)).toHaveValue('8.8.8.8');
    expect(asked).toEqual([]);
    await field(page).press('Enter');
    await expect(heading(page, '8.8.8.8')).toBeVisible();
    await field(page).press('Enter');
    await expect.poll(() => asked.length).toBe(2);
    expect(await stored(page)).toEqual(['8.8.8.8', '2']);
  });

  test('R4.11 an answer is never asked for again by itself, however long ago it came', async ({ page, context }) => {
    await page.clock.install();
    const asked = calls(page);
    await open(page, '/');
    await lookUp(page, '8.8.8.8');
    await expect(heading(page, '8.8.8.8')).toBeVisible();
    const tools = page.getByRole('navigation', { name: 'Tools' });
    for (const pause of ['10:00', '24:00:00']) {
      await tools.getByRole('link', { name: 'Ping' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ping');
      await page.clock.fastForward(pause);
      await context.setOffline(true);
      await context.setOffline(false);
      await tools.getByRole('link', { name: 'IP Tracker' }).click();
      await expect(heading(page, '8.8.8.8')).toBeVisible();
    }
    expect(asked).toHaveLength(1);
  });
});

test.describe('what goes wrong', () => {
  test('R4.10 R5.3 R5.4 a blank field is told of, and typing clears that; no other text is refused', async ({
    page,
  }) => {
    await open(page, '/');
    await lookUp(page, '   ');
    await expect(page.getByRole('alert')).toHaveText('Please enter an IP address or domain name');
    await expectAccessible(page);
    await field(page).pressSequentially('x');
    await expect(page.getByRole('alert')).toBeHidden();
    await lookUp(page, 'no address');
    await expect(page.getByRole('alert')).toContainText('Please enter a valid IP address or domain name');
  });

  test('R4.11 a failure is wrapped as the specification says, and not tried again', async ({ page, watch }) => {
    watch.allow(/Failed to load/);
    await page.route('**/api/v2/geoIP?*', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
    const asked = calls(page);
    await open(page, '/?q=8.8.8.8');
    await expect(page.getByRole('alert')).toContainText('API Request Failed: API Error: HTTP error! status: 502');
    expect(asked).toHaveLength(1);
    await expectAccessible(page);
    await page.unroute('**/api/v2/geoIP?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(heading(page, '8.8.8.8')).toBeVisible();
  });

  test('a missing database is told, by the page and by readyz, and is no empty answer', async ({ page, serve }) => {
    const url = await serve({ SONDE_RESOLVERS: '127.0.0.1:9', SONDE_GEO_CITY_DB: '/nowhere/city.mmdb' });
    await open(page, `${url}/?q=8.8.8.8`);
    await expect(page.getByRole('alert')).toContainText(
      'The database for this lookup is not installed on this server.',
    );
    const ready = await (await page.request.get(`${url}/readyz`)).json();
    expect(ready._data.geo.city).toEqual({ date: null, problem: '/nowhere/city.mmdb: there is no such file' });
    expect(ready._data.geo.asn.date).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  test('a name that leads inside is refused, and where it leads is not told', async ({ page }) => {
    await open(page, '/?q=local.plain.test');
    await expect(page.getByRole('alert')).toContainText('private, loopback or otherwise special-use');
    await expect(page.getByText('127.0.0.1')).toBeHidden();
  });
});

test.describe('the built-in map', () => {
  const map = (page: Page) => page.locator('.map[data-state="shown"]');
  const marker = (page: Page) => map(page).locator('.map-pin');
  const popup = (page: Page) => map(page).locator('.map-popup');

  test('R2.42 R2.45 R2.46 R2.47 R2.48 R9.7 R9.8 R9.9 has one marker, whose popup comes by click and by Enter', async ({
    page,
  }) => {
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
  });

  test('R2.49 has zoom buttons and no other control', async ({ page }) => {
    await open(page, '/?q=8.8.8.8');
    await toMap(page);
    await expect(map(page)).toBeAttached();
    await expect(map(page).getByRole('button', { name: /Zoom/ })).toHaveText(['+', /[-\u2212]/]);
    await expect(map(page).locator('.leaflet-control')).toHaveCount(1);
    const before = await marker(page).boundingBox();
    await map(page).getByRole('button', { name: 'Zoom out' }).click();
    await expect(map(page).locator('.map-land').first()).toBeAttached();
    expect(before).not.toBeNull();
    await expect(map(page).locator('.map-world')).toBeVisible();
  });

  test('R2.51 is 300 px high on small screens, 400 px on larger', async ({ page }) => {
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

  test('R2.46 is not there without a position', async ({ page }) => {
    await open(page, '/?q=10.0.0.1');
    await expect(heading(page, 'Network Information')).toBeVisible();
    await expect(heading(page, 'Location Map')).toBeHidden();
  });
});

test.describe('maps of others', () => {
  const withKey = { SONDE_RESOLVERS: '127.0.0.1:9', SONDE_GOOGLE_MAPS_KEY: 'the-key' };
  const map = (page: Page) => page.locator('.map');

  test('nobody else is asked for a map before the visitor accepts that', async ({ page, serve }) => {
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

  test('R2.48 R2.49 R7.16 R9.7 R9.8 Google’s has the specified options', async ({ page, serve, watch }) => {
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

  test('R2.50 R8.24 one that does not come is told with the reason, over the outline of the world', async ({
    page,
    serve,
    watch,
  }) => {
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
  });

  test('R8.24 a reason that nobody gives is an unknown error', async ({ page, serve, watch }) => {
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

  test('tiles lie over the outline once they are accepted', async ({ page, serve, watch }) => {
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

test('the answer is accessible and fits, in both themes', async ({ page }) => {
  await acceptBefore(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await open(page, '/?q=geo.plain.test');
    await expect(heading(page, 'Network Information')).toBeVisible();
    await toMap(page);
    await expect(page.locator('.map')).toHaveAttribute('data-state', 'shown');
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await page.screenshot({ path: `e2e/output/screens/geo-answer-${width}-${colorScheme}.png`, fullPage: true });
    }
  }
});

import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectFitsInBothThemes, test } from './fixtures.ts';
import { button, calls, field, heading, lookUp, rows, toMap } from './geo-screen.ts';
import { acceptBefore, open } from './site.ts';
import { both, isLong, long } from './test-set.ts';

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

  test('the eight-group and the compressed form of an IPv6 address show the same', long, async ({ page }) => {
    await open(page, '/?q=2001:4860:4860:0:0:0:0:8888');
    await expect(heading(page, '2001:4860:4860::8888')).toBeVisible();
    const { 'Local Time': _, ...full } = await rows(page, 'Location Information');
    await lookUp(page, '2001:4860:4860::8888');
    await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeEnabled();
    const { 'Local Time': __, ...compressed } = await rows(page, 'Location Information');
    expect(compressed).toEqual(full);
    expect(full['IP Address']).toBe('2001:4860:4860::8888');
  });

  test('looks up a name and finds all its addresses', long, async ({ page }) => {
    await open(page, '/?q=geo.plain.test');
    await expect(heading(page, 'geo.plain.test')).toBeVisible();
    const offered = page.getByRole('navigation', { name: 'Addresses' });
    await expect(offered.getByText('2001:4860:4860::8888')).toBeVisible();
    await offered.getByRole('link').first().click();
    await expect(page).toHaveURL(/\?q=/);
    await expect(page.getByRole('navigation', { name: 'Addresses' })).toBeHidden();
  });

  test(
    'R3.8 R3.9 sees the answer of a geolocation service, if the operator has configured one',
    long,
    async ({ page, serve }) => {
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
    },
  );

  test('uses the visitor’s own address and shows it', long, async ({ page }) => {
    await open(page, '/');
    await page.getByRole('button', { name: 'Use my address' }).click();
    await expect(heading(page, '127.0.0.1')).toBeVisible();
    await expect(page.getByText(/^Loopback \(127\.0\.0\.0\/8, RFC 1122/)).toBeVisible();
  });
});

test.describe('the session', () => {
  const stored = (page: Page) =>
    page.evaluate(() => [sessionStorage.getItem('ipTracker.ip'), sessionStorage.getItem('ipTracker.searchTrigger')]);

  test(
    'R4.7 R4.8 R4.9 R9.5 keeps text and counter, and nothing is looked up before the first submit',
    long,
    async ({ page }) => {
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
    },
  );

  test(
    'R4.11 an answer is never requested again automatically, however old it is',
    long,
    async ({ page, context, watch }) => {
      // Requests for code of results that was still loading when the network was switched off.
      watch.allow(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
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
    },
  );
});

test.describe('failures', () => {
  test(
    'R4.10 R5.3 R5.4 a blank field is reported, and typing clears the message; no other text is refused',
    both,
    async ({ page }) => {
      await open(page, '/');
      await lookUp(page, '   ');
      await expect(page.getByRole('alert')).toHaveText('Please enter an IP address or domain name');
      if (isLong) await expectAccessible(page);
      await field(page).pressSequentially('x');
      await expect(page.getByRole('alert')).toBeHidden();
      await lookUp(page, 'no address');
      await expect(page.getByRole('alert')).toContainText('Please enter a valid IP address or domain name');
    },
  );

  test('R4.11 a failure has the wording of the specification, and is not retried', long, async ({ page, watch }) => {
    watch.allow(/Failed to load/);
    await page.route('**/api/v2/geoIP?*', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
    const asked = calls(page);
    await open(page, '/?q=8.8.8.8');
    await expect(page.getByRole('alert')).toContainText('API Request Failed: API Error: HTTP error! status: 502');
    expect(asked).toHaveLength(1);
    if (isLong) await expectAccessible(page);
    await page.unroute('**/api/v2/geoIP?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(heading(page, '8.8.8.8')).toBeVisible();
  });

  test(
    'a missing database is reported by the page and by readyz, instead of an empty answer',
    long,
    async ({ page, serve }) => {
      const url = await serve({ SONDE_RESOLVERS: '127.0.0.1:9', SONDE_GEO_CITY_DB: '/nowhere/city.mmdb' });
      await open(page, `${url}/?q=8.8.8.8`);
      await expect(page.getByRole('alert')).toContainText(
        'The database for this lookup is not installed on this server, or is damaged.',
      );
      const ready = await (await page.request.get(`${url}/readyz`)).json();
      expect(ready._data.geo.city).toEqual({ date: null, problem: '/nowhere/city.mmdb: there is no such file' });
      expect(ready._data.geo.asn.date).toMatch(/^\d{4}-\d\d-\d\d$/);
    },
  );

  test('a name with special-use addresses is refused, and its addresses are not shown', async ({ page }) => {
    await open(page, '/?q=local.plain.test');
    await expect(page.getByRole('alert')).toContainText('private, loopback or otherwise special-use');
    await expect(page.getByText('127.0.0.1')).toBeHidden();
  });
});

test('the answer is accessible and fits, in both themes', long, async ({ page }) => {
  await acceptBefore(page);
  await open(page, '/?q=geo.plain.test');
  await expect(heading(page, 'Network Information')).toBeVisible();
  await toMap(page);
  await expect(page.locator('.map')).toHaveAttribute('data-state', 'shown');
  await expectFitsInBothThemes(page);
});

import type { Page, Request } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts';
import { both, isLong, long } from './test-set.ts';

const field = (page: Page) => page.getByRole('textbox', { name: 'Domain name' });
const button = (page: Page) => page.getByRole('button', { name: 'Look up' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });

async function lookUp(page: Page, domain: string) {
  await field(page).fill(domain);
  await button(page).click();
}

const calls = (page: Page) => {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) urls.push(request.url());
  });
  return urls;
};

test.describe('a visitor', () => {
  test('R1.6 R2.20 R2.52 R2.53 R2.54 finds the tool at /dns, with one field and a round button', async ({ page }) => {
    await page.goto('/dns');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('DNS Lookup');
    await expect(page.getByText('Get full DNS records for any domain')).toBeVisible();
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(1);
    await expect(field(page)).toHaveAttribute('placeholder', 'Enter domain name (e.g. example.com)');
    const { width, height, borderRadius } = await button(page).evaluate((element) => {
      const box = element.getBoundingClientRect();
      return { width: box.width, height: box.height, borderRadius: parseFloat(getComputedStyle(element).borderRadius) };
    });
    expect(width).toBe(height);
    expect(borderRadius).toBeGreaterThanOrEqual(width / 2);
  });

  test('R2.56 R3.10 R4.12 R7.3 types a name and reads a table for every record type', async ({ page }) => {
    const asked = calls(page);
    await page.goto('/dns');
    await lookUp(page, 'all.test');
    await expect(heading(page, 'A Records')).toBeVisible();
    const response = await page.request.get('/api/v2/dnsRecords?domain=all.test');
    const { success, message, _data } = await response.json();
    expect({ success, message: typeof message }).toEqual({ success: true, message: 'string' });
    const tables = await page.getByRole('region', { name: / Records, table$/ }).evaluateAll((regions) =>
      regions.map((region) => ({
        name: region.getAttribute('aria-label'),
        titles: [...region.querySelectorAll('thead th')].map((title) => title.textContent),
        rows: region.querySelectorAll('tbody tr').length,
      })),
    );
    expect(tables).toEqual(
      _data.records.map(({ recordName, titles, data }: { recordName: string; titles: string[]; data: string[][] }) => ({
        name: `${recordName} Records, table`,
        titles,
        rows: data.length,
      })),
    );
    const rows = page.getByRole('region', { name: 'MX Records, table', exact: true }).getByRole('row');
    await expect(rows.nth(1)).toContainText(/^all\.test\d+\S+/);
    expect(asked.map((url) => new URL(url).pathname + new URL(url).search)).toEqual([
      '/api/v2/dnsRecords?domain=all.test',
    ]);
  });

  test(
    'R2.55 sees the spinner and its text while the lookup runs, and Escape ends it',
    long,
    async ({ page, serve, deadResolvers }) => {
      await page.goto(`${await serve({ SONDE_RESOLVERS: deadResolvers.silent })}/dns`);
      await lookUp(page, 'example.com');
      await expect(page.getByText('Looking up DNS records...')).toBeVisible();
      await expect(page.locator('.spin').first()).toBeVisible();
      await expect(button(page)).toBeDisabled();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(page.getByText('Looking up DNS records...')).toBeHidden();
      await expect(field(page)).toBeFocused();
      await expect(field(page)).toHaveValue('example.com');
    },
  );

  test(
    'looks up another name while the first lookup runs, and gets that answer',
    long,
    async ({ page, serve, deadResolvers }) => {
      await page.goto(`${await serve({ SONDE_RESOLVERS: deadResolvers.silent })}/dns`);
      const asked = calls(page);
      await lookUp(page, 'example.com');
      await expect(button(page)).toBeDisabled();
      // Nothing is requested before the code is loaded, and a lookup replaced by then never is.
      await expect.poll(() => asked).toHaveLength(1);
      await field(page).press('Enter');
      await field(page).fill('example.org');
      await field(page).press('Enter');
      await expect
        .poll(() => asked.map((url) => new URL(url).search))
        .toEqual(['?domain=example.com', '?domain=example.org']);
      await expect(page).toHaveURL(/\?domain=example\.org$/);
      await page.keyboard.press('Escape');
      await expect(page).toHaveURL(/\/dns$/);
    },
  );

  test('R2.57 R8.11 learns whether the name does not exist or only has no records', long, async ({ page }) => {
    await page.goto('/dns');
    await lookUp(page, 'nope.edge.test');
    await expect(page.getByText('No DNS records found for this domain', { exact: true })).toBeVisible();
    await expect(page.getByText('The name does not exist.')).toBeVisible();
    await expect(page.getByText('DNS Lookup failed')).toHaveCount(0);
    await lookUp(page, 'nodata.edge.test');
    await expect(page.getByText('The name exists, but has no records')).toBeVisible();
    await expect(page.getByText('No DNS records found for this domain', { exact: true })).toBeVisible();
    if (isLong) await expectAccessible(page);
  });

  test('shares the address of the page, which runs the lookup when opened', long, async ({ page, context }) => {
    await page.goto('/dns');
    await lookUp(page, 'www.plain.test');
    await expect(heading(page, 'A Records')).toBeVisible();
    expect(new URL(page.url()).search).toBe('?domain=www.plain.test');
    const other = await context.newPage();
    await other.goto(page.url());
    await expect(heading(other, 'A Records')).toBeVisible();
    await expect(field(other)).toHaveValue('www.plain.test');
  });

  test('a shared address without a valid domain is reported as such', long, async ({ page }) => {
    const asked = calls(page);
    await page.goto('/dns?domain=192.0.2.1');
    await expect(page.getByRole('alert')).toHaveText('Please enter a valid domain (e.g. example.com)');
    await expect(field(page)).toHaveValue('192.0.2.1');
    expect(asked).toEqual([]);
  });

  test('reads hostile records as text', async ({ page }) => {
    await page.goto('/dns');
    for (const [name, text] of [
      ['script', '<script>alert(1)</script>'],
      ['markup', '<img src=x onerror=alert(1)>'],
    ] as const) {
      await lookUp(page, `${name}.edge.test`);
      await expect(page.getByRole('region', { name: 'TXT Records, table', exact: true })).toContainText(text);
    }
    expect(await page.locator('main img, main script').count()).toBe(0);
  });
});

test.describe('bad input', () => {
  test('R5.5 blank', both, async ({ page }) => {
    await page.goto('/dns');
    await lookUp(page, '   ');
    await expect(page.getByRole('alert')).toHaveText('Please enter a domain name');
    if (isLong) await expectAccessible(page);
  });

  test('R5.6 R5.7 a text that is not a domain, and addresses, without a request', long, async ({ page }) => {
    const asked = calls(page);
    await page.goto('/dns');
    for (const text of [
      'nodots',
      'exa mple.com',
      '-a.com',
      'a.c',
      '192.0.2.1',
      '2001:db8:0:0:0:0:0:1',
      '::1',
      `${'a'.repeat(64)}.com`,
    ]) {
      await lookUp(page, text);
      await expect(page.getByRole('alert')).toHaveText('Please enter a valid domain (e.g. example.com)');
    }
    expect(asked).toEqual([]);
  });

  test('R4.14 R4.15 typing clears the message and marks the field red until it is a domain', long, async ({ page }) => {
    await page.goto('/dns');
    await lookUp(page, 'nodots');
    await expect(page.getByRole('alert')).toBeVisible();
    await field(page).press('End');
    await field(page).pressSequentially('.t');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(field(page)).toHaveAttribute('aria-invalid', 'true');
    const colour = (color: string) => color.match(/\d+/g)?.slice(0, 3).map(Number) ?? [];
    const [red = 0, green = 255, blue = 255] = colour(
      await page.locator('.search').evaluate((element) => getComputedStyle(element).borderTopColor),
    );
    expect(red).toBeGreaterThan(2 * Math.max(green, blue));
    await field(page).pressSequentially('est');
    await expect(field(page)).toHaveAttribute('aria-invalid', 'false');
  });
});

test.describe('failures', () => {
  test(
    'R4.13 R8.7 R8.10 R9.14 a failing resolver: the cause with its prefix, after one retry a second later',
    long,
    async ({ page, serve, deadResolvers }) => {
      await page.goto(`${await serve({ SONDE_RESOLVERS: deadResolvers.servfail })}/dns`);
      const asked: Request[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/api/')) asked.push(request);
      });
      await lookUp(page, 'example.com');
      await expect(page.getByRole('alert')).toContainText(
        'DNS Lookup failed: Failed to fetch DNS records. Please try again.',
      );
      await expect(page.getByRole('alert')).toContainText(
        'could not get an answer from the name servers of this domain',
      );
      expect(asked).toHaveLength(2);
      // By the clock of the browser, since this process may notice requests late.
      const [first = 0, second = 0] = asked.map((request) => request.timing().startTime);
      expect(second - first).toBeGreaterThanOrEqual(950);
      await expect(field(page)).toHaveValue('example.com');
      await expectAccessible(page);
    },
  );

  test(
    'R4.27 R7.9 R7.13 R7.14 an encrypted failure is read like any other',
    long,
    async ({ page, serve, deadResolvers }) => {
      const env = { SONDE_RESOLVERS: deadResolvers.servfail, SONDE_ENCRYPT_RESPONSES: 'true' };
      await page.goto(`${await serve(env)}/dns`);
      const answered = page.waitForResponse(/\/api\/v2\//);
      await lookUp(page, 'example.com');
      const response = await answered;
      expect(Object.keys(await response.json())).toEqual(['data', 'iv']);
      expect(await response.headerValue('x-encryption-key')).toBeTruthy();
      await expect(page.getByRole('alert')).toContainText(
        'could not get an answer from the name servers of this domain',
      );
    },
  );

  test('R8.9 a server that is gone', long, async ({ page, watch }) => {
    watch.allow(/Failed to load resource/);
    await page.goto('/dns');
    await lookUp(page, 'www.plain.test');
    await expect(heading(page, 'A Records')).toBeVisible();
    await page.context().setOffline(true);
    await lookUp(page, 'plain.test');
    await expect(page.getByRole('alert')).toContainText(
      'DNS Lookup failed: No response from server. Please check if the server is running.',
    );
    await expect(page.getByRole('alert')).toContainText('You are offline');
  });

  test('records besides types that could not be read', long, async ({ page }) => {
    await page.goto('/dns?domain=partial.test');
    await expect(heading(page, 'A Records')).toBeVisible();
    await expect(page.getByText(/MX, TXT could not be read/)).toBeVisible();
    await page.goto('/dns?domain=bogus.test');
    await expect(page.getByRole('region', { name: 'Summary' })).toContainText('DNSSEC validation fails.');
    // The verdict says it, so the facts do not.
    await expect(page.getByText('DNSSEC validation failed', { exact: true })).toHaveCount(0);
    await expect(page.getByText('The records below are shown unvalidated.')).toBeVisible();
    await expect(page.getByText('DNSSEC validation could not be read')).toHaveCount(0);
    await expectAccessible(page);
  });
});

test('the keyboard alone reaches field, button and tables', async ({ page }) => {
  await page.goto('/dns');
  await page.waitForLoadState('networkidle');
  await field(page).focus();
  await page.keyboard.type('www.plain.test');
  await page.keyboard.press('Tab');
  await expect(button(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(heading(page, 'A Records')).toBeVisible();
  const table = page.getByRole('region', { name: 'A Records, table', exact: true });
  for (let step = 0; step < 40 && !(await table.evaluate((element) => element === document.activeElement)); step += 1) {
    await page.keyboard.press('Tab');
  }
  await expect(table).toBeFocused();
});

test('no record type makes the page scroll sideways', long, async ({ page }) => {
  await page.goto('/dns?domain=all.test');
  await expect(heading(page, 'RRSIG Records')).toBeVisible();
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
  }
});

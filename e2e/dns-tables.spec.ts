import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { long } from './test-set.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });

test.describe('the tables', () => {
  const row = (...cells: string[]) => ['plain.test', ...cells, '3600'];
  /** Fifteen records of seven types, typical for a domain with mail and a policy. */
  const fifteen: Readonly<Record<string, readonly (readonly string[])[]>> = {
    A: [row('192.0.2.20'), row('192.0.2.21')],
    AAAA: [row('2001:db8::20'), row('2001:db8::21')],
    MX: [row('10', 'mx1.plain.test'), row('20', 'mx2.plain.test')],
    NS: [row('ns1.plain.test'), row('ns2.plain.test'), row('ns3.plain.test')],
    TXT: [row('"v=spf1 mx -all"'), row('"site-verification=" "7f3k0d9s"'), row('"a \\"note\\""')],
    CAA: [row('0', 'issue', '"ca.example"'), row('0', 'iodef', '"mailto:ca@plain.test"')],
  };

  test('R2.56 show fifteen records on two screens, with every title and row', long, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.route('**/api/v2/dnsRecords?*', async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      const caa = { recordName: 'CAA', titles: ['Name', 'Flags', 'Tag', 'Value', 'TTL'] };
      body._data.records = [...body._data.records, caa].map((table) => ({
        ...table,
        data: fifteen[table.recordName] ?? table.data,
      }));
      await route.fulfill({ response, json: body });
    });
    await page.goto('/dns?domain=plain.test');
    await expect(heading(page, 'CAA Records')).toBeVisible();
    await expect(page.locator('tbody tr')).toHaveCount(15);
    await expect(page.getByRole('columnheader', { name: 'TTL', exact: true })).toHaveCount(7);
    const bottom = await page
      .locator('tbody tr')
      .last()
      .evaluate((last) => last.getBoundingClientRect().bottom + scrollY);
    expect(bottom).toBeLessThan(1600);
    await expectAccessible(page);
  });

  test(
    'show texts without quotes, which can be copied that way or as they were served',
    long,
    async ({ page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const copied = () => page.evaluate(() => navigator.clipboard.readText());
      await page.goto('/dns?domain=all.test');
      const texts = page.getByRole('region', { name: 'TXT Records, table', exact: true });
      await expect(texts.getByText('v=spf1 mx -all', { exact: true })).toBeVisible();
      await texts.getByRole('row').filter({ hasText: 'v=spf1' }).getByRole('button', { name: 'Copy text' }).click();
      await expect.poll(copied).toBe('v=spf1 mx -all');
      await page.locator('#TXT').getByRole('button', { name: 'As served' }).click();
      await expect(texts.getByText('"first string" "second string"', { exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Copy TXT records' }).click();
      await expect.poll(copied).toContain('\t"v=spf1 mx -all"\t');
    },
  );

  test('can be filtered by type, by keyboard too', long, async ({ page }) => {
    await page.goto('/dns?domain=all.test');
    const headings = page.getByRole('main').getByRole('heading', { level: 2 });
    await expect(headings.nth(1)).toBeVisible();
    const toDo = (await headings.allTextContents()).filter((text) => text === 'What to do');
    await page.getByRole('button', { name: /^MX/ }).press('Enter');
    await expect(headings).toHaveText(['all.test', ...toDo, 'MX Records', 'Public resolvers']);
    await page.getByRole('button', { name: /^NS \d/ }).press('Space');
    await expect(headings).toHaveText(['all.test', ...toDo, 'MX Records', 'NS Records', 'Public resolvers']);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect(headings.nth(20)).toBeAttached();
  });

  test('show at which edge they continue', long, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto('/dns?domain=all.test');
    const table = page.getByRole('region', { name: 'RRSIG Records, table', exact: true });
    const edge = page.locator('#RRSIG .tbl-edge');
    const arrows = () =>
      edge.evaluate((element) =>
        ['::before', '::after'].map((side) => getComputedStyle(element, side).display !== 'none'),
      );
    await expect.poll(arrows).toEqual([false, true]);
    await table.evaluate((element) => element.scrollTo({ left: 100 }));
    await expect.poll(arrows).toEqual([true, true]);
    await table.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
    await expect.poll(arrows).toEqual([true, false]);
    expect(await page.locator('#A .tbl-edge').getAttribute('data-overflow')).toBe('none');
  });
});

import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { formats, missingOnPaper, print, rowPattern, rowsOnScreen } from './paper.ts';
import { open } from './site.ts';
import { isLong, long } from './test-set.ts';

interface Table {
  readonly recordName: string;
  readonly data: readonly (readonly string[])[];
}

/** Opens the answer for a domain; returns the tables that the page received. */
async function openTables(page: Page, domain: string): Promise<readonly Table[]> {
  const answered = page.waitForResponse(/dnsRecords/);
  await open(page, `/dns?domain=${domain}`);
  const { _data } = await (await answered).json();
  await expect(page.getByRole('heading', { level: 2, name: domain, exact: true })).toBeVisible();
  return _data.records;
}

/** Rows with a cell missing on paper; record names are printed once, above all tables. */
const missingRows = (tables: readonly Table[], text: string) =>
  tables.flatMap(({ recordName, data }) =>
    data.filter((cells) => !rowPattern(cells.slice(1)).test(text)).map((cells) => `${recordName}: ${cells.join(' ')}`),
  );

for (const format of formats) {
  test(`every row of a location is on ${format}, with the source of the data`, long, async ({ page }, info) => {
    await open(page, '/?q=8.8.8.8');
    await expect(page.getByRole('heading', { level: 2, name: 'Network Information' })).toBeVisible();
    const rows = await rowsOnScreen(page);
    expect(rows.length).toBeGreaterThan(18);
    const { text, blank } = await print(page, info, format);
    expect(blank).toBe(0);
    expect(missingOnPaper(rows, text)).toEqual([]);
    for (const heading of [
      '8.8.8.8',
      'LocationInformation',
      'NetworkInformation',
      'LocationMap',
      'IPGeolocationbyDB-IP',
    ]) {
      expect(text).toContain(heading);
    }
  });

  test(`every record of every type is on ${format}, with all of its cells`, long, async ({ page }, info) => {
    const tables = await openTables(page, 'all.test');
    for (const button of await page.getByRole('button', { name: 'As served' }).all()) await button.click();
    const { text } = await print(page, info, format);
    expect(tables.length).toBeGreaterThan(30);
    for (const { recordName } of tables) expect(text).toContain(`${recordName}Records`);
    expect(missingRows(tables, text)).toEqual([]);
  });

  test(
    `a long table continues over several pages of ${format}, followed by the rest of the answer`,
    long,
    async ({ page }, info) => {
      const rows = Array.from({ length: isLong ? 450 : 150 }, (_, index) => ['plain.test', `192.0.2.${index}`, '300']);
      const servers = ['ns1', 'ns2'].map((name) => ['plain.test', `${name}.plain.test`, '300']);
      await page.route('**/api/v2/dnsRecords?*', async (route) => {
        const response = await route.fetch();
        const body = await response.json();
        for (const table of body._data.records) {
          if (table.recordName === 'A') table.data = rows;
          if (table.recordName === 'NS') table.data = servers;
        }
        await route.fulfill({ response, json: body });
      });
      const tables = await openTables(page, 'plain.test');
      await page.getByRole('button', { name: 'As served' }).click();
      const { text, pages, blank } = await print(page, info, format);
      expect(missingRows(tables, text)).toEqual([]);
      expect(pages).toBeGreaterThan(isLong ? 8 : 2);
      expect(blank).toBe(0);
    },
  );
}

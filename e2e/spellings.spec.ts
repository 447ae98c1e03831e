import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { environment, expect, expectAccessible, test } from './fixtures.ts';
import { open } from './site.ts';
import { long } from './test-set.ts';

const field = (page: Page) => page.getByRole('main').getByRole('textbox');
const title = (page: Page) => page.getByRole('region', { name: 'Summary' }).getByRole('heading', { level: 2 });

async function lookUp(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

async function exported(page: Page, item: string): Promise<string> {
  await page.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: item }).click()]);
  return readFile(await file.path(), 'utf8');
}

test.describe('an internationalised name', () => {
  test(
    'is shown in both forms, the typed one first: heading, tables, recent lookups, exports',
    long,
    async ({ page }) => {
      await open(page, '/dns');
      await lookUp(page, 'BÜCHER.edge.test');
      await expect(title(page)).toHaveText('bücher.edge.test (xn--bcher-kva.edge.test)');
      const table = page.getByRole('region', { name: 'A Records, table', exact: true });
      await expect(table).toContainText('bücher.edge.test (xn--bcher-kva.edge.test)');
      const both = 'bücher.edge.test (xn--bcher-kva.edge.test)';
      await page.getByRole('button', { name: 'More options' }).click();
      await expect(page.getByRole('search').getByRole('link', { name: both, exact: true })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('search').getByRole('link')).toHaveCount(0);
      const csv = await exported(page, 'Download CSV');
      expect(csv).toMatch(/^Table,.*,Unicode,Name,Address,TTL\r?\n/);
      expect(csv).toMatch(/^A Records,+bücher\.edge\.test,xn--bcher-kva\.edge\.test,192\.0\.2\.33,\d+\r?$/m);
      expect(JSON.parse(await exported(page, 'Download JSON'))).toMatchObject({ domain: 'xn--bcher-kva.edge.test' });
      await expectAccessible(page);
    },
  );

  test('typed as A-labels, that form comes first', long, async ({ page }) => {
    await open(page, '/dns');
    await lookUp(page, 'xn--bcher-kva.edge.test');
    await expect(title(page)).toHaveText('xn--bcher-kva.edge.test (bücher.edge.test)');
    await page.getByRole('button', { name: 'More options' }).click();
    await expect(
      page.getByRole('search').getByRole('link', { name: 'xn--bcher-kva.edge.test (bücher.edge.test)', exact: true }),
    ).toBeVisible();
  });

  test('is searched for and pinged by the name that was typed', long, async ({ page }) => {
    for (const [path, call] of [
      ['/subdomain', 'subdomainFinder?domain='],
      ['/whois', 'whois?ipOrDomain='],
    ] as const) {
      await open(page, path);
      const asked = page.waitForRequest((request) => request.url().includes(call));
      await lookUp(page, 'bücher.edge.test');
      expect(decodeURIComponent((await asked).url())).toContain(`${call}bücher.edge.test`);
      await expect(page).toHaveURL(new RegExp(`${path}\\?domain=b%C3%BCcher\\.edge\\.test$`));
    }
  });
});

test.describe('times', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-e2e-times-'));
  test.use({ timezoneId: 'Asia/Kolkata' });
  test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('are local with UTC beside them, and exported in UTC', long, async ({ page, serve }) => {
    const url = await serve({
      SONDE_RESOLVERS: '127.0.0.1:9',
      SONDE_ALLOW_NETWORKS: '127.0.0.0/8',
      SONDE_DATA_DIR: folder,
      SONDE_WHOIS_SERVER: environment('SONDE_E2E_WHOIS'),
      SONDE_RDAP_BOOTSTRAP: environment('SONDE_E2E_RDAP_BOOTSTRAP'),
    });
    await open(page, `${url}/whois?domain=example.test`);
    const created = '1995-08-14 04:00:00 UTC';
    const facts = page.getByRole('region', { name: 'Registration' });
    await expect(facts).toContainText(`1995-08-14 09:30:00 +05:30 (${created})`);
    const csv = await exported(page, 'Download CSV');
    expect(csv).toContain(`Created,${created},`);
    expect(csv).not.toContain('+05:30');
  });
});

import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { acceptBefore, holdScripts, open, toolScreens } from './site.ts';
import { long, longUnless } from './test-set.ts';

const field = (page: Page) => page.getByRole('textbox', { name: 'Domain name' });
const answerOf = (page: Page, domain: string) => page.getByRole('heading', { level: 2, name: domain, exact: true });
const chips = (page: Page) => page.getByRole('search').getByRole('link');
const nav = (page: Page, name: string) => page.getByRole('navigation', { name: 'Tools' }).getByRole('link', { name });
const recent = (page: Page, storage: 'localStorage' | 'sessionStorage') =>
  page.evaluate((name) => window[name].getItem('recentLookups'), storage);

async function lookUp(page: Page, domain: string) {
  await field(page).fill(domain);
  await field(page).press('Enter');
  await expect(answerOf(page, domain)).toBeVisible();
}

function countCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/v2/')) calls.push(request.url());
  });
  return calls;
}

test.describe('recent lookups', () => {
  test('replace the examples, newest first, and are removed by Clear', long, async ({ page }) => {
    await open(page, '/dns');
    await expect(chips(page)).toHaveText(['example.com', 'example.org']);
    await lookUp(page, 'plain.test');
    await lookUp(page, 'www.plain.test');
    // Above an answer they are in a list that opens.
    await page.getByRole('button', { name: 'More options' }).click();
    await expect(chips(page)).toHaveText(['www.plain.test', 'plain.test']);
    await chips(page).last().click();
    await expect(chips(page)).toHaveCount(0);
    await expect(answerOf(page, 'plain.test')).toBeVisible();
    await expect(page).toHaveURL('/dns?domain=plain.test');
    await nav(page, 'Ping').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ping');
    await nav(page, 'DNS Lookup').click();
    await expect(chips(page)).toHaveText(['plain.test', 'www.plain.test']);
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect(chips(page)).toHaveText(['example.com', 'example.org']);
    expect(await recent(page, 'sessionStorage')).toBeNull();
  });

  test('last as long as the tab until cookies are accepted, then in the browser', long, async ({ page, context }) => {
    await open(page, '/dns?domain=plain.test');
    await expect(answerOf(page, 'plain.test')).toBeVisible();
    expect(await recent(page, 'localStorage')).toBeNull();
    const other = await context.newPage();
    await open(other, '/dns');
    await expect(chips(other)).toHaveText(['example.com', 'example.org']);
    await page.getByRole('button', { name: 'Accept' }).click();
    await lookUp(page, 'www.plain.test');
    expect(await recent(page, 'sessionStorage')).toBeNull();
    await open(other, '/dns');
    await expect(chips(other)).toHaveText(['www.plain.test', 'plain.test']);
    await open(other, '/dashboard');
    await expect(other.getByRole('main').getByRole('listitem')).toHaveText([/^www\.plain\.test/, /^plain\.test/]);
  });

  test('are at most eight, and invalid stored entries are ignored', long, async ({ page }) => {
    await acceptBefore(page);
    const many = Array.from({ length: 12 }, (_, index) => ({ tool: 'dns', target: `${index}.test` }));
    const stored = JSON.stringify([null, 7, { tool: 'dns' }, ...many]);
    await page.addInitScript((text) => localStorage.setItem('recentLookups', text), stored);
    await open(page, '/dns');
    await expect(chips(page)).toHaveText(many.slice(0, 8).map(({ target }) => target));
  });
});

test('the second choice of Share is an address that measures again', long, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, '/dns');
  await lookUp(page, 'plain.test');
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Copy a link that measures again' }).click();
  await expect(page.getByRole('button', { name: 'Copied', exact: true })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(page.url());
  const other = await context.newPage();
  await other.goto(link);
  await expect(answerOf(other, 'plain.test')).toBeVisible();
});

test.describe('the export menu', () => {
  const menu = (page: Page) => page.getByRole('menu', { name: 'Export' });
  const entry = (page: Page, name: string) => menu(page).getByRole('menuitem', { name });
  const openMenu = async (page: Page) => {
    await page.getByRole('button', { name: 'Export' }).click();
    await expect(menu(page)).toBeVisible();
  };
  const copied = async (page: Page, name: string) => {
    await openMenu(page);
    await entry(page, `Copy as ${name}`).click();
    await expect(page.locator('.toast')).toHaveText(`${name} copied`);
    return page.evaluate(() => navigator.clipboard.readText());
  };

  test('copies the answer as JSON, CSV and Markdown', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const received = page.waitForResponse(/dnsRecords/);
    await open(page, '/dns?domain=plain.test');
    const { _data } = await (await received).json();
    await expect(answerOf(page, 'plain.test')).toBeVisible();
    expect(JSON.parse(await copied(page, 'JSON'))).toEqual(_data);
    const csv = await copied(page, 'CSV');
    expect(csv).toMatch(/^Table,State,Finding,About,Evidence,Fix,Name,Address,TTL,/);
    expect(csv).toMatch(/^A Records,+plain\.test,192\.0\.2\.20,/m);
    const tables = new Set(csv.split('\r\n').map((line) => line.split(',')[0] ?? ''));
    expect([...tables].filter((name) => name.endsWith(' Records'))).toHaveLength(_data.records.length);
    const markdown = await copied(page, 'Markdown');
    expect(markdown).toContain('## `DNS Lookup plain.test`');
    expect(markdown).toMatch(
      /### A Records\n\n\| Name \| Address \| TTL \|\n\| --- \| --- \| --- \|\n\| `plain\.test` \| `192\.0\.2\.20` \|/,
    );
  });

  test('saves the same as files', long, async ({ page }) => {
    await open(page, '/dns?domain=plain.test');
    await expect(answerOf(page, 'plain.test')).toBeVisible();
    for (const [name, file, start] of [
      ['Download JSON', 'dns-plain.test.json', '{\n  "'],
      ['Download CSV', 'dns-plain.test.csv', 'Table,State,Finding,'],
    ] as const) {
      await openMenu(page);
      const saved = page.waitForEvent('download');
      await entry(page, name).click();
      const download = await saved;
      expect(download.suggestedFilename()).toBe(file);
      const chunks: Buffer[] = [];
      for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
      expect(Buffer.concat(chunks).toString()).toMatch(new RegExp(`^${start.replace(/[{.]/g, '\\$&')}`));
    }
  });

  test('quotes a hostile record that would be a formula, but not negative numbers', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.route('**/api/v2/dnsRecords?*', async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      body._data.records[0].data[0] = ['=HYPERLINK("http://192.0.2.1/")', '-1+1', '-122.085000'];
      await route.fulfill({ response, json: body });
    });
    await open(page, '/dns?domain=plain.test');
    await expect(answerOf(page, 'plain.test')).toBeVisible();
    const csv = await copied(page, 'CSV');
    expect(csv).toContain(`"'=HYPERLINK(""http://192.0.2.1/"")","'-1+1",-122.085000,`);
    expect(csv).not.toMatch(/(?:^|,|")[=@]/m);
  });

  test(
    'is navigated with arrow keys, selected with Enter, closed with Escape and Tab',
    long,
    async ({ page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await open(page, '/dns?domain=plain.test');
      await expect(answerOf(page, 'plain.test')).toBeVisible();
      const button = page.getByRole('button', { name: 'Export' });
      await button.press('Enter');
      await expect(entry(page, 'Copy as JSON')).toBeFocused();
      await expect(button).toHaveAttribute('aria-expanded', 'true');
      await expectAccessible(page);
      for (const [key, name] of [
        ['ArrowDown', 'Copy as CSV'],
        ['ArrowUp', 'Copy as JSON'],
        ['ArrowUp', 'Download Markdown'],
        ['ArrowDown', 'Copy as JSON'],
        ['End', 'Download Markdown'],
        ['Home', 'Copy as JSON'],
      ] as const) {
        await page.keyboard.press(key);
        await expect(entry(page, name)).toBeFocused();
      }
      await page.keyboard.press('Escape');
      await expect(menu(page)).toBeHidden();
      await expect(button).toBeFocused();
      await expect(button).toHaveAttribute('aria-expanded', 'false');
      await button.press('Space');
      await expect(entry(page, 'Copy as JSON')).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(menu(page)).toBeHidden();
      await button.press('Enter');
      await expect(entry(page, 'Copy as JSON')).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(page.locator('.toast')).toHaveText('CSV copied');
      await expect(button).toBeFocused();
    },
  );
});

test.describe('an answer that is displayed', () => {
  test(
    'R9.17 R9.18 R9.19 is not requested again on focus, on return to its page, or when the network is back',
    long,
    async ({ page, context }) => {
      const calls = countCalls(page);
      await open(page, '/dns?domain=plain.test');
      await expect(answerOf(page, 'plain.test')).toBeVisible();
      await page.evaluate(() => {
        dispatchEvent(new Event('focus'));
        document.dispatchEvent(new Event('visibilitychange'));
      });
      await context.setOffline(true);
      await context.setOffline(false);
      await nav(page, 'Ping').click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ping');
      await page.goBack();
      await expect(answerOf(page, 'plain.test')).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(calls).toHaveLength(1);
      await field(page).press('Enter');
      await expect.poll(() => calls.length).toBe(2);
    },
  );

  test('R9.18 R9.20 R9.21 is kept for an hour, and shown as it is even when stale', long, async ({ page }) => {
    await page.clock.install();
    const calls = countCalls(page);
    await open(page, '/dns');
    await lookUp(page, 'plain.test');
    const returnAfter = async (minutes: string) => {
      await nav(page, 'Ping').click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ping');
      await page.clock.fastForward(minutes);
      await page.goBack();
      await expect(answerOf(page, 'plain.test')).toBeVisible();
    };
    await returnAfter('59:00');
    expect(calls).toHaveLength(1);
    await returnAfter('01:00:30');
    expect(calls).toHaveLength(2);
  });
});

test.describe('while the code of the result is loading', () => {
  for (const { path, title } of toolScreens) {
    // All tools share the code for this; of ping, there is a result as well.
    const isOneOfMany = path !== '/ping';
    test(
      `a lookup of ${title} is shown as running, and Escape cancels it`,
      longUnless(!isOneOfMany),
      async ({ page }) => {
        const calls = countCalls(page);
        const release = await holdScripts(page, '**/assets/result-*.js');
        await open(page, path);
        const form = page.getByRole('search');
        await form.getByRole('textbox').fill('plain.test');
        await form.getByRole('textbox').press('Enter');
        await expect(form.locator('[type=submit]')).toBeDisabled();
        await expect(page.locator('main .spin').first()).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(form.locator('[type=submit]')).toBeEnabled();
        await expect(form.getByRole('textbox')).toBeFocused();
        // A cancelled ping has a result: the packets so far.
        await expect(page).toHaveURL(path === '/ping' ? '/ping?host=plain.test' : path);
        release();
        await page.waitForLoadState('networkidle');
        expect(calls).toEqual([]);
      },
    );
  }
});

import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectFitsInBothThemes, test } from './fixtures.ts';
import { formats, print } from './paper.ts';
import { startSonde } from './serve.ts';
import { both, isLong, long } from './test-set.ts';

// Run in order in one worker, so that the servers of these tests are started once.
test.describe.configure({ mode: 'default' });

/** A Sonde server that queries the registries of the lab. */
let sonde: Awaited<ReturnType<typeof startSonde>>;
const folder = mkdtempSync(join(tmpdir(), 'sonde-e2e-whois-'));

test.beforeAll(async () => {
  sonde = await startSonde({
    SONDE_RESOLVERS: '127.0.0.1:9',
    SONDE_ALLOW_NETWORKS: '127.0.0.0/8',
    SONDE_DATA_DIR: folder,
    SONDE_WHOIS_SERVER: `${process.env['SONDE_E2E_WHOIS']}`,
    SONDE_RDAP_BOOTSTRAP: `${process.env['SONDE_E2E_RDAP_BOOTSTRAP']}`,
  });
});
test.afterAll(async () => {
  await sonde?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const at = (domain?: string) => `${sonde.url}/whois${domain === undefined ? '' : `?domain=${domain}`}`;
const field = (page: Page) => page.getByRole('textbox', { name: 'Domain name' });
const button = (page: Page) => page.locator('main form button[type=submit]');
const record = (page: Page) => page.getByRole('region', { name: 'Raw WHOIS text' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });

async function lookUp(page: Page, domain: string) {
  await field(page).fill(domain);
  await button(page).click();
}

const calls = (page: Page) => {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) urls.push(new URL(request.url()).pathname + new URL(request.url()).search);
  });
  return urls;
};

test.describe('a visitor', () => {
  test('R1.5 R2.22 R2.72 R2.73 R2.74 finds the tool at /whois, and reads its purpose', both, async ({ page }) => {
    await page.goto(at());
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('WHOIS Checker');
    await expect(page.getByText('Domain registration information lookup')).toBeVisible();
    await expect(field(page)).toHaveAttribute('placeholder', 'Enter domain name...');
    const hints = page.getByRole('search').getByRole('link', { name: /^example\.(?:com|org)$/ });
    await expect(hints).toHaveText(['example.com', 'example.org']);
    await expect(page.getByText('Enter a domain name to view its registration and ownership details')).toBeVisible();
    if (isLong) await expectAccessible(page);
  });

  test('R2.73 has the two examples after a lookup, too', long, async ({ page }) => {
    await page.goto(at());
    await lookUp(page, 'free.test');
    await expect(page.getByText('free.test is not registered: the registry has no record of it.')).toBeVisible();
    const hints = page.getByRole('search').getByRole('link', { name: /^example\.(?:com|org)$/ });
    await page.getByRole('button', { name: 'More options' }).click();
    await expect(hints).toHaveText(['example.com', 'example.org']);
    await page.goto(at());
    await expect(page.getByRole('search').getByRole('link', { name: 'free.test' })).toBeVisible();
    await expect(hints).toHaveText(['example.com', 'example.org']);
  });

  test('R2.76 R3.18 R4.19 R7.5 types a domain and reads its record unchanged', async ({ page }) => {
    const asked = calls(page);
    await page.goto(at());
    await field(page).fill('example.test');
    expect(asked).toEqual([]);
    await button(page).click();
    await expect(heading(page, 'WHOIS record')).toBeVisible();
    expect(asked).toEqual(['/api/v2/whois?ipOrDomain=example.test']);
    const response = await page.request.get(`${sonde.url}/api/v2/whois?ipOrDomain=example.test`);
    const { success, message, _data } = await response.json();
    expect({ success, message: typeof message }).toEqual({ success: true, message: 'string' });
    expect(await record(page).locator('pre').textContent()).toBe(_data.whoIsInfo);
    const font = await record(page).evaluate((element) => getComputedStyle(element).fontFamily);
    expect(font).toContain('Mono');
    await expect(page.getByText(/^Registered through Example Registrar, LLC/)).toBeVisible();
    await expect(page.getByText(/^\d+ years since 14 Aug 1995$/)).toBeVisible();
    await expect(page.getByText(/^\d years( \d+ months?)? until 13 Aug 2031$/)).toBeVisible();
    const toDo = await page.getByRole('heading', { name: 'What to do' }).allTextContents();
    const titles = ['example.test', ...toDo, 'Registration', 'Status codes', 'WHOIS record'];
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(titles);
    const registrar = page.locator('.kv').getByRole('link', { name: 'https://registrar.example' });
    await expect(registrar).toHaveAttribute('rel', /noopener.*nofollow/);
    const mail = page.locator('.kv').getByRole('link', { name: 'abuse@registrar.example' });
    await expect(mail).toHaveAttribute('href', 'mailto:abuse@registrar.example');
    await expect(page.getByText('The registrar has locked it against deletion.')).toBeVisible();
  });

  test('R2.75 sees that the lookup runs, and Escape cancels it', long, async ({ page }) => {
    await page.goto(at());
    await lookUp(page, 'silent.test');
    await expect(page.getByText('Looking up WHOIS info...')).toBeVisible();
    await expect(button(page)).toBeDisabled();
    if (isLong) await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByText('Looking up WHOIS info...')).toBeHidden();
    await expect(field(page)).toBeFocused();
    await expect(field(page)).toHaveValue('silent.test');
  });

  test('reads an RDAP answer as text if the registry has no WHOIS', long, async ({ page }) => {
    await page.goto(at('example.rdap'));
    await expect(record(page)).toContainText('Registry Expiry Date: 2032-03-04T05:06:07Z');
    await expect(record(page)).toContainText('(RDAP)');
    await expect(page.getByText('DNSSEC signed')).toBeVisible();
  });

  test('reads that the registry publishes no expiry date', long, async ({ page }) => {
    await page.goto(at('undated.test'));
    const summary = page.getByRole('region', { name: 'Summary' });
    await expect(
      summary.getByText('The answers contain no expiry date that Sonde could read.', { exact: true }),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add expiry to calendar' })).toHaveCount(0);
  });

  test('reads hostile records as text', long, async ({ page }) => {
    await page.goto(at('markup.test'));
    await expect(record(page)).toContainText(`Registrar: <script>document.title = 'hacked'</script> & "friends"`);
    await expect(page.getByText(/^Registered through <script>/)).toBeVisible();
    expect(await page.locator('main :is(img, script, b:not(.ticks b))').count()).toBe(0);
    const hrefs = await page.locator('.panel a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(hrefs.filter((href) => !/^(https?:\/\/|mailto:)/.test(href ?? ''))).toEqual([]);
    expect(await page.title()).not.toContain('hacked');
    expect(await record(page).textContent()).not.toMatch(/[\u001b\u202e]/);
  });

  test('shares and exports the answer: address, copy, calendar, JSON', long, async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(at('example.test'));
    await page.getByRole('button', { name: 'Copy WHOIS record' }).click();
    await expect(page.getByText('WHOIS record copied').first()).toBeAttached();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Domain Name: EXAMPLE.TEST');
    const calendar = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Add expiry to calendar' }).click();
    const file = await calendar;
    expect(file.suggestedFilename()).toBe('example.test-expiry.ics');
    const text = await readFile(await file.path(), 'utf8');
    expect(text).toContain('SUMMARY:The registration of example.test expires');
    expect(text).toContain('DTSTART:20310813T040000Z');
    await page.getByRole('button', { name: 'Export' }).click();
    const json = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Download JSON' }).click();
    expect(JSON.parse(await readFile(await (await json).path(), 'utf8')).registration.name).toBe('example.test');
  });

  for (const format of formats) {
    test(`prints every fact and every line of the record on ${format}`, long, async ({ page }, info) => {
      const answered = page.waitForResponse(/\/api\/v2\/whois/);
      await page.goto(at('example.test'));
      await expect(record(page)).toBeVisible();
      const { whoIsInfo, registration } = (await (await answered).json())._data;
      const { text } = await print(page, info, format);
      const facts = [registration.registrar.name, registration.created.slice(0, 10), ...registration.ds];
      const lines = [...facts, ...whoIsInfo.split('\n')];
      expect(lines.filter((line: string) => !text.includes(line.replace(/\s/g, '')))).toEqual([]);
    });
  }
});

test.describe('lookups without a record', () => {
  test('R5.10 a text that is not a domain after trimming is refused without a request', long, async ({ page }) => {
    const asked = calls(page);
    await page.goto(at());
    for (const text of ['', '  ', 'nodots', 'exa mple.com', '-a.com', '192.0.2.1', '::1', 'AS64496']) {
      await lookUp(page, text);
      await expect(page.getByRole('alert')).toHaveText('Please enter a valid domain name (e.g. example.com)');
    }
    expect(asked).toEqual([]);
    await expectAccessible(page);
    await lookUp(page, '  example.test  ');
    await expect(heading(page, 'WHOIS record')).toBeVisible();
  });

  test('a domain that is not registered', long, async ({ page }) => {
    await page.goto(at('free.test'));
    await expect(page.getByText('free.test is not registered: the registry has no record of it.')).toBeVisible();
    await expectAccessible(page);
  });

  test(
    'R4.20 R8.15 a registry that limits queries: its message is shown once, and never "not registered"',
    long,
    async ({ page }) => {
      const asked = calls(page);
      await page.goto(at());
      await lookUp(page, 'limited.test');
      await expect(page.getByRole('alert')).toContainText('The registry is limiting lookups right now.');
      await page.waitForLoadState('networkidle');
      expect(asked).toHaveLength(1);
      if (isLong) await expectAccessible(page);
    },
  );

  test('R2.77 R8.16 an unreadable answer', long, async ({ page, watch }) => {
    watch.allow(/Failed to load resource/);
    await page.route('**/api/v2/whois?*', (route) => route.fulfill({ status: 200, body: 'no JSON' }));
    await page.goto(at('example.test'));
    await expect(page.getByRole('alert')).toContainText('Could not fetch WHOIS info');
  });
});

test('nothing scrolls sideways, and axe finds no problems in either theme', long, async ({ page }) => {
  await page.goto(at('example.test'));
  await expect(record(page)).toBeVisible();
  await expectFitsInBothThemes(page);
});

test('field, button and record can be reached by keyboard', long, async ({ page }) => {
  await page.goto(at());
  await page.waitForLoadState('networkidle');
  await field(page).focus();
  await page.keyboard.type('example.test');
  await page.keyboard.press('Tab');
  await expect(button(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(record(page)).toBeVisible();
  for (let step = 0; step < 40; step += 1) {
    if (await record(page).evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(record(page)).toBeFocused();
});

import type { Page } from '@playwright/test';
import { test } from './demo-world.ts';
import { expect, expectAccessible, expectNoSidewaysScroll } from './fixtures.ts';
import { open } from './site.ts';
import { long } from './test-set.ts';

const beside = (page: Page) => page.locator('details.came');
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const lineIn = (page: Page, name: string) => panel(page, name).locator('details.came > summary').first();

/** A target may have to rest before it is measured again: a TLS server for half a minute. */
async function record(page: Page) {
  const button = page.getByRole('button', { name: 'Show what was sent and received' });
  const sent = panel(page, 'Sent and received');
  await expect(async () => {
    if (!(await sent.isVisible())) await button.click({ timeout: 2000 });
    await expect(sent).toBeVisible({ timeout: 10_000 });
  }).toPass({ timeout: 80_000 });
}

/** Lookups that a link alone does not start. */
async function start(page: Page, name: string) {
  await page.locator(`form input[name="${name}"]`).press('Enter');
}

test(
  'records stand beside the question that they came from, which opens there by keyboard',
  long,
  async ({ demo, page }) => {
    await open(page, `${demo}/dns?domain=shop.test`);
    await expect(panel(page, 'MX Records')).toBeVisible();
    // What the page fetches in advance for later presses may still be on its way.
    await page.waitForLoadState('networkidle');
    const scripts: string[] = [];
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
    await expect(beside(page)).toHaveCount(0);
    expect(scripts).toEqual([]);
    await record(page);
    // The code that shows the record is loaded by the press, not by the answer.
    expect(scripts.length).toBeGreaterThan(0);
    const line = lineIn(page, 'MX Records');
    await expect(line).toHaveText(/^asked 198\.51\.100\.1:53 · [\d.]+ ms for MX Records$/);
    await line.focus();
    await line.press('Enter');
    const opened = panel(page, 'MX Records').locator('details.came');
    await expect(opened.getByText('question: shop.test. MX').first()).toBeVisible();
    await expect(opened.getByText(/^0000\s+[0-9a-f]{2}\s/).first()).toBeVisible();
    await lineIn(page, 'NS Records').press('Enter');
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
  },
);

test('a kept answer has none of it', long, async ({ demo, page, browser }) => {
  await open(page, `${demo}/dns?domain=shop.test`);
  await record(page);
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page
    .getByRole('dialog', { name: 'Share this result' })
    .getByRole('textbox', { name: 'Link', exact: true })
    .inputValue();
  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(link);
  await expect(panel(other, 'MX Records')).toBeVisible();
  await expect(beside(other)).toHaveCount(0);
  await expect(other.getByRole('button', { name: 'Show what was sent and received' })).toHaveCount(0);
  await context.close();
});

test('a TLS check: the certificate, the versions, the suites and the tests', long, async ({ demo, page }) => {
  test.setTimeout(120_000);
  await open(page, `${demo}/ssl?domain=outdated.test`);
  await start(page, 'domain');
  await record(page);
  await expect(lineIn(page, 'Certificate Details')).toContainText('2 exchanges with 127.53.');
  await lineIn(page, 'Supported Protocols').click();
  const versions = panel(page, 'Supported Protocols').locator('details.came');
  await expect(versions.getByRole('heading', { name: 'TLSv1.1', exact: true })).toBeVisible();
  await versions.locator('ol summary', { hasText: 'ServerHello' }).first().click();
  await expect(versions.getByText(/cipher suite: TLS_/).first()).toBeVisible();
  for (const name of ['Cipher Suites', 'Server Behaviour', 'Who Can Connect']) {
    await expect(lineIn(page, name)).toContainText('exchange');
  }
  await expectAccessible(page);
});

const lookups = [
  ['/whois?domain=shop.test', 'WHOIS record', /exchanges? with|asked/, null],
  ['/mail?domain=shop.test', 'SPF', /exchanges? with 198\.51\.100\.1:53/, 'domain'],
  ['/delegation?domain=shop.test', 'Servers', /exchanges with \d peers/, null],
  ['/ping?host=shop.test', 'Round trip time per packet', /5 exchanges with 127\.53\./, 'host'],
  ['/traceroute?host=shop.test', 'Hops', /exchanges with/, 'host'],
] as const;

for (const [path, name, words, parameter] of lookups) {
  test(`${path}: «${name}» names the exchanges that it came from`, long, async ({ demo, page }) => {
    await open(page, demo + path);
    if (parameter !== null) await start(page, parameter);
    await expect(panel(page, name)).toBeVisible({ timeout: 40_000 });
    await record(page);
    await expect(lineIn(page, name)).toContainText(words);
    await lineIn(page, name).click();
    await expect(panel(page, name).locator('details.came ol summary').first()).toBeVisible();
    await expectAccessible(page);
  });
}

import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { open } from './site.ts';
import { long } from './test-set.ts';

const field = (page: Page) => page.getByRole('search').getByRole('textbox');
const answerOf = (page: Page, target: string) => page.getByRole('heading', { level: 2, name: target, exact: true });
const nav = (page: Page, name: string) => page.getByRole('navigation', { name: 'Tools' }).getByRole('link', { name });
const scrolled = (page: Page) => page.evaluate(() => scrollY);

async function lookUp(page: Page, target: string) {
  await field(page).fill(target);
  await field(page).press('Enter');
  await expect(answerOf(page, target)).toBeVisible();
}

function countCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/v2/')) calls.push(request.url());
  });
  return calls;
}

/** Scrolls by mouse wheel and returns the distance. */
async function scrollDown(page: Page): Promise<number> {
  await page.mouse.move(600, 400);
  await page.mouse.wheel(0, 700);
  await expect.poll(() => scrolled(page)).toBeGreaterThan(300);
  // The remembered position is where the page stopped.
  await expect.poll(() => page.evaluate(() => history.state === scrollY)).toBe(true);
  return scrolled(page);
}

test('every lookup is a history entry: Back and Forward show its answer without a request', async ({ page }) => {
  const calls = countCalls(page);
  await open(page, '/dns');
  await lookUp(page, 'plain.test');
  await expect(page).toHaveTitle('plain.test · DNS Lookup · Sonde');
  await lookUp(page, 'www.plain.test');
  await field(page).fill('nope.edge.test');
  await field(page).press('Enter');
  await expect(page.getByText('No DNS records found for this domain')).toBeVisible();
  await expect(page).toHaveTitle('nope.edge.test · DNS Lookup · Sonde');
  const asked = calls.length;

  await page.goBack();
  await expect(answerOf(page, 'www.plain.test')).toBeVisible();
  await expect(page).toHaveURL('/dns?domain=www.plain.test');
  await expect(field(page)).toHaveValue('www.plain.test');
  await page.goBack();
  await expect(answerOf(page, 'plain.test')).toBeVisible();
  await expect(page).toHaveTitle('plain.test · DNS Lookup · Sonde');
  await page.goBack();
  await expect(page).toHaveURL('/dns');
  await expect(page).toHaveTitle('DNS Lookup · Sonde');
  await expect(field(page)).toHaveValue('');
  await expect(page.locator('.results')).toHaveCount(0);

  await page.goForward();
  await expect(answerOf(page, 'plain.test')).toBeVisible();
  await page.goForward();
  await page.goForward();
  await expect(page.getByText('No DNS records found for this domain')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(calls).toHaveLength(asked);
});

test('repeating a query adds no entry', long, async ({ page }) => {
  await open(page, '/dns');
  await lookUp(page, 'plain.test');
  const answered = page.waitForResponse(/dnsRecords/);
  await field(page).press('Enter');
  await answered;
  await page.goBack();
  await expect(page).toHaveURL('/dns');
});

test('a cancelled lookup leaves no entry, nor does one that was replaced by another', long, async ({ page }) => {
  await open(page, '/dns');
  await lookUp(page, 'plain.test');
  await page.route(/domain=(?:slow|slower)\.test/, () => {});
  await field(page).fill('slow.test');
  await field(page).press('Enter');
  await expect(page).toHaveURL('/dns?domain=slow.test');
  await expect(page.locator('main .spin').first()).toBeVisible();
  await field(page).fill('slower.test');
  await field(page).press('Enter');
  await expect(page).toHaveURL('/dns?domain=slower.test');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/dns?domain=plain.test');
  await expect(field(page)).toHaveValue('slower.test');
  await expect(answerOf(page, 'plain.test')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/dns');
});

test('Back restores the scroll position, within a tool and from another one', long, async ({ page }) => {
  await open(page, '/dns');
  await lookUp(page, 'all.test');
  const far = await scrollDown(page);
  // From the current position: typing into the field would scroll to it.
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Tool name or target' }).fill('plain.test');
  await page.getByRole('option', { name: 'DNS Lookup' }).click();
  await expect(answerOf(page, 'plain.test')).toBeAttached();
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await page.goBack();
  await expect(answerOf(page, 'all.test')).toBeAttached();
  await expect.poll(() => scrolled(page)).toBe(far);

  await nav(page, 'Ping').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ping');
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.goBack();
  await expect(answerOf(page, 'all.test')).toBeAttached();
  await expect.poll(() => scrolled(page)).toBe(far);
});

test('a jump within a page is not intercepted', long, async ({ page }) => {
  await open(page, '/privacy-policy');
  await page.getByRole('main').locator('a[href^="#"]').last().click();
  await expect.poll(() => scrolled(page)).toBeGreaterThan(300);
  await page.goBack();
  await expect.poll(() => scrolled(page)).toBe(0);
});

test(
  'the IP tracker keeps its answers by entry, too, and returning to its page restores the address',
  long,
  async ({ page }) => {
    const calls = countCalls(page);
    await open(page, '/');
    await lookUp(page, '192.0.2.1');
    await expect(page).toHaveTitle('192.0.2.1 · IP Tracker · Sonde');
    await lookUp(page, '198.51.100.1');
    await page.goBack();
    await expect(answerOf(page, '192.0.2.1')).toBeVisible();
    await expect(field(page)).toHaveValue('192.0.2.1');
    await nav(page, 'Ping').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ping');
    await nav(page, 'IP Tracker').click();
    await expect(answerOf(page, '192.0.2.1')).toBeVisible();
    await expect(page).toHaveURL('/?q=192.0.2.1');
    await page.waitForLoadState('networkidle');
    expect(calls).toHaveLength(2);
    expect(await page.evaluate(() => sessionStorage.getItem('ipTracker.searchTrigger'))).toBe('2');
  },
);

test('a lookup that waited for a press is shown again without a press and without packets', long, async ({ page }) => {
  const calls = countCalls(page);
  await page.route('**/api/v2/ping?*', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
  await open(page, '/ping');
  for (const host of ['plain.test', 'www.plain.test']) {
    await field(page).fill(host);
    await field(page).press('Enter');
    await expect(page.getByText(/^Ping failed/)).toBeVisible();
  }
  const asked = calls.length;
  await page.goBack();
  await expect(field(page)).toHaveValue('plain.test');
  await expect(page.getByText(/^Ping failed/)).toBeVisible();
  await page.goForward();
  await expect(field(page)).toHaveValue('www.plain.test');
  await expect(page.getByText(/^Ping failed/)).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(calls).toHaveLength(asked);
});

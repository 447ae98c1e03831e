import { expect, expectFits, expectFitsInBothThemes, test } from './fixtures.ts';
import { holdScripts, menu, open, tabTo } from './site.ts';
import { both, isLong, long } from './test-set.ts';

const live = menu.filter(({ status }) => status === 'live');

test('the documents of the API are pages of the site, found from every tool', long, async ({ page }) => {
  for (const { id, path } of isLong ? live : live.slice(0, 2)) {
    await page.goto(path);
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'API' });
    await expect(link).toHaveAttribute('href', `/api/docs/${id}`);
  }
  await open(page, '/ping');
  await page.getByRole('contentinfo').getByRole('link', { name: 'API' }).click();
  await expect(page).toHaveURL('/api/docs/ping');
  await expect(page).toHaveTitle('Ping · API · Sonde');
  await expect(page.getByRole('navigation', { name: 'Tools' }).getByRole('link', { name: 'Ping' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Ping', exact: true })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Query parameters of Ping' })).toBeVisible();
  // The menu leads away within the app, and Back to the text that only the server has.
  await page.getByRole('navigation', { name: 'Tools' }).getByRole('link', { name: 'Who Is' }).click();
  await expect(page).toHaveURL('/whois');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 2, name: 'Ping', exact: true })).toBeVisible();
});

test('a request is tried in place, by keyboard, and its examples follow the form', both, async ({ page, baseURL }) => {
  await open(page, '/api/docs/dns');
  const article = page.getByRole('article');
  await expect(article.getByRole('region', { name: 'curl' })).toHaveText(
    `curl '${baseURL}/api/v2/dnsRecords?domain=example.com'`,
  );
  const domain = page.getByRole('textbox', { name: 'domain', exact: true });
  await domain.fill('plain.test');
  await tabTo(page, page.getByRole('textbox', { name: 'type', exact: true }), 1);
  await page.keyboard.type('MX');
  const query = '/api/v2/dnsRecords?domain=plain.test&type=MX';
  await expect(article.getByRole('region', { name: 'curl' })).toHaveText(`curl '${baseURL}${query}'`);
  await expect(article.getByRole('region', { name: 'JavaScript' })).toContainText(`fetch('${baseURL}${query}')`);
  await page.keyboard.press('Enter');
  await expect(article.getByRole('status')).toHaveText(/^200 OK · \d+ ms · [\d,]+ characters$/);
  const body = article.getByRole('region', { name: 'Body' });
  await expect(body).toContainText('"success": true');
  await expect(body).toContainText('"domain": "plain.test"');
  // A refusal is shown as it is sent.
  await domain.fill('nodots..');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(article.getByRole('status')).toHaveText(/^400 Bad Request/);
  await expect(body).toContainText('"code": "invalid-input"');
  await expect(page.getByRole('button', { name: 'Send' })).toBeFocused();
  await expectFitsInBothThemes(page);
});

test('without a script, the request opens its answer', long, async ({ page }) => {
  await holdScripts(page);
  await page.goto('/api/docs/dns');
  await page.getByRole('textbox', { name: 'domain', exact: true }).fill('plain.test');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page).toHaveURL('/api/v2/dnsRecords?domain=plain.test');
  await expect(page.locator('body')).toContainText('"success":true');
});

/** The overview, and every page that it leads to. */
test('every page of the documents is accessible, and fits from 320 to 1280 px', long, async ({ page }) => {
  test.slow();
  await open(page, '/api/docs');
  const links = page.getByRole('navigation', { name: 'API documentation' }).getByRole('link');
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  const pages = paths.filter((path) => path.startsWith('/api/docs'));
  expect(pages).toEqual(expect.arrayContaining(live.map(({ id }) => `/api/docs/${id}`)));
  for (const path of pages) {
    await open(page, path);
    // A certificate check has the most fields.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    if (!path.endsWith('/findings')) expect(height, path).toBeLessThan(12_000);
    await expectFits(page);
  }
});

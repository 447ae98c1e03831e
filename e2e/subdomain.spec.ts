import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectAccessibleButColours,
  expectFits,
  expectNoSidewaysScroll,
  test,
} from './fixtures.ts';
import { formats, print, rowPattern } from './paper.ts';
import { type NameLab, startNameLab } from './serve.ts';
import { open } from './site.ts';
import { both, isLong, long } from './test-set.ts';

const FAILED = 'Failed to fetch subdomains. Please try again.';
const NAMES = 1000;

const field = (page: Page) => page.getByRole('textbox', { name: 'Domain' });
const button = (page: Page) => page.locator('form[role=search] button[type=submit]');
const results = (page: Page, domain: string) => page.getByRole('heading', { level: 2, name: `Results for ${domain}` });
const cards = (page: Page) => page.locator('main h3:not(.todo *)');
const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) });

interface Subdomain {
  readonly subdomain: string;
  readonly ipv4List: readonly string[];
  readonly ipv6List: readonly string[];
}
const namesAndAddresses = ({ subdomain, ipv4List, ipv6List }: Subdomain) =>
  rowPattern([subdomain, ...ipv4List, ...ipv6List]);

// Run in order in one worker, so that the servers of these tests are started once.
test.describe.configure({ mode: 'default' });

let lab: NameLab;
test.beforeAll(async () => {
  // One in twenty candidates exists.
  lab = await startNameLab(NAMES * 20);
});
test.afterAll(() => lab?.stop());

const settings = (more: Readonly<Record<string, string>> = {}) => ({
  SONDE_RESOLVERS: lab.server,
  SONDE_ALLOW_NETWORKS: '192.0.2.0/24,2001:db8::/32',
  SONDE_CT_URLS: '',
  ...more,
});

async function search(page: Page, domain: string) {
  await field(page).fill(domain);
  await field(page).press('Enter');
}

test.describe('a visitor', () => {
  test('R1.7 R2.23 R2.78 R2.79 R4.21 finds the tool at /subdomain, with one field and a Search button', async ({
    page,
  }) => {
    await page.goto('/subdomain');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Subdomain Finder');
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(1);
    await expect(field(page)).toHaveAttribute('placeholder', 'Enter domain, e.g. example.com');
    await expect(button(page)).toHaveText('Search');
    await expect(button(page)).toBeEnabled();
  });

  test('R2.80 R2.81 R3.19 R7.6 gets a card for every name, with its addresses', both, async ({ page, serve }) => {
    const url = await serve(settings());
    await open(page, `${url}/subdomain`);
    await search(page, ' Mixed.TEST ');
    await expect(page.getByText(/^\d+ subdomains, 3 IPv4 and 2 IPv6 addresses/)).toBeVisible();
    await expect(results(page, 'mixed.test')).toBeVisible();
    const response = await page.request.get(`${url}/api/v2/subdomainFinder?domain=mixed.test`);
    const { success, _data } = await response.json();
    expect(success).toBe(true);
    expect(_data.domain).toBe('mixed.test');
    await expect(cards(page)).toHaveText(_data.subdomains.map(({ subdomain }: { subdomain: string }) => subdomain));
    for (const { subdomain, ipv4List, ipv6List } of _data.subdomains) {
      for (const [family, list] of [
        ['IPv4', ipv4List],
        ['IPv6', ipv6List],
      ] as const) {
        const shown = page.getByRole('list', { name: `${family} addresses of ${subdomain}`, exact: true });
        await expect(shown.getByRole('listitem')).toHaveText(list);
      }
    }
    await expect(card(page, 'intranet.mixed.test')).toContainText('No public address');
    await expect(card(page, 'docs.mixed.test')).toContainText('Does not resolve');
    const lookUp = card(page, 'www.mixed.test').locator('summary');
    await expect(page.getByRole('link', { name: 'DNS Lookup: www.mixed.test' })).toHaveCount(0);
    await lookUp.press('Enter');
    await expect(page.getByRole('link', { name: 'DNS Lookup: www.mixed.test' })).toHaveAttribute(
      'href',
      '/dns?domain=www.mixed.test',
    );
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  test(
    'can show the names as a table, which is remembered, and print all of them',
    long,
    async ({ page, serve }, info) => {
      const url = await serve(settings());
      await open(page, `${url}/subdomain`);
      const answered = page.waitForResponse(/subdomainFinder/);
      await search(page, 'mixed.test');
      await expect(page.getByText(/^\d+ subdomains, 3 IPv4 and 2 IPv6 addresses/)).toBeVisible();
      await answered;
      const response = await page.request.get(`${url}/api/v2/subdomainFinder?domain=mixed.test`);
      const { subdomains } = (await response.json())._data;
      const isOnPaper = async () => {
        for (const format of formats) {
          const { text } = await print(page, info, format);
          expect(subdomains.filter((one: Subdomain) => !namesAndAddresses(one).test(text))).toEqual([]);
        }
      };
      await isOnPaper();
      await page.getByRole('button', { name: 'Table', exact: true }).click();
      const table = page.getByRole('region', { name: 'Subdomains, table' });
      await expect(table.locator('tbody tr')).toHaveCount(subdomains.length);
      await expect(cards(page)).toHaveCount(0);
      await isOnPaper();
      await expectFits(page);
      await page.reload();
      await page.evaluate(() => dispatchEvent(new Event('wheel')));
      await page.getByRole('button', { name: 'Search mixed.test' }).click();
      await expect(table.locator('tbody tr')).toHaveCount(subdomains.length);
    },
  );

  test(
    'R2.79 R2.80 R4.21 sees names as they are found, then a table of them, and a thousand cards that can be filtered',
    long,
    async ({ page, serve }) => {
      test.slow();
      const url = await serve(settings({ SONDE_WORDLIST: lab.words, SONDE_ZONE_BUDGET: 'off' }));
      await open(page, `${url}/subdomain`);
      await search(page, 'many.test');
      await expect(button(page)).toHaveText('Searching...');
      await expect(button(page)).toBeDisabled();
      await expect(page.getByText(/addresses so far/)).toBeVisible();
      await expect(results(page, 'many.test')).toBeVisible();
      // The first few are cards, more of them a table.
      const found = page.getByRole('region', { name: 'Subdomains', exact: true });
      await expect(found.getByText(/\.many\.test$/).first()).toBeVisible();
      await expect(page.getByText(new RegExp(`^${NAMES + 1} subdomains`))).toBeVisible({ timeout: 30_000 });
      await expect(button(page)).toHaveText('Search');
      await expectAccessible(page);
      await expect(page.getByRole('region', { name: 'Subdomains, table' })).toBeVisible();
      await page.getByRole('button', { name: 'Cards', exact: true }).click();
      // Moving the mouse near the button loads more cards, which moves the button.
      await page.getByRole('button', { name: `Show all ${NAMES + 1}` }).press('Enter');
      await expect(cards(page)).toHaveCount(NAMES + 1);
      // All cards look alike: checking the colours of the first ones is enough.
      if (isLong) await expectAccessibleButColours(page);
      await page.getByRole('searchbox', { name: 'Filter by name or address' }).fill('files-fra');
      await expect(cards(page).first()).toHaveText(/^files-fra/);
      await page.getByRole('checkbox', { name: 'Group by address' }).check();
      await expect(cards(page).first()).toHaveText(/^192\.0\.2\.|^2001:db8/);
    },
  );

  test('Escape ends a search, and the field has the focus again', long, async ({ page, serve, deadResolvers }) => {
    await open(page, `${await serve(settings({ SONDE_RESOLVERS: deadResolvers.silent }))}/subdomain`);
    await search(page, 'example.com');
    await expect(button(page)).toHaveText('Searching...');
    await page.keyboard.press('Escape');
    await expect(button(page)).toHaveText('Search');
    await expect(field(page)).toBeFocused();
    await expect(field(page)).toHaveValue('example.com');
  });

  test('a shared link waits for one press', long, async ({ page, serve }) => {
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()));
    await page.goto(`${await serve(settings())}/subdomain?domain=nsec.test`);
    await expect(page.getByText('Ready to search nsec.test')).toBeVisible();
    expect(asked).toEqual([]);
    await page.getByRole('button', { name: 'Search nsec.test' }).click();
    await expect(card(page, 'zx81-unguessable.nsec.test')).toContainText('NSEC chain');
    expect(asked).toHaveLength(1);
  });
});

test('R5.11 a text that is not a domain is refused beside the field, without a request', long, async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()));
  await open(page, '/subdomain');
  for (const text of ['', 'localhost', '192.0.2.1', '-a.example', 'a..example', 'a_b.example', 'example.c']) {
    await search(page, text);
    await expect(page.getByRole('alert')).toHaveText('Please enter a valid domain name.');
  }
  await expect(field(page)).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  expect(asked).toEqual([]);
});

test(
  'R4.21 R4.22 R8.17 a failure is shown with its one text after a retry, and a new search clears it',
  long,
  async ({ page, serve, deadResolvers }) => {
    await open(page, `${await serve(settings({ SONDE_RESOLVERS: deadResolvers.servfail }))}/subdomain`);
    await search(page, 'example.com');
    await expect(page.getByRole('alert')).toContainText(FAILED, { timeout: 15_000 });
    await expect(page.getByRole('alert')).toContainText('The resolver could not get an answer');
    await expectAccessible(page);
    await page.route('**/api/v2/subdomainFinder**', () => {});
    await search(page, 'example.org');
    await expect(page.getByRole('alert')).toBeHidden();
    await expect(button(page)).toHaveText('Searching...');
  },
);

test('a domain that does not exist has no subdomains', long, async ({ page, serve }) => {
  await open(page, `${await serve(settings())}/subdomain`);
  await search(page, 'nothing.mixed.test');
  await expect(page.getByText('No subdomains found for nothing.mixed.test')).toBeVisible({ timeout: 15_000 });
  await expectAccessible(page);
});

test.describe('at 320 px', () => {
  test.use({ viewport: { width: 320, height: 640 }, colorScheme: 'dark' });
  test('nothing scrolls sideways, in light and dark', long, async ({ page, serve }) => {
    await open(page, `${await serve(settings())}/subdomain`);
    await search(page, 'said.test');
    await expect(card(page, 'dmarc-unguessable.said.test')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});

import { expect, test } from './fixtures.ts';
import { everyPage, open, screens, toolScreens } from './site.ts';

const PLANNED = {
  '/ip-logger': ['Advanced IP logging and tracking'],
} as const;

test.describe('the route table', () => {
  test('every screen answers 200 with its title, its heading and its description', async ({ page }) => {
    for (const { path, title, group } of screens) {
      await test.step(path, async () => {
        const response = await page.goto(path);
        expect(response?.status()).toBe(200);
        await expect(page).toHaveTitle(`${title} · Sonde`);
        const headings = page.getByRole('heading', { level: 1 });
        // Routes are only named; the titles of the screens are those of the specification.
        await expect(headings).toHaveText([path === '/login' ? 'Sign in to your account' : title]);
        await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /^.{40,160}\.$/);
        await expect(page.locator('body')).toHaveAttribute('data-group', group);
      });
    }
  });

  test('R2.19 R2.21 R2.22 R2.23 R2.24 R2.25 R2.26 R2.27 R2.28 opens the same screens without a page load', async ({
    page,
  }) => {
    await open(page, '/login');
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    for (const { path, title } of screens) {
      const link = page.locator(`.nav a[href="${path}"], footer a[href="${path}"]`);
      if ((await link.count()) === 0) continue;
      await link.click();
      await expect(page).toHaveTitle(`${title} · Sonde`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    }
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  });

  test('every other path answers 404 with a page that has links to the tools', async ({ page, watch }) => {
    watch.allow(/404/);
    for (const path of ['/no-such-page', '/dns/example.com', '/DNS', '/index.html', '/apis']) {
      const response = await page.goto(path);
      expect(response?.status()).toBe(404);
      await open(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
      await expect(page).toHaveTitle('Page not found · Sonde');
    }
    await expect(page.getByRole('main').getByRole('link')).toHaveCount(12);
    await page.getByRole('main').getByRole('link', { name: 'DNS Lookup' }).click();
    await expect(page).toHaveURL('/dns');
  });

  test('R1.1 requires nothing of visitors before a tool can be used', async ({ page }) => {
    for (const { path } of toolScreens) {
      await page.goto(path);
      await expect(page.getByRole('search').getByRole('textbox')).toBeEditable();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  });

  test('R1.17 every tool has its coloured header with a search form', async ({ page }) => {
    for (const { path, title } of toolScreens) {
      await page.goto(path);
      const header = page.getByRole('region', { name: title });
      await expect(header.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(header.getByRole('search').getByRole('button').first()).toBeVisible();
      expect(await header.evaluate((element) => getComputedStyle(element).backgroundImage)).toContain('gradient');
    }
  });
});

test.describe('the announced tools', () => {
  for (const [id, path, title] of [['R2.26 R2.91 R1.3', '/ip-logger', 'IP Logger']] as const) {
    test(`${id} ${path} says what is planned, and offers no form`, async ({ page }) => {
      await open(page, path);
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(main.getByText('Coming Soon', { exact: true })).toBeVisible();
      await expect(main.getByRole('listitem')).toHaveText([...PLANNED[path]]);
      await expect(main.locator('form, input, button')).toHaveCount(0);
      for (const link of await main.getByRole('link').all()) {
        const href = await link.getAttribute('href');
        expect(screens.map((screen) => screen.path)).toContain(href);
      }
    });
  }

  // Their titles name the numbers, for `npm run requirements` reads titles and not what a loop makes of them.
  test('R2.26 R2.91 R1.3 are announced in the page as it is served', async ({ page }) => {
    for (const [path, planned] of Object.entries(PLANNED)) {
      const html = await (await page.request.get(path)).text();
      for (const text of ['Coming Soon', ...planned]) expect(html).toContain(text);
    }
  });
});

test.describe('the privacy policy', () => {
  test('R2.28 R2.93 R2.94 is static, and says when it was last updated', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.resourceType()));
    await page.goto(`${baseURL}/privacy-policy`);
    await expect(page.getByRole('main').getByText('Last updated: 2nd October 2024')).toBeVisible();
    await expect(page.getByRole('main').locator('form, input, button')).toHaveCount(0);
    expect(asked.filter((type) => ['xhr', 'fetch', 'script'].includes(type))).toEqual([]);
    await context.close();
  });

  test('R2.95 has its sections in order, each linked from the table of contents', async ({ page }) => {
    await open(page, '/privacy-policy');
    const titles = [
      'Introduction',
      'Information Collection And Use',
      'Use of Data',
      'Security Of Data',
      "Children's Privacy",
      'Changes To This Privacy Policy',
      'Contact Us',
    ];
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(titles);
    const contents = page.getByRole('navigation', { name: 'On this page' });
    await expect(contents.getByRole('link')).toHaveText(titles);
    await contents.getByRole('link', { name: 'Contact Us' }).click();
    await expect(page.getByRole('heading', { name: 'Contact Us' })).toBeInViewport();
  });

  test('R2.96 R2.97 R2.98 R9.26 states its facts', async ({ page }) => {
    await page.goto('/privacy-policy');
    const section = (name: string) => page.getByRole('region', { name, exact: true });
    const collected = section('Information Collection And Use').getByRole('listitem');
    await expect(collected).toHaveText([
      /email address/,
      /IP address/,
      /browser type/,
      /links created with the IP logger/,
      /usage data/,
    ]);
    await expect(section("Children's Privacy")).toContainText(/under the age of 18/);
    await expect(section("Children's Privacy")).toContainText(/not knowingly collect/);
    await expect(section('Contact Us').getByRole('link')).toHaveAttribute('href', 'mailto:contact@example.com');
  });
});

test('the privacy policy describes this installation, with and without a script', async ({ browser, baseURL }) => {
  const texts: string[] = [];
  for (const javaScriptEnabled of [false, true]) {
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.goto(`${baseURL}/privacy-policy`, { waitUntil: 'networkidle' });
    texts.push(await page.getByRole('region', { name: 'What this installation does' }).innerText());
    expect(errors).toEqual([]);
    await context.close();
  }
  const [prerendered = '', hydrated = ''] = texts;
  expect(hydrated).toBe(prerendered);
  expect(prerendered).toContain('Geolocation service (not used here)');
  expect(prerendered).toContain('in the memory of this server, for an hour at most');
  expect(prerendered).toContain('lookups for 90 days and 5,000 at most');
  expect(prerendered).not.toMatch(/%|has not sent it/);
});

test('every page has one h1, no skipped heading levels, and one of each landmark', async ({ page, watch }) => {
  watch.allow(/404/);
  for (const { path } of everyPage) {
    await page.goto(path);
    const levels = await page
      .locator('main :is(h1, h2, h3, h4)')
      .evaluateAll((all) => all.map(({ tagName }) => Number(tagName.slice(1))));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
    for (const part of ['banner', 'main', 'contentinfo'] as const) {
      await expect(page.getByRole(part)).toHaveCount(1);
    }
  }
});

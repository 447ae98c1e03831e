import { rootCertificates } from 'node:tls';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { everyPage, holdScripts, menu, pagesOfEachKind, takenOver, toolScreens } from './site.ts';
import { both, isLong, long } from './test-set.ts';

const field = (page: Page) => page.getByRole('textbox', { name: 'Domain name' });

test.describe('before the script is loaded', () => {
  test('typed text is kept, with the focus', async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto('/dns');
    await field(page).pressSequentially('www.plain.t');
    release();
    await takenOver(page);
    await expect(field(page)).toBeFocused();
    await field(page).pressSequentially('est');
    await expect(field(page)).toHaveValue('www.plain.test');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 2, name: 'www.plain.test' })).toBeVisible();
  });

  test('a sign of the lookup appears before the next page does, and stays', async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto('/dns');
    const isBar = page.locator('html[data-asked]');
    await expect(isBar).toHaveCount(0);
    await field(page).fill('www.plain.test');
    // The page is left as soon as the next one arrives.
    await page.evaluate(() =>
      addEventListener('pagehide', () => {
        sessionStorage.setItem('sign', String(document.documentElement.hasAttribute('data-asked')));
      }),
    );
    await field(page).press('Enter');
    await page.waitForURL('**/dns?domain=www.plain.test', { waitUntil: 'commit' });
    expect(await page.evaluate(() => sessionStorage.getItem('sign'))).toBe('true');
    await expect(isBar).toHaveCount(1);
    release();
    await expect(page.getByRole('heading', { level: 2, name: 'www.plain.test' })).toBeVisible();
  });

  test('typed text is kept on every tool', long, async ({ page }) => {
    for (const { path } of toolScreens) {
      await page.goto('about:blank');
      const release = await holdScripts(page);
      await page.goto(path);
      const any = page.getByRole('search').getByRole('textbox');
      await any.fill('example.org');
      release();
      await takenOver(page);
      await expect(any).toHaveValue('example.org');
      await page.unrouteAll({ behavior: 'wait' });
    }
  });

  test('certificates pasted on their page are decoded', async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto('/certificate');
    const text = page.getByRole('main').getByRole('textbox');
    await text.fill(rootCertificates.slice(0, 2).join('\n'));
    release();
    await expect(page.getByRole('heading', { level: 2, name: /^Certificate \d/ })).toHaveCount(2);
    await text.fill('');
    await expect(page.getByRole('heading', { level: 2, name: /^Certificate \d/ })).toHaveCount(0);
    await text.fill('no certificate');
    await expect(page.getByText('There is no PEM block in this text.')).toBeVisible();
  });

  test('options typed into DNS Lookup are used', long, async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto('/dns');
    await page.getByText('Options', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Types' }).fill('mx');
    await page.getByRole('textbox', { name: 'Server' }).fill('192.0.2.53');
    release();
    await takenOver(page);
    await expect(page.getByRole('textbox', { name: 'Server' })).toHaveValue('192.0.2.53');
    await page.getByRole('textbox', { name: 'Server' }).fill('');
    await field(page).fill('all.test');
    await field(page).press('Enter');
    await page.waitForURL('**/dns?domain=all.test&type=mx');
    await expect(page.getByRole('heading', { level: 2, name: 'NS Records' })).toHaveCount(0);
  });

  test('options chosen on Traceroute and typed on Email Checker are used', long, async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto('/traceroute');
    await page.getByText('Options', { exact: true }).click();
    await page.getByLabel('Packets').selectOption('udp');
    await page.getByLabel('Look for parallel paths').check();
    release();
    await takenOver(page);
    await page.locator('#field').fill('plain.test');
    await expect(page.getByLabel('Packets')).toHaveValue('udp');
    await expect(page.getByLabel('Look for parallel paths')).toBeChecked();
    await page.unrouteAll({ behavior: 'wait' });

    const releaseNext = await holdScripts(page);
    await page.goto('/mail');
    await page.getByText('Options', { exact: true }).click();
    await page.getByLabel('DKIM selectors').fill('s1');
    await page.getByLabel('Envelope sender').fill('news@plain.test');
    releaseNext();
    await takenOver(page);
    await page.locator('#field').fill('plain.test');
    await expect(page.getByLabel('DKIM selectors')).toHaveValue('s1');
    await expect(page.getByLabel('Envelope sender')).toHaveValue('news@plain.test');
  });

  test('the form is a plain GET form', long, async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto('/dns');
    await field(page).fill('www.plain.test');
    await field(page).press('Enter');
    await page.waitForURL('**/dns?domain=www.plain.test');
    release();
    await expect(page.getByRole('heading', { level: 2, name: 'www.plain.test' })).toBeVisible();
    await expect(field(page)).toHaveValue('www.plain.test');
  });

  for (const { path, name } of [
    { path: '/ping', name: 'host' },
    { path: '/ssl', name: 'domain' },
    { path: '/subdomain', name: 'domain' },
  ]) {
    test(`a submit on ${path} before the script is loaded is answered by the page it opens`, long, async ({ page }) => {
      const target = `${path}?${name}=plain.test`;
      const asked: string[] = [];
      page.on('request', (request) => {
        if (new URL(request.url()).pathname.startsWith('/api/v2/')) asked.push(request.url());
      });
      const release = await holdScripts(page);
      await page.goto(path);
      const field = page.getByRole('search').getByRole('textbox');
      await field.fill('plain.test');
      await field.press('Enter', { noWaitAfter: true });
      await page.waitForURL(`**${target}`);
      expect(asked).toEqual([]);
      release();
      await expect.poll(() => asked.length).toBe(1);
      // The mark is used up: the same address as a link waits for a press.
      asked.length = 0;
      await page.goto('/mac');
      await page.goto(target);
      await takenOver(page);
      await page.waitForLoadState('networkidle');
      expect(asked).toEqual([]);
    });
  }

  test('pressed buttons and keys are handled once it is loaded', long, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    const release = await holdScripts(page);
    await page.goto('/mac');
    await page
      .locator('.side')
      .getByRole('button', { name: /^Theme:/ })
      .click();
    release();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  });

  test(
    'so are links and buttons of the sign-in page, which React hydrates later than its frame',
    long,
    async ({ page }) => {
      for (const [role, name, shown] of [
        ['link', 'Need an account? Sign up', page.getByRole('heading', { name: 'Create a new account' })],
        ['button', 'Show password', page.getByRole('button', { name: 'Show password', pressed: true })],
      ] as const) {
        const release = await holdScripts(page);
        await page.goto('/login');
        await page.getByRole(role, { name }).click();
        release();
        await expect(shown).toBeVisible();
        expect(new URL(page.url()).hash).toBe('');
      }
    },
  );

  test('the shortcut of the palette is handled, too', long, async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto('/mac');
    await page.keyboard.press('Control+k');
    release();
    await expect(page.getByRole('dialog', { name: 'Search tools' })).toBeVisible();
  });

  test('R2.7 Space follows an item of the sidebar', long, async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto('/mac');
    await page.getByRole('navigation', { name: 'Tools' }).getByRole('link', { name: 'Ping' }).press('Space');
    await page.waitForURL('**/ping');
    release();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ping');
  });

  test('it is loaded at the first interaction, or at once if the address has a query', long, async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    const atLoad = () =>
      page.evaluate(() => performance.getEntriesByType('resource').map(({ name, startTime }) => ({ name, startTime })));
    await page.goto('/dns');
    await takenOver(page);
    const loadedAt = await page.evaluate(
      () => performance.getEntriesByType('navigation')[0]?.toJSON().loadEventStart as number,
    );
    const first = (await atLoad()).filter(({ name }) => name.endsWith('.js')).map(({ startTime }) => startTime);
    expect(Math.min(...first)).toBeGreaterThanOrEqual(loadedAt + 390);
    await page.goto('/dns?domain=plain.test');
    await takenOver(page);
    const early = (await atLoad()).filter(({ name }) => name.endsWith('.js')).map(({ startTime }) => startTime);
    const parsed = await page.evaluate(
      () => performance.getEntriesByType('navigation')[0]?.toJSON().loadEventStart as number,
    );
    expect(Math.min(...early)).toBeLessThan(parsed);
  });
});

test.describe('without the script', () => {
  test('every page is complete', both, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    for (const { path, title } of isLong ? everyPage : pagesOfEachKind) {
      await page.goto(baseURL + path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        path === '/login' ? 'Sign in to your account' : title,
      );
      await expect(page.getByRole('navigation', { name: 'Tools' }).getByRole('link')).toHaveCount(menu.length);
      await expect(page.getByRole('contentinfo')).toBeVisible();
    }
    await page.getByRole('navigation', { name: 'Tools' }).getByRole('link', { name: 'Ping' }).click();
    await expect(page).toHaveTitle('Ping · Sonde');
    await context.close();
  });
});

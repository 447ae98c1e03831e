import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { boxes, type MenuItem, menu, open, screens, tabTo } from './site.ts';
import { both, isLong, long } from './test-set.ts';

interface Group {
  readonly name: string;
  /** Name, path and id of its items. */
  readonly items: readonly (readonly [name: string, path: string, id: string])[];
}

const itemsOf = (group: MenuItem['group']): Group['items'] =>
  menu.filter((one) => one.group === group).map(({ name, path, id }) => [name, path, id]);
const groups: readonly Group[] = [
  { name: 'IP Tools', items: itemsOf('ip') },
  { name: 'Domain Tools', items: itemsOf('domain') },
  { name: 'Network Tools', items: itemsOf('network') },
  { name: 'Checks', items: itemsOf('checks') },
];
const items = groups.flatMap((group) => group.items);

const sidebar = (page: Page) => page.locator('header.side');
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Menu' });
const menuButton = (page: Page) => page.getByRole('button', { name: 'Open menu' });
const item = (page: Page, name: string) => page.getByRole('navigation', { name: 'Tools' }).getByRole('link', { name });
const path = (page: Page) => new URL(page.url()).pathname;

async function openDrawer(page: Page, url = '/dns') {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, url);
  await menuButton(page).click();
  await expect(drawer(page)).toBeVisible();
}

test.describe('the layout', () => {
  test('R2.1 R1.17 is sidebar, page content, footer, then the cookie banner', async ({ page }) => {
    await page.goto('/dns');
    const order = await page
      .locator('header.side, main, footer, section[aria-label="Cookies"]')
      .evaluateAll((parts) => parts.map((part) => part.getAttribute('aria-label') ?? part.tagName));
    expect(order).toEqual(['HEADER', 'MAIN', 'FOOTER', 'Cookies']);
    const [side, main, footer] = await boxes(page, 'header.side, main, footer');
    expect(side?.left).toBe(0);
    expect(main?.left).toBeGreaterThanOrEqual(side?.width ?? 0);
    expect(footer?.top).toBeGreaterThanOrEqual((main?.top ?? 0) + (main?.height ?? 0));
    for (const part of ['banner', 'navigation', 'main', 'search', 'contentinfo'] as const) {
      await expect(page.getByRole(part).first()).toBeVisible();
    }
    await expect(page.locator('main .hero').getByRole('heading', { level: 1 })).toBeVisible();
  });

  test('R2.8 R9.1 the sidebar is 15rem wide, whatever a rem is', async ({ page }) => {
    await page.goto('/');
    for (const width of [768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect((await sidebar(page).boundingBox())?.width).toBe(15 * 16);
    }
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '20px';
    });
    expect((await sidebar(page).boundingBox())?.width).toBe(15 * 20);
  });
});

test.describe('the sidebar', () => {
  test('R2.2 R2.3 R2.4 R2.5 R1.3 R1.9 R1.10 has the groups, and every item its name, id, path and icon', async ({
    page,
  }) => {
    await page.goto('/');
    const nav = page.getByRole('navigation', { name: 'Tools' });
    await expect(nav.getByRole('heading')).toHaveText(groups.map(({ name }) => name));
    for (const group of groups) {
      const links = nav.getByRole('list', { name: group.name, exact: true }).getByRole('link');
      await expect(links).toHaveText(group.items.map(([name]) => new RegExp(`^${name}(Soon)?$`)));
      const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      expect(hrefs).toEqual(group.items.map(([, href]) => href));
      const ids = await links.evaluateAll((all) => all.map((link) => link.id));
      expect(ids).toEqual(group.items.map(([, , id]) => expect.stringMatching(new RegExp(`\\b${id}$`))));
    }
    const icons = await nav
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.querySelector('svg')?.innerHTML));
    expect(icons.filter((icon) => icon !== undefined)).toHaveLength(items.length);
    expect(new Set(icons).size).toBe(items.length);
    await expect(nav.getByText('Soon', { exact: true })).toHaveCount(1);
  });

  test('R2.6 highlights the item of the current path, and no other', both, async ({ page }) => {
    await open(page, '/');
    for (const [name, href] of isLong ? items : items.slice(0, 3)) {
      await item(page, name).click();
      await expect(page).toHaveURL(href);
      const current = page.getByRole('navigation', { name: 'Tools' }).locator('[aria-current]');
      await expect(current).toHaveCount(1);
      await expect(current).toHaveAttribute('href', href);
      await expect(current).toHaveCSS('font-weight', '600');
    }
    await page.goto('/mac');
    const look = (name: string) => item(page, name).evaluate((link) => getComputedStyle(link).backgroundColor);
    expect(await look('Mac Id Info')).not.toBe(await look('Ping'));
    await page.goto('/privacy-policy');
    await expect(page.locator('.nav [aria-current]')).toHaveCount(0);
  });

  test('R2.7 its items follow click, Enter and Space, without loading the page anew', async ({ page }) => {
    await open(page, '/');
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await item(page, 'Ping').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ping');
    await item(page, 'DNS Lookup').press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('DNS Lookup');
    await item(page, 'Who Is').press('Space');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('WHOIS Checker');
    expect(path(page)).toBe('/whois');
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  test('leaves clicks that open a new tab to the browser', long, async ({ page, context }) => {
    await open(page, '/');
    const opened = context.waitForEvent('page');
    await item(page, 'Ping').click({ modifiers: ['Control'] });
    // What the tab shows is up to the browser.
    await opened;
    expect(path(page)).toBe('/');
  });
});

test.describe('in a small window', () => {
  test('R2.9 R9.2 the sidebar is hidden below 768 px, behind a menu button', async ({ page }) => {
    await page.setViewportSize({ width: 767, height: 800 });
    await page.goto('/');
    await expect(sidebar(page)).toBeHidden();
    await expect(menuButton(page)).toBeVisible();
    await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'false');
    await page.setViewportSize({ width: 768, height: 800 });
    await expect(sidebar(page)).toBeVisible();
    await expect(menuButton(page)).toBeHidden();
  });

  test(
    'R4.6 R2.10 the button opens it, Escape closes it, and the button has the focus again',
    both,
    async ({ page }) => {
      await openDrawer(page);
      await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'true');
      await expect(item(page, 'DNS Lookup')).toBeFocused();
      if (isLong) await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(drawer(page)).toBeHidden();
      await expect(menuButton(page)).toBeFocused();
      await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'false');
    },
  );

  test('R2.11 it closes on choosing an item, also the current one', long, async ({ page }) => {
    await openDrawer(page);
    await item(page, 'Ping').click();
    await expect(drawer(page)).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ping');
    await expect(page.getByRole('main')).toBeFocused();
    await menuButton(page).click();
    await item(page, 'Ping').press('Space');
    await expect(drawer(page)).toBeHidden();
    await menuButton(page).click();
    await item(page, 'Traceroute').press('Enter');
    await expect(drawer(page)).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Traceroute');
  });

  test('R2.12 it closes when the window grows to 768 px or wider', long, async ({ page }) => {
    await openDrawer(page);
    await page.setViewportSize({ width: 767, height: 800 });
    await expect(drawer(page)).toBeVisible();
    await page.setViewportSize({ width: 768, height: 800 });
    await expect(drawer(page)).toBeHidden();
    await expect(sidebar(page)).toBeVisible();
    await page.setViewportSize({ width: 390, height: 800 });
    await expect(drawer(page)).toBeHidden();
  });

  test('it closes on a press outside it', long, async ({ page }) => {
    await openDrawer(page);
    await page.mouse.click(330, 400);
    await expect(drawer(page)).toBeHidden();
  });

  test('it can be opened, used and closed by keyboard alone', long, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await open(page, '/ip-logger');
    await tabTo(page, menuButton(page), 5);
    await page.keyboard.press('Enter');
    await expect(item(page, 'IP Logger')).toBeFocused();
    for (let step = 0; step < 20; step += 1) {
      await page.keyboard.press('Tab');
      const isInside = await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
      );
      expect(isInside).toBe(true);
    }
    await tabTo(page, item(page, 'SSL Info'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('SSL Certificate Checker');
    await expect(drawer(page)).toBeHidden();
  });

  test('it has the same items on every page', long, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await open(page, '/');
    for (const { path: at } of screens.slice(0, 3)) {
      await open(page, at);
      await menuButton(page).click();
      await expect(drawer(page).getByRole('link')).toHaveCount(items.length + 2);
      await page.keyboard.press('Escape');
    }
  });
});

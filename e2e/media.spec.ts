import type { Page } from '@playwright/test';
import { expect, expectNoSidewaysScroll, test } from './fixtures.ts';
import { everyPage, open, pagesOfEachKind } from './site.ts';
import { both, isLong, long } from './test-set.ts';

const answer = (page: Page) => page.getByRole('heading', { level: 2, name: 'plain.test', exact: true });

async function openAnswer(page: Page) {
  await open(page, '/dns?domain=plain.test');
  await expect(answer(page)).toBeVisible();
}

/** Adds a style sheet that the content security policy does not block. */
async function style(page: Page, css: string) {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets.push(sheet);
  }, css);
}

test.describe('forced colours', () => {
  test.use({ forcedColors: 'active' });

  test('keep the border of every control and the mark of the current item', long, async ({ page }) => {
    await openAnswer(page);
    const bare = await page
      .locator('.btn:visible, .chip:visible, .badge:visible, .search, .panel:visible, .verdict, .cookie')
      .evaluateAll((all) =>
        all
          .filter((element) => {
            const { borderTopStyle, borderTopWidth } = getComputedStyle(element);
            return borderTopStyle === 'none' || Number.parseFloat(borderTopWidth) < 1;
          })
          .map(({ className }) => className),
      );
    expect(bare).toEqual([]);
    const outline = (name: string) =>
      page
        .getByRole('navigation', { name: 'Tools' })
        .getByRole('link', { name })
        .evaluate((link) => getComputedStyle(link).outlineStyle);
    expect(await outline('DNS Lookup')).toBe('solid');
    expect(await outline('Ping')).toBe('none');
    if (isLong) await page.screenshot({ path: 'e2e/output/screens/dns-answer-1280-forced.png', fullPage: true });
  });

  test('keep the focus visible, in the field too', long, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await open(page, '/dns');
    const field = page.getByRole('textbox', { name: 'Domain name' });
    await expect(field).toBeFocused();
    const look = () =>
      page.locator('.search').evaluate((box) => {
        const own = getComputedStyle(box);
        const inner = getComputedStyle(box.querySelector('input') ?? box);
        return [own.borderTopColor, own.borderTopWidth, own.outlineStyle, own.outlineColor, inner.outlineStyle].join(
          ' ',
        );
      });
    const focused = await look();
    await field.blur();
    expect(await look()).not.toBe(focused);
  });
});

test.describe('reduced motion', () => {
  test.use({ reducedMotion: 'reduce' });

  test('stops all motion except the spinner, and smooth scrolling', long, async ({ page }) => {
    await page.route('**/api/v2/dnsRecords?*', () => {});
    await open(page, '/dns?domain=plain.test');
    await expect(page.getByText('Looking up DNS records...')).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox')).toBeFocused();
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter((animation) => Number(animation.effect?.getComputedTiming().duration) > 1)
        .map((animation) => ((animation.effect as KeyframeEffect).target as Element).className),
    );
    expect(new Set(moving)).toEqual(new Set(['spin']));
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('auto');
  });
});

test.describe('larger text', () => {
  test('of 200 % fits into 640 px on every page, in drawer and answer', long, async ({ page, watch }) => {
    watch.allow(/404/);
    await page.setViewportSize({ width: 640, height: 800 });
    const enlarge = () =>
      page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
    const wide: string[] = [];
    for (const { path } of isLong ? everyPage : pagesOfEachKind) {
      await page.goto(path);
      await enlarge();
      const content = await page.evaluate(() => document.documentElement.scrollWidth);
      if (content > 640) wide.push(`${path}: ${content}`);
      const cut = await cutTexts(page);
      if (cut.length > 0) wide.push(`${path}: cut off: ${cut.join(', ')}`);
    }
    expect(wide).toEqual([]);
    await openAnswer(page);
    await enlarge();
    await expectNoSidewaysScroll(page);
    if (isLong) await page.screenshot({ path: 'e2e/output/screens/dns-answer-640-text-200.png', fullPage: true });
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    if (isLong) await page.screenshot({ path: 'e2e/output/screens/drawer-640-text-200.png' });
  });

  test('with wider spacing fits into 320 px on every page', long, async ({ page, watch }) => {
    watch.allow(/404/);
    await page.setViewportSize({ width: 320, height: 800 });
    const wide: string[] = [];
    for (const { path } of everyPage) {
      await page.goto(path);
      // WCAG 1.4.12
      await style(
        page,
        '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }',
      );
      const content = await page.evaluate(() => document.documentElement.scrollWidth);
      if (content > 320) wide.push(`${path}: ${content}`);
      const cut = await cutTexts(page);
      if (cut.length > 0) wide.push(`${path}: cut off: ${cut.join(', ')}`);
    }
    expect(wide).toEqual([]);
  });
});

/** Shown texts that are clipped by a box; options of a list are rendered by the browser. */
function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const overflow = (element: Element) => getComputedStyle(element).overflowX;
    const clippedBy = (box: Element | null): Element | null =>
      box === null || /auto|scroll/.test(overflow(box))
        ? null
        : /hidden|clip/.test(overflow(box))
          ? box
          : clippedBy(box.parentElement);
    const isCut = (text: Node) => {
      const parent = text.parentElement;
      if (!parent?.checkVisibility()) return false;
      const box = parent.closest('.sr, .side, option') ? null : clippedBy(parent);
      if (box === null || text.textContent?.trim() === '') return false;
      const range = document.createRange();
      range.selectNodeContents(text);
      const inner = range.getBoundingClientRect();
      const outer = box.getBoundingClientRect();
      return inner.left < outer.left - 1 || inner.right > outer.right + 1 || inner.bottom > outer.bottom + 1;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const cut: string[] = [];
    while (walker.nextNode()) if (isCut(walker.currentNode)) cut.push(walker.currentNode.textContent ?? '');
    return cut;
  });
}

test.describe('on paper', () => {
  test('there is the answer without any controls', both, async ({ page }) => {
    await openAnswer(page);
    await page.emulateMedia({ media: 'print' });
    const controls = page.locator(':is(.side, .topbar, .foot, .cookie, .ad, .search, .acts, .skip, .hint)');
    expect(await controls.count()).toBeGreaterThan(0);
    await expect(controls.filter({ visible: true })).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
    await expect(answer(page)).toBeVisible();
    for (const type of ['A', 'AAAA', 'MX', 'NS', 'SOA', 'TXT']) {
      await expect(page.getByRole('heading', { name: `${type} Records`, exact: true })).toBeVisible();
    }
    const main = await page.getByRole('main').boundingBox();
    expect(main?.x).toBe(0);
    if (isLong) await page.screenshot({ path: 'e2e/output/screens/dns-answer-print.png', fullPage: true });
  });

  test('there is all of a long answer, and afterwards the screen is as before', long, async ({ page }) => {
    const rows = Array.from({ length: 450 }, (_, index) => ['plain.test', `192.0.2.${index}`, '300']);
    await page.route('**/api/v2/dnsRecords?*', async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      body._data.records[0].data = rows;
      await route.fulfill({ response, json: body });
    });
    await openAnswer(page);
    const table = page.getByRole('region', { name: 'A Records, table', exact: true });
    await expect(table.locator('tbody tr')).toHaveCount(100);
    // Runs after the page's own listeners, which complete the answer for printing.
    await page.evaluate(() => {
      addEventListener('beforeprint', () => {
        Object.assign(window, { printedRows: document.querySelectorAll('#A tbody tr').length });
      });
    });
    await page.pdf();
    expect(await page.evaluate(() => (window as unknown as { printedRows?: number }).printedRows)).toBe(450);
    await expect(table.locator('tbody tr')).toHaveCount(100);
  });

  test('the colours are those for print, whatever the theme', long, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
    await openAnswer(page);
    const brightness = (selector: string, property: 'color' | 'backgroundColor') =>
      page
        .locator(selector)
        .first()
        .evaluate((element, name) => {
          const [red = 0, green = 0, blue = 0] = (getComputedStyle(element)[name].match(/\d+/g) ?? []).map(Number);
          return (red + green + blue) / 3;
        }, property);
    expect(await brightness('.panel', 'backgroundColor')).toBeGreaterThan(240);
    for (const text of ['h1', '.verdict h2', '.panel h2', 'td'])
      expect(await brightness(text, 'color')).toBeLessThan(80);
  });

  test('every page is without its chrome', long, async ({ page, watch }) => {
    watch.allow(/404/);
    await page.emulateMedia({ media: 'print' });
    for (const { path } of everyPage) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // The rules for paper are loaded with the script.
      const chrome = page.locator('.side:visible, .topbar:visible, .foot:visible, .cookie:visible, .ad:visible');
      await expect(chrome).toHaveCount(0);
    }
  });
});

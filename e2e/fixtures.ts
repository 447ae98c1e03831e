import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { isLong } from './test-set.ts';

export { expect };

/** The minified script: the browser reads it in half of the time. */
const axeScript = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2 up to AA, and the best practices of axe. */
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

export interface Fixtures {
  /** Fails the test for errors in the console, and for requests to other hosts. */
  readonly watch: Watch;
  /** Another server with this configuration, which all tests that ask for it share. */
  readonly serve: Serve;
  /** Addresses of resolvers that fail. */
  readonly deadResolvers: { readonly silent: string; readonly servfail: string };
}

type Serve = (env: Readonly<Record<string, string>>) => Promise<string>;

/** Allows messages in the console. */
export interface Watch {
  /** Allows a console message that the test causes on purpose. */
  allow(message: RegExp): void;
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
  baseURL: async ({}, use) => use(environment('SONDE_E2E_URL')),
  watch: [
    async ({ context }, use) => {
      const { problems, allowed } = watchContext(context);
      await use({ allow: (message) => allowed.push(message) });
      expect(problems.filter((problem) => !allowed.some((message) => message.test(problem)))).toEqual([]);
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  serve: async ({}, use) =>
    use(async (env) => {
      const response = await fetch(environment('SONDE_E2E_POOL'), { method: 'POST', body: JSON.stringify(env) });
      const text = await response.text();
      if (!response.ok) throw new Error(text);
      return text;
    }),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  deadResolvers: async ({}, use) =>
    use({ silent: environment('SONDE_E2E_SILENT_RESOLVER'), servfail: environment('SONDE_E2E_SERVFAIL_RESOLVER') }),
});

export function environment(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: the global set-up has not run.`);
  return value;
}

/** Collects console and script errors, violations of the content security policy, and requests to other hosts. */
function watchContext(context: BrowserContext) {
  const problems: string[] = [];
  const allowed: RegExp[] = [];
  context.on('console', (message) => {
    // The browser logs every failed answer of the API; the tests check what the page shows.
    const isAnswer = message.text().startsWith('Failed to load resource') && message.location().url.includes('/api/');
    if (message.type() === 'error' && !isAnswer) problems.push(`console: ${message.text()}`);
    if (message.type() === 'warning') problems.push(`warning: ${message.text()}`);
  });
  context.on('weberror', (error) => problems.push(`script: ${error.error().message}`));
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') problems.push(`foreign request: ${request.url()}`);
  });
  return { problems, allowed };
}

/** Only the colour rules of axe can give different results in the two themes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

const ALL_RULES: axe.RunOptions = { runOnly: { type: 'tag', values: AXE_TAGS } };
const ONLY_COLOURS: axe.RunOptions = { runOnly: { type: 'rule', values: COLOUR_RULES } };
const ALL_BUT_COLOURS: axe.RunOptions = {
  ...ALL_RULES,
  rules: Object.fromEntries(COLOUR_RULES.map((id) => [id, { enabled: false }])),
};

/**
 * Expects axe to find nothing on the page in its current state. A test that uses this or what follows has the tag @both:
 * the rules on colours, which take most of the time, are for the long set, and in the short one for a page of each kind.
 */
export const expectAccessible = (page: Page) =>
  isLong ? expectNoFindings(page, ALL_RULES) : expectAccessibleButColours(page);

/** In the long set with the colours, in the light and in the dark theme; the page is light afterwards. */
export const expectAccessibleInBothThemes = (page: Page) =>
  isLong ? expectColoursInBothThemes(page) : expectAccessibleButColours(page);

/** With the colours; in the long set of both themes. */
async function expectColoursInBothThemes(page: Page): Promise<void> {
  await expectNoFindings(page, ALL_RULES);
  if (!isLong) return;
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoFindings(page, ONLY_COLOURS);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Without the colour rules, for pages that repeat what was checked before. */
export const expectAccessibleButColours = (page: Page) => expectNoFindings(page, ALL_BUT_COLOURS);

async function expectNoFindings(page: Page, rules: axe.RunOptions): Promise<void> {
  await page.evaluate(async () => {
    // Colours are checked after animations have ended; endless animations are not waited for.
    const endless = (one: Animation) => one.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY;
    // Chromium never finishes a transition of something not drawn, such as a button in a closed <details>.
    const isDrawn = ({ effect }: Animation) =>
      (effect as KeyframeEffect).target?.checkVisibility({ contentVisibilityAuto: true }) ?? false;
    const ending = document.getAnimations().filter((one) => !endless(one) && isDrawn(one));
    await Promise.all(ending.map((one) => one.finished.catch(() => null)));
  });
  // axe is injected once per page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript);
  const findings = await page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    // Content skipped below the window would be laid out again for every query of axe, which takes a minute with a
    // thousand cards.
    const laidOut = new CSSStyleSheet();
    laidOut.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets.push(laidOut);
    // From the top: what a visitor has scrolled half under the bar that stays in view is no smaller for that.
    const { scrollX: left, scrollY: top } = window;
    scrollTo({ left: 0, top: 0, behavior: 'instant' });
    // Elements are reported by their markup: computing selectors takes a third of the time.
    const { violations } = await axe.run({
      ...options,
      resultTypes: ['violations'],
      iframes: false,
      selectors: false,
    });
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== laidOut);
    scrollTo({ left, top, behavior: 'instant' });
    return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(' ')})`);
  }, rules);
  expect(findings).toEqual([]);
}

type Look = (width: number) => Promise<unknown>;
const noLook: Look = async () => {};

/**
 * Expects a page that fits every window from 320 to 1280 px; axe checks it at the width of a small phone, and in the long
 * set of a desktop.
 */
export const expectFits = (page: Page, look = noLook) => expectFitsWith(expectAccessible, page, look);

/** The same, with axe in both themes. Colours do not move anything, so the layout is checked in one theme. */
export const expectFitsInBothThemes = (page: Page, look = noLook) =>
  expectFitsWith(expectAccessibleInBothThemes, page, look);

/** The same for a page of each kind, whose colours the short set checks as well. */
export const expectFitsWithColours = (page: Page, look = noLook) =>
  expectFitsWith(expectColoursInBothThemes, page, look);

async function expectFitsWith(expectGood: (page: Page) => Promise<void>, page: Page, look: Look): Promise<void> {
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
    if (width === 320 || (width === 1280 && isLong)) await expectGood(page);
    await look(width);
  }
}

/** Expects that no control of a panel, which clips what is too wide, is beyond the right edge of the window. */
export async function expectInside(panel: Locator, width: number): Promise<void> {
  const ends = await panel
    .locator('input, textarea, select, button')
    .evaluateAll((controls) => controls.map((one) => Math.ceil(one.getBoundingClientRect().right)));
  expect(ends.length).toBeGreaterThan(0);
  expect(Math.max(...ends)).toBeLessThanOrEqual(width);
}

/** Expects that nothing on the page is beyond the right edge of the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { content, viewport } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    viewport: document.documentElement.clientWidth,
  }));
  expect(content).toBeLessThanOrEqual(viewport);
}

/** Expects a table to scroll nowhere sideways, and at least so many cells of its first row within its width. */
export async function expectAllColumnsShown(table: Locator, cells: number): Promise<void> {
  const { hidden, shown } = await table.evaluate((region) => {
    const { left, right } = region.getBoundingClientRect();
    const boxes = [...(region.querySelector('tbody tr')?.children ?? [])]
      .map((cell) => cell.getBoundingClientRect())
      .filter(({ width }) => width > 0);
    return {
      hidden: region.scrollWidth - region.clientWidth,
      shown: boxes.filter((box) => box.left >= left && box.right <= right + 1).length,
    };
  });
  expect({ hidden, areShown: shown >= cells }, `${shown} cells are shown`).toEqual({ hidden: 0, areShown: true });
}

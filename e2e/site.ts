import { expect, type Page } from '@playwright/test';

/** A screen of the route table. */
export interface Screen {
  readonly path: string;
  /** The heading of its page, and the first part of its title. */
  readonly title: string;
  readonly group: 'ip' | 'domain' | 'network' | 'checks';
}

/** A line of the menu. */
export interface MenuItem extends Screen {
  readonly id: string;
  readonly name: string;
  readonly status: 'live' | 'soon';
}

const screen = (path: string, title: string, group: Screen['group']): Screen => ({ path, title, group });

/** Imported at run time, because these tests are compiled without the pages. */
const registry = new URL('../apps/web/src/tools/index.ts', import.meta.url);
const { screens: cards } = (await import(registry.href)) as { screens: readonly MenuItem[] };
/** The menu: every tool, in the order of the registry. */
export const menu = cards;
const live = cards
  .filter(({ status }) => status === 'live')
  .map(({ path, title, group }) => screen(path, title, group));

const SPECIFIED = ['/', '/ssl', '/whois', '/dns', '/subdomain', '/ping'];

/** The pages of the tools that the specification describes, in the order of the sidebar. */
export const toolScreens: readonly Screen[] = live.filter(({ path }) => SPECIFIED.includes(path));

/** The pages of further tools. */
export const laterScreens: readonly Screen[] = live.filter(({ path }) => !SPECIFIED.includes(path));

/** The pages without a tool. */
export const otherScreens: readonly Screen[] = [
  screen('/ip-logger', 'IP Logger', 'ip'),
  screen('/privacy-policy', 'Privacy Policy', 'ip'),
  screen('/data', 'Data on this server', 'ip'),
  screen('/login', 'Sign in', 'ip'),
  screen('/dashboard', 'Dashboard', 'ip'),
  screen('/certificate', 'Certificate decoder', 'domain'),
  screen('/lists', 'Lists', 'checks'),
  screen('/watch', 'Watch', 'checks'),
];

/** The whole route table. */
export const screens: readonly Screen[] = [...toolScreens, ...laterScreens, ...otherScreens];

/** Every page: the route table, and the page for all other paths. */
export const everyPage: readonly Screen[] = [...screens, screen('/no-such-page', 'Page not found', 'ip')];

const KINDS = ['/', '/privacy-policy', '/dashboard', '/no-such-page'];

/** A page of each kind, for tests that look at every page in the long set only. */
export const pagesOfEachKind = everyPage.filter(({ path }) => KINDS.includes(path));

/** Opens a page and waits until its script has taken it over. */
export async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  // An interaction loads the script at once.
  await page.evaluate(() => dispatchEvent(new Event('wheel')));
  await takenOver(page);
}

/** Waits until the script has taken over a page that was prerendered: its frame, and then its content. */
export async function takenOver(page: Page): Promise<void> {
  const isTaken = () =>
    page.evaluate(() => {
      const content = document.querySelector('#main > *');
      // React marks the elements that it has taken over; it does so with the content after the frame.
      const hasContent = content !== null && Object.keys(content).some((key) => key.startsWith('__reactFiber$'));
      return (window as { earlyPress?: unknown }).earlyPress === false && hasContent;
    });
  // Every test waits for this, so it polls often.
  await expect.poll(isTaken, { intervals: [25] }).toBe(true);
}

/** Opens every page of this browser as for a visitor who has accepted cookies. */
export async function acceptBefore(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // Frames from other origins have no storage.
    if (window === window.top) localStorage.setItem('cookieConsent', 'true');
  });
}

/** The boxes of all elements of a selector, in page coordinates. */
export function boxes(page: Page, selector: string) {
  return page.locator(selector).evaluateAll((elements) =>
    elements.map((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { left: left + scrollX, top: top + scrollY, width, height };
    }),
  );
}

/** Presses Tab until an element has the focus, at most `steps` times. */
export async function tabTo(page: Page, target: ReturnType<Page['locator']>, steps = 30): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(target).toBeFocused();
}

/** Holds scripts back until the returned function is called. */
export async function holdScripts(page: Page, which = '**/assets/*.js'): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(which, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** A desktop and a phone. */
export const windows = [
  ['a desktop', { width: 1280, height: 800 }],
  ['a phone', { width: 390, height: 800 }],
] as const;

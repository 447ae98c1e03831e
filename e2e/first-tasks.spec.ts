import type { Locator, Page } from '@playwright/test';
import { test } from './demo-world.ts';
import { expect, expectAccessible, expectNoSidewaysScroll } from './fixtures.ts';
import { open } from './site.ts';
import { both, isLong, long } from './test-set.ts';

/** A target of the demo: its servers have other ports if this user may not open 443. */
async function offered(page: Page, name: string): Promise<string> {
  const targets = await page.getByRole('list', { name: 'Targets to try' }).getByRole('link').allTextContents();
  return targets.find((target) => target.replace(/^([a-z\d.-]+):\d+$/, '$1') === name) ?? name;
}

/** A question of a first-time visitor. */
interface Task {
  readonly question: string;
  readonly path: string;
  readonly target: string;
  /** What answers it; all of it must be on the first screen. */
  answers(page: Page): readonly Locator[];
}

const summary = (page: Page) => page.getByRole('region', { name: 'Summary' });
const says = (text: string | RegExp) => (page: Page) => summary(page).getByText(text).first();
const answeredBy =
  (...texts: readonly (string | RegExp)[]) =>
  (page: Page) =>
    texts.map((text) => says(text)(page));

const tasks: readonly Task[] = [
  {
    question: 'Why does my site show a warning?',
    path: '/ssl',
    target: 'expired.test',
    answers: answeredBy('Broken', /^Certificate expired\./),
  },
  {
    question: 'Is the TLS of this server up to date?',
    path: '/ssl',
    target: 'outdated.test',
    answers: answeredBy(/^(Broken|Warning)$/, 'Protocols'),
  },
  {
    question: 'When do I have to renew, and who cannot connect?',
    path: '/ssl',
    target: 'shop.test',
    answers: answeredBy('Expiry', 'Clients'),
  },
  {
    question: 'Does my domain expire soon?',
    path: '/whois',
    target: 'shop.test',
    answers: answeredBy(/ until \d+ [A-Z][a-z]+ \d{4}$/, 'Expiry'),
  },
  {
    question: 'Is my mail protected against forgery?',
    path: '/dns',
    target: '_dmarc.shop.test',
    answers: answeredBy('DMARC', 'Good'),
  },
  {
    question: 'Is my DNSSEC right?',
    path: '/dns',
    target: 'bogus.test',
    answers: answeredBy('Broken', /^DNSSEC validation fails\./),
  },
  {
    question: 'Is my connection losing packets?',
    path: '/ping',
    target: 'lossy.test',
    answers: answeredBy(/^Host is partially reachable \(\d+% packet loss\)$/, /^(Broken|Warning)$/),
  },
  {
    question: 'Which subdomains are dangling?',
    path: '/subdomain',
    target: 'careless.test',
    answers: answeredBy('Broken', /^Alias open to takeover\./),
  },
  {
    question: 'Where is this address?',
    path: '/',
    target: '8.8.8.8',
    answers: answeredBy(/United States/),
  },
];

const windows = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
] as const;

/** A ping of five packets takes ten seconds; checking a server or a search may take longer. */
const ANSWER_MS = 60_000;

/** One task of each kind: pings and TLS checks take long. */
const isShort = (path: string) => ['/delegation', '/mail', '/'].includes(path);

for (const { question, path, target, answers } of tasks) {
  test(
    `«${question}» is answered on the first screen of a desktop and of a phone`,
    isShort(path) ? both : long,
    async ({ page, demo }) => {
      // Visitors of the product see neither the demo's notice nor, after the first visit, the cookie banner.
      await page.addInitScript(() => localStorage.setItem('cookieConsent', 'true'));
      await open(page, demo + path);
      const typed = await offered(page, target);
      await page.locator('.site-notice').evaluate((notice) => notice.remove());
      const form = page.getByRole('search');
      await form.getByRole('textbox').fill(typed);
      await form.getByRole('textbox').press('Enter');
      for (const { width, height } of windows) {
        await page.setViewportSize({ width, height });
        for (const answer of answers(page)) {
          await expect(answer).toBeVisible({ timeout: ANSWER_MS });
          await expect(answer).toBeInViewport({ ratio: 1 });
        }
        expect(await page.evaluate(() => scrollY)).toBe(0);
        await expectNoSidewaysScroll(page);
        // The tests of each tool check answers in windows of all sizes.
        if (!isLong) continue;
        await expectAccessible(page);
        await page.screenshot({ path: `e2e/output/screens/task-${path.slice(1) || 'geo'}-${target}-${width}.png` });
      }
    },
  );
}

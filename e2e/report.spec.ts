import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { test } from './demo-world.ts';
import { expect, expectAccessible, expectAccessibleInBothThemes, expectNoSidewaysScroll } from './fixtures.ts';
import { shiftsOf, watchShifts } from './layout-shifts.ts';
import { print } from './paper.ts';
import { boxes, open, tabTo } from './site.ts';
import { both, isLong, long } from './test-set.ts';

const title = (page: Page) => page.getByRole('region', { name: 'Summary' }).getByRole('heading', { level: 2 });
const field = (page: Page) => page.getByRole('textbox', { name: 'Domain or IP address' });
const findings = (page: Page) => page.getByRole('region', { name: 'What to do' });
const counted = (page: Page) =>
  page.getByRole('region', { name: 'Summary' }).locator('strong').filter({ hasText: SUM });
const partNames = ['Who Is', 'Delegation', 'DNS Lookup', 'Mail', 'SSL Info', 'Web', 'IP Tracker'];
const SUM = /^\d of \d good\b/;

/** The API addresses that a page requests. */
function askedOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/v2/')) asked.push(pathname + search);
  });
  return asked;
}

async function reportOn(page: Page, target: string) {
  await field(page).fill(target);
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(counted(page)).toBeVisible({ timeout: 40_000 });
}

test(
  'a visitor sees the findings of every tool, the most severe first, with their remedies',
  both,
  async ({ demo, page }) => {
    await open(page, `${demo}/report`);
    await expect(
      page.getByText(/^Runs several tools on one target at once, .*: 7 tools on a name, \d tools on an address\.$/),
    ).toBeVisible();
    await reportOn(page, 'careless.test');
    const first = findings(page).getByRole('listitem').first();
    await expect(first).toContainText('SPF needs more than ten DNS lookups');
    await expect(first.getByRole('link', { name: 'Mail' })).toBeVisible();
    for (const name of partNames) await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
    await expect(page.getByRole('region', { name: 'IP Tracker', exact: true })).toContainText(
      'The name has no address.',
    );
    await expect(page.getByRole('region', { name: 'Mail', exact: true })).toContainText(
      'Can others send mail in its name?',
    );
    await expectAccessibleInBothThemes(page);
    for (const width of [1280, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
    }
  },
);

test(
  'a link starts nothing: the page states the cost of the report, and waits for a press',
  both,
  async ({ demo, page }) => {
    const asked = askedOf(page);
    await open(page, `${demo}/report?target=parked.test`);
    await expect(page.getByText('This one takes 7 tools, at most 23 units of your allowance;')).toBeVisible();
    if (isLong) await expectAccessible(page);
    expect(asked).toEqual([]);
    const start = page.getByRole('button', { name: 'Report on parked.test' });
    await tabTo(page, start);
    await page.keyboard.press('Enter');
    await expect(counted(page)).toBeVisible({ timeout: 40_000 });
    expect(asked).toEqual(['/api/v2/report?target=parked.test']);
  },
);

test('every part fills in place while others still run', long, async ({ demo, page }) => {
  await open(page, `${demo}/report`);
  // Its name servers never answer, which each tool notices after its own timeout.
  await field(page).fill('silent.test');
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveText('silent.test');
  const ended = page.getByText(/^[1-6] of 7 tools ha(s|ve) ended\.$/);
  await expect(ended).toBeVisible({ timeout: 30_000 });
  const first = await ended.textContent();
  const before = await boxes(page, 'section[id^="part-"]');
  expect(before).toHaveLength(partNames.length);
  await expectAccessible(page);
  await expect(ended.or(counted(page))).not.toHaveText(first ?? '', { timeout: 40_000 });
  if (await ended.isVisible()) expect(await boxes(page, 'section[id^="part-"]')).toEqual(before);
  await expect(counted(page)).toBeVisible({ timeout: 40_000 });
});

test(
  'on a phone a part that was not measured leaves no empty room, and nothing moves',
  long,
  async ({ demo, page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await watchShifts(page);
    await open(page, `${demo}/report`);
    await reportOn(page, 'gone.test');
    const failed = page.locator('.part:has(> .missing:only-child)');
    await expect(failed).not.toHaveCount(0);
    await expect(page.locator('.part.awaited:has(> .missing:only-child)')).toHaveCount(0);
    for (const part of await failed.all()) expect((await part.boundingBox())?.height).toBeLessThan(160);
    const { moved } = await shiftsOf(page);
    expect(moved.filter((html) => html.includes('id="part-'))).toEqual([]);
  },
);

test('a running report can be cancelled', long, async ({ demo, page }) => {
  await open(page, `${demo}/report`);
  await field(page).fill('www.silent.test');
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveText('www.silent.test');
  await page.keyboard.press('Escape');
  await expect(title(page)).toHaveCount(0);
  await expect(page).toHaveURL(`${demo}/report`);
});

test(
  'paper has every tool, a report leaves as a file, and full answers are not requested again',
  long,
  async ({ demo, page, context }, info) => {
    await open(page, `${demo}/report`);
    await reportOn(page, 'careless.test');
    const { text } = await print(page, info, 'A4');
    for (const expected of [
      'SPFneedsmorethantenDNSlookups',
      'NoCAArecordnamesanauthority',
      'Registrar',
      'Canotherssendmailinitsname?',
    ]) {
      expect(text).toContain(expected);
    }
    await expectFiles(page, context);
    const asked = askedOf(page);
    await page.getByRole('link', { name: 'Full answer of Mail' }).click();
    await expect(page.getByRole('heading', { name: 'DMARC' })).toBeVisible();
    await expect(page).toHaveURL(`${demo}/mail?domain=careless.test`);
    await page.goBack();
    await expect(counted(page)).toBeVisible();
    await page.getByRole('link', { name: 'Full answer of DNS Lookup' }).click();
    await expect(page.getByRole('heading', { name: 'MX Records' })).toBeVisible();
    // Which places there are is no answer.
    expect(asked.filter((call) => call !== '/api/v2/places')).toEqual([]);
  },
);

/** JSON, CSV, and a page that needs no server. */
async function expectFiles(page: Page, context: BrowserContext): Promise<void> {
  const download = async (name: string) => {
    await page.getByRole('button', { name: 'Export' }).click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name }).click()]);
    return { name: file.suggestedFilename(), path: await file.path() };
  };
  const json = await download('Download JSON');
  expect(json.name).toBe('report-careless.test.json');
  expect(JSON.parse(await readFile(json.path, 'utf8'))).toMatchObject({ target: 'careless.test', counts: {} });
  const csv = await download('Download CSV');
  expect(await readFile(csv.path, 'utf8')).toMatch(/^Table,State,Finding,About,Evidence,Fix,Tool,.*\r\nFindings,bad,/);
  const html = await download('Download HTML');
  expect(html.name).toBe('report-careless.test.html');
  const alone = await context.newPage();
  const requests: string[] = [];
  alone.on('request', (request) => requests.push(request.url()));
  await alone.setContent(await readFile(html.path, 'utf8'));
  await expect(alone.getByRole('heading', { level: 1, name: 'Report on careless.test' })).toBeVisible();
  await expect(alone.getByText('SPF needs more than ten DNS lookups').first()).toBeVisible();
  await alone.setViewportSize({ width: 320, height: 800 });
  await expectNoSidewaysScroll(alone);
  expect(requests).toEqual([]);
  await alone.close();
}

test(
  'a report is kept whole, and somebody else reads it unchanged, and in short without a script',
  long,
  async ({ demo, page, context, browser }, info) => {
    await open(page, `${demo}/report`);
    await reportOn(page, 'careless.test');
    const sum = await title(page).textContent();
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('button', { name: 'Make the link' }).click();
    const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
    const other = await context.newPage();
    const asked = askedOf(other);
    await open(other, link);
    await expect(title(other).first()).toHaveText(sum ?? '');
    await expect(findings(other).first().getByRole('listitem').first()).toContainText('SPF needs more than ten');
    await other.getByRole('link', { name: 'Full answer of Mail' }).click();
    await expect(other.locator('#answer-mail > h2')).toBeInViewport();
    expect(asked).toEqual([`/api/v2/snapshots/${link.split('/').at(-1)}`]);
    await expectAccessibleInBothThemes(other);
    for (const width of [1280, 390, 320]) {
      await other.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(other);
    }
    const { text } = await print(other, info, 'A4');
    for (const expected of [link, 'Thesignatureisvalid', 'SPFneedsmorethantenDNSlookups', 'Notmeasured.']) {
      expect(text).toContain(expected.replace(/\s/g, ''));
    }

    const withoutScript = await browser.newContext({ javaScriptEnabled: false });
    const plain = await withoutScript.newPage();
    await plain.goto(link);
    await expect(plain.getByRole('heading', { name: 'careless.test' })).toBeVisible();
    await expect(plain.getByText('SPF needs more than ten DNS lookups')).toBeVisible();
    await expect(plain.getByText('One moment…')).toHaveCount(0);
    await withoutScript.close();
  },
);

test('a report on an address has the parts that apply to it', long, async ({ demo, page }) => {
  await open(page, `${demo}/report`);
  await reportOn(page, '8.8.8.8');
  await expect(page.getByRole('region', { name: 'IP Tracker', exact: true })).toContainText('Place');
  await expect(page.getByRole('region', { name: 'Mail', exact: true })).toHaveCount(0);
});

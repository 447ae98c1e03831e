import type { Page } from '@playwright/test';
import { test } from './demo-world.ts';
import { expect, expectAccessible, expectNoSidewaysScroll } from './fixtures.ts';
import { formats, print } from './paper.ts';
import { open } from './site.ts';
import { both, isLong, long } from './test-set.ts';

const title = (page: Page) => page.getByRole('region', { name: 'Summary' }).getByRole('heading', { level: 2 });
const drawing = (page: Page) => page.getByRole('img', { name: /^Chain of trust/ });
const listItems = (page: Page) => page.locator('.chain-list li');
const serverRow = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Servers, table' }).getByRole('row').filter({ hasText: name });

async function check(page: Page, domain: string) {
  await page.getByRole('textbox', { name: 'Domain name' }).fill(domain);
  await page.getByRole('button', { name: 'Check', exact: true }).click();
}

test('a visitor checks a delegation from a page in the group Checks', both, async ({ demo, page }) => {
  await page.goto(isLong ? '/delegation' : `${demo}/delegation`);
  await expect(page.getByRole('heading', { level: 1, name: 'Delegation' })).toBeVisible();
  await check(page, 'no domain');
  await expect(page.getByRole('alert')).toHaveText('Please enter a domain name');
  await check(page, isLong ? 'all.test' : 'shop.test');
  // The demo has root servers of its own. Otherwise they are on the internet: without a connection the page says so.
  const cutOff = page.getByText('No DNS root server answers the Sonde server.');
  await expect(cutOff.or(page.getByRole('heading', { name: 'Servers' }))).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('a correctly signed zone is secure, with every step of the chain', long, async ({ demo, page }) => {
  await open(page, `${demo}/delegation?domain=shop.test`);
  await expect(title(page)).toHaveText('shop.test is in order, with valid DNSSEC');
  await expect(page.getByRole('region', { name: 'Summary' }).getByText(/^(\d+) of \1 good\b/)).toBeVisible();
  await expect(drawing(page)).toHaveAttribute(
    'aria-label',
    'Chain of trust: the root secure, test secure, shop.test secure. The list below has the same content.',
  );
  await expect(drawing(page).locator('.arrow[data-hold="ok"]')).toHaveCount(2 + 3 + 3 + 4);
  await expect(drawing(page).locator('.arrow:not([data-hold="ok"])')).toHaveCount(0);
  await page.getByText('Show as a list').click();
  await expect(listItems(page).filter({ hasText: /^shop\.test: Secure\./ })).toBeVisible();
  await expect(listItems(page).filter({ hasText: /^signs NS: valid until / })).toHaveCount(1);
  await expect(serverRow(page, 'ns1.test')).toContainText('authoritative');
  await expectAccessible(page);
});

for (const [domain, verdict, list, finding] of [
  ['wild.test', 'wild.test is in order, without DNSSEC', 'No DS (by NSEC) in test: proven', 'The zone is not signed'],
  ['bogus.test', 'bogus.test fails DNSSEC validation', 'signs SOA: broken, wrong', 'The chain of trust is broken'],
  ['behind.test', 'behind.test has errors', 'signs SOA: broken, expired', 'A signature has expired'],
  [
    'lame.test',
    'lame.test does not work: no name server serves it',
    'No answer',
    'A name server does not serve the zone',
  ],
] as const) {
  test(`the verdict on ${domain}, its findings and the list of its chain`, long, async ({ demo, page }) => {
    await open(page, `${demo}/delegation?domain=${domain}`);
    await expect(title(page)).toHaveText(verdict);
    // A note is folded.
    await expect(page.getByText(finding).first()).toBeAttached();
    await page.getByText('Show as a list').click();
    await expect(
      listItems(page)
        .getByText(list, { exact: true })
        .or(listItems(page).filter({ hasText: list }))
        .last(),
    ).toBeVisible();
  });
}

test(
  'a DS record of an old key: the correct one can be copied, and makes the zone secure before it is published',
  long,
  async ({ demo, page }) => {
    await open(page, `${demo}/delegation?domain=old-key.test`);
    await expect(title(page)).toHaveText('old-key.test fails DNSSEC validation');
    await expect(drawing(page).getByText('✗ no key')).toBeVisible();
    const record = page.getByRole('region', { name: 'DS record for the registrar' }).first();
    await expect(record).toHaveText(/^old-key\.test\. IN DS \d+ 13 2 [\dA-F]{64}$/);
    const text = await record.innerText();
    await page.getByRole('button', { name: 'More options' }).click();
    await page.getByText('Before publishing', { exact: true }).click();
    await page.getByRole('textbox', { name: 'DS records' }).fill(text);
    await page.getByRole('button', { name: 'Test before publishing' }).click();
    await expect(title(page)).toHaveText('old-key.test is in order, with valid DNSSEC');
    await expect(page.getByText(/^Tested before publishing/)).toBeVisible();
    expect(new URL(page.url()).searchParams.get('ds')).toMatch(/^\d+ 13 2 [\dA-F]{64}$/);
    await page.goBack();
    await expect(title(page)).toHaveText('old-key.test fails DNSSEC validation');
    // Collapsed again, as before.
    await expect(page.getByLabel('DS records')).toHaveValue('');
    await expect(page.getByLabel('DS records')).toBeHidden();
  },
);

test(
  'name servers are tested before the parent publishes them, and invalid ones are reported at their field',
  long,
  async ({ demo, page }) => {
    await open(page, `${demo}/delegation`);
    await page.getByText('Before publishing', { exact: true }).click();
    const servers = page.getByRole('textbox', { name: 'Name servers' });
    await servers.fill('ns1.test\nno server');
    await check(page, 'shop.test');
    await expect(page.getByRole('alert')).toContainText('Line 2, “no server”, is not a name server');
    await expect(servers).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page);
    await servers.fill('ns1.test\nns9.test/127.53.1.2');
    await page.getByRole('button', { name: 'Test before publishing' }).click();
    await expect(serverRow(page, 'ns9.test')).toContainText('refers upwards');
    await expect(serverRow(page, 'ns1.test')).toContainText('authoritative');
    await page.reload();
    await page.getByRole('button', { name: 'More options' }).click();
    await expect(servers).toHaveValue('ns1.test\nns9.test/127.53.1.2');
    await expect(serverRow(page, 'ns9.test')).toContainText('refers upwards');
  },
);

test('zones are told as they arrive, and are drawn where they stay', long, async ({ demo, page }) => {
  await open(page, `${demo}/delegation?domain=silent.test`);
  // Its servers never answer, which takes seconds; the zones above answered at once.
  await expect(page.getByText('Answered so far: the root (secure), test (secure).')).toBeVisible();
  await expect(title(page)).toHaveText('silent.test');
  await expect(drawing(page)).toHaveCount(0);
  await expect(drawing(page)).toHaveAttribute('aria-label', /silent\.test not determinable/);
  await expect(title(page)).toHaveText('silent.test does not work: no name server serves it');
  const before = await drawing(page).boundingBox();
  await expect(page.getByRole('heading', { name: 'What to do' })).toBeVisible();
  expect(await drawing(page).boundingBox()).toEqual(before);
});

test('a running check can be cancelled', long, async ({ demo, page }) => {
  await open(page, `${demo}/delegation`);
  // Another name in the same zone that was not looked up yet.
  await check(page, 'www.silent.test');
  await expect(title(page)).toHaveText('www.silent.test');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Check', exact: true })).toBeEnabled();
  await expect(page.getByRole('region', { name: 'Summary' })).toHaveCount(0);
});

test('everything can be reached by keyboard', long, async ({ demo, page }) => {
  await open(page, `${demo}/delegation?domain=behind.test`);
  await expect(title(page)).toHaveText('behind.test has errors');
  await page.getByText('Show as a list').focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.chain-list')).toBeVisible();
  const table = page.getByRole('region', { name: 'Servers, table' });
  await table.focus();
  await expect(table).toBeFocused();
  await page.getByText('addresses of the zones above').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('cell', { name: /^a\.root-servers\.test/ })).toBeVisible();
  await expectAccessible(page);
});

test('in a window of 320 pixels only the table scrolls, and its first column stays', long, async ({ demo, page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await open(page, `${demo}/delegation?domain=behind.test`);
  await expect(title(page)).toHaveText('behind.test has errors');
  await page.getByText('Show as a list').click();
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByText('Before publishing', { exact: true }).click();
  await expectNoSidewaysScroll(page);
  const width = (await drawing(page).boundingBox())?.width ?? 0;
  expect(width).toBeGreaterThan(200);
  expect(width).toBeLessThanOrEqual(320);
  const table = page.getByRole('region', { name: 'Servers, table' });
  const first = table.getByRole('cell').first();
  const left = (await first.boundingBox())?.x;
  await table.evaluate((box) => box.scrollTo({ left: box.scrollWidth }));
  expect(await table.evaluate((box) => box.scrollLeft)).toBeGreaterThan(50);
  expect((await first.boundingBox())?.x).toBeCloseTo(left ?? 0, 0);
});

test('paper has the verdict, the list, every server and the record to publish', long, async ({ demo, page }, info) => {
  await open(page, `${demo}/delegation?domain=old-key.test`);
  await expect(title(page)).toHaveText(/fails DNSSEC validation/);
  for (const format of formats) {
    const { text, blank } = await print(page, info, format);
    expect(blank).toBe(0);
    expect(text).toContain('old-key.testfailsDNSSECvalidation');
    expect(text).toContain('KSK');
    expect(text).toMatch(/old-key\.test\.INDS\d+132[\dA-F]{64}/);
    expect(text).toContain('Nokey');
    expect(text).toContain('ns2.test');
    expect(text).toContain('a.root-servers.test');
  }
});

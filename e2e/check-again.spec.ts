import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { open } from './site.ts';
import { long } from './test-set.ts';

const field = (page: Page) => page.getByRole('search').getByRole('textbox');
const checkedAt = (page: Page) => page.locator('.checked time').getAttribute('datetime');
const again = (page: Page) => page.getByRole('button', { name: 'Check again', exact: true });

test('an answer says when it was checked, by the time of the server, and can be checked again bypassing the cache', async ({
  page,
}) => {
  const received = page.waitForResponse(/dnsRecords/);
  await open(page, '/dns?domain=plain.test');
  await expect(again(page)).toBeVisible();
  const first = await checkedAt(page);
  expect((await (await received).json())._data.checkedAt).toBe(first);

  // An ordinary lookup may be answered from the cache, as its time shows.
  const ordinary = page.waitForResponse(/dnsRecords/);
  await field(page).press('Enter');
  await ordinary;
  await expect(again(page)).toHaveAttribute('aria-disabled', 'false');
  expect(await checkedAt(page)).toBe(first);

  const anew = page.waitForResponse(/domain=plain\.test&fresh=true/);
  await again(page).click();
  expect((await anew).status()).toBe(200);
  await expect.poll(() => checkedAt(page)).not.toBe(first);
  const second = await checkedAt(page);
  expect(Date.parse(second ?? '')).toBeGreaterThan(Date.parse(first ?? ''));
});

test(
  'if a recheck has to wait, the answer stays and a countdown is shown; then it is checked again',
  long,
  async ({ page }) => {
    await open(page, '/dns?domain=www.plain.test');
    const answer = page.getByRole('heading', { level: 2, name: 'www.plain.test', exact: true });
    await expect(answer).toBeVisible();
    // The first recheck may join another one, and on a busy machine five seconds may pass before the next.
    for (let index = 0; index < 8; index += 1) {
      await again(page).click();
      await expect(page.locator('.checked button[aria-disabled]')).not.toHaveText('Checking');
      if ((await page.getByRole('button', { name: /^Check again in/ }).count()) > 0) break;
      await expect(page.locator('.checked button[aria-disabled]')).toHaveAttribute('aria-disabled', 'false');
    }
    const waiting = page.getByRole('button', { name: /^Check again in [1-5] s$/ });
    await expect(waiting).toBeVisible();
    await expect(waiting).toBeFocused();
    await expect(answer).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expectAccessible(page);
    const before = await checkedAt(page);
    await expect(again(page)).toBeVisible();
    await again(page).click();
    await expect.poll(() => checkedAt(page)).not.toBe(before);
  },
);

test('the message for a name that is not found says when it was checked, too', long, async ({ page }) => {
  await open(page, '/dns?domain=nope.edge.test');
  await expect(page.getByText('No DNS records found for this domain')).toBeVisible();
  await expect(again(page)).toBeVisible();
  expect(Date.parse((await checkedAt(page)) ?? '')).toBeGreaterThan(0);
});

test('a lookup that is refused for some time shows a countdown on its button', long, async ({ page, serve }) => {
  const url = await serve({ SONDE_RATE_LIMIT: '2/10s' });
  await open(page, `${url}/dns`);
  for (const domain of ['a.test', 'b.test', 'c.test']) {
    await field(page).fill(domain);
    await field(page).press('Enter');
    await expect(field(page)).toHaveValue(domain);
  }
  await expect(page.getByRole('button', { name: /^Try again in \d+ s$/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again', exact: true })).toBeVisible();
});

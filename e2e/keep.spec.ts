import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts';
import { both, isLong, long } from './test-set.ts';

/** Looks a name up and keeps the answer; returns both links. */
async function keep(page: import('@playwright/test').Page, domain: string) {
  await page.goto(`/dns?domain=${domain}`);
  await page.getByRole('button', { name: 'Share' }).click();
  const kept = page.getByRole('dialog', { name: 'Share this result' });
  await expect(kept.getByRole('link', { name: 'Open the page' })).toBeVisible();
  if (isLong) await expectAccessible(page);
  return {
    link: await kept.getByRole('textbox', { name: 'Link', exact: true }).inputValue(),
    deleteLink: await kept.getByRole('textbox', { name: 'Link to delete it' }).inputValue(),
  };
}

/** Between the first paint, which shows the summary that the server has written, and the first request for a script. */
function firstScriptAfterPaintMs(): number {
  const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  return Math.min(...scripts.map(({ startTime }) => startTime)) - (paint?.startTime ?? Number.NaN);
}

test(
  'a visitor keeps an answer, and somebody else reads it unchanged, without a lookup',
  both,
  async ({ page, browser }) => {
    const domain = isLong ? 'all.test' : 'plain.test';
    const { link } = await keep(page, domain);
    const context = await browser.newContext();
    const other = await context.newPage();
    const calls: string[] = [];
    other.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) calls.push(pathname);
    });
    const response = await other.goto(link);
    expect(response?.status()).toBe(200);
    expect(response?.headers()['x-robots-tag']).toBe('noindex');
    expect(response?.headers()['referrer-policy']).toBe('no-referrer');
    await expect(other).toHaveTitle(new RegExp(`^${domain} · Kept result`));
    const about = other.getByRole('region', { name: 'About this page' });
    await expect(about).toContainText('The signature is valid');
    await expect(other.getByRole('region', { name: 'A Records', exact: true })).toBeVisible();
    expect(calls).toEqual([`/api/v2/snapshots/${link.split('/').at(-1)}`]);
    expect(await other.evaluate(firstScriptAfterPaintMs)).toBeGreaterThan(0);
    // The cookie banner would cover what axe measures.
    await other.getByRole('button', { name: 'Accept' }).click();
    await expectAccessible(other);
    await other.setViewportSize({ width: 320, height: 700 });
    await expectNoSidewaysScroll(other);

    await other.getByRole('button', { name: 'Compare with now' }).click();
    await expect(other.getByRole('region', { name: 'Since then' })).toContainText('Nothing has changed');
    if (isLong) await expectAccessible(other);
    await context.close();
  },
);

test('the files of a kept answer come from links on its page', long, async ({ page, request }) => {
  const { link } = await keep(page, 'all.test');
  for (const [format, type] of [
    ['json', 'application/json'],
    ['md', 'text/markdown'],
    ['csv', 'text/csv'],
    ['svg', 'image/svg+xml'],
  ] as const) {
    const file = await request.get(`${link}.${format}`);
    expect(file.status()).toBe(200);
    expect(file.headers()['content-type']).toContain(type);
  }
});

test('the second link deletes the page after a press', long, async ({ page, watch }) => {
  // The response for the deleted page.
  watch.allow(/404 \(Not Found\)/);
  const { link, deleteLink } = await keep(page, 'all.test');
  await page.goto('/');
  await page.goto(deleteLink);
  await page.getByRole('button', { name: 'Delete it now' }).click();
  await expect(page.getByText('This page has been deleted.')).toBeVisible();
  expect((await page.goto(link))?.status()).toBe(404);
  await expect(page.getByRole('alert')).toContainText('There is no kept result at this address.');
});

test('the dialog can be left by keyboard, and the focus returns to its button', long, async ({ page }) => {
  await page.goto('/dns?domain=all.test');
  const button = page.getByRole('button', { name: 'Share' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Share this result' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(button).toBeFocused();
});

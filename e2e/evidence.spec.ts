import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { open } from './site.ts';
import { isLong, long } from './test-set.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Sent and received' });
const summaries = (page: Page) => panel(page).locator('summary');

test('an answer can be measured again with its evidence: decoded, in hex, and as files', long, async ({ page }) => {
  const domain = isLong ? 'all.test' : 'plain.test';
  await open(page, `/dns?domain=${domain}`);
  await page.getByRole('button', { name: 'Show what was sent and received' }).click();
  await expect(panel(page)).toBeVisible();
  await expect(summaries(page).first()).toContainText('dns udp 198.51.100.1:53');
  await expect(summaries(page).first()).toBeInViewport();
  await summaries(page).first().press('Enter');
  await expect(panel(page).getByText(`question: ${domain}. A`)).toHaveCount(2);
  await expect(
    panel(page)
      .getByText(/^0000\s+[0-9a-f]{2}\s/)
      .first(),
  ).toBeVisible();
  if (isLong) await expectAccessible(page);

  const files: string[] = [];
  for (const name of ['Download JSON lines', 'Download pcapng']) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      panel(page).getByRole('button', { name }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^dns-\d{14}\.(jsonl|pcapng)$/);
    files.push(await download.path());
  }
  const [lines = '', capture = ''] = files;
  const [first, second] = (await readFile(lines, 'utf8')).split('\n').map((line) => line && JSON.parse(line));
  expect(first).toMatchObject({ kind: 'measurement', leftOut: 0 });
  expect(second).toMatchObject({ kind: 'exchange', number: 1, peer: { isReplaced: true } });
  expect((await readFile(capture)).readUInt32LE(0)).toBe(0x0a0d0d0a);
});

test('evidence does not scroll sideways in a narrow window', long, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page, '/dns?domain=nsec.test');
  await page.getByRole('button', { name: 'Show what was sent and received' }).click();
  await summaries(page).first().click();
  await expect(
    panel(page)
      .getByText(/^0000\s+[0-9a-f]{2}\s/)
      .first(),
  ).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { embedded, independent, signUp, test } from './accounts-visitor.ts';
import { expect, expectFitsInBothThemes, expectInside } from './fixtures.ts';
import { acceptBefore } from './site.ts';
import { long } from './test-set.ts';

// Sequential in one worker, so that servers are started once.
test.describe.configure({ mode: 'default' });

const panel = (page: Page) => page.getByRole('region', { name: 'Lists' });
const targets = (page: Page) => panel(page).getByRole('textbox', { name: 'Names and addresses' });
const item = (page: Page, name: string) => panel(page).getByRole('listitem').filter({ hasText: name }).first();

const textOf = async (download: Promise<Download>) => readFile(await (await download).path(), 'utf8');

async function start(page: Page, text: string, name: string): Promise<void> {
  await targets(page).fill(text);
  await panel(page).getByLabel('Name of the list').fill(name);
  await panel(page).getByLabel('DNS Lookup', { exact: true }).check();
  await panel(page).getByRole('button', { name: 'Estimate' }).click();
  await expect(panel(page).getByText(/lookups?, about/)).toBeVisible();
  await panel(page).getByRole('button', { name: 'Start the list' }).click();
  await expect(targets(page)).toHaveValue('');
}

test(
  'a list is uploaded, estimated, run, read, saved as files, compared with an earlier run, and removed',
  independent,
  async ({ page }) => {
    await signUp(page);
    await expect(panel(page).getByText(/Check many names at once/)).toBeVisible();
    await panel(page)
      .getByLabel('From a file')
      .setInputFiles({
        name: 'our domains.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('Domain;Owner\nplain.test;me\n???;you\nmissing.plain.test;"a, b"\n<b>no</b>;them\n'),
      });
    await expect(panel(page).getByText('2 targets found.')).toBeVisible();
    await expect(panel(page).getByText('Line 3: ???;you')).toBeVisible();
    await expect(panel(page).getByText('Line 5: <b>no</b>;them')).toBeVisible();
    const estimate = panel(page).getByRole('button', { name: 'Estimate' });
    await panel(page).getByLabel('DNS Lookup', { exact: true }).check();
    await expect(estimate).toBeDisabled();
    await panel(page).getByLabel('Leave these lines out').check();
    await estimate.click();
    await expect(panel(page).getByText('2 lookups, about')).toBeVisible();
    // A changed list needs a new estimate.
    await panel(page).getByLabel('DNS Lookup', { exact: true }).uncheck();
    await expect(panel(page).getByText('2 lookups, about')).toHaveCount(0);
    await panel(page).getByLabel('DNS Lookup', { exact: true }).check();
    await estimate.click();
    await panel(page).getByRole('button', { name: 'Start the list' }).click();

    const list = item(page, 'our domains');
    await expect(list).toContainText('ended');
    await list.getByRole('button', { name: 'Results of our domains' }).press('Enter');
    const lookups = list.getByRole('region', { name: 'Lookups of our domains' });
    await expect(lookups.getByRole('row')).toHaveCount(3);
    await expect(lookups).toContainText('No answer: nxdomain');
    await lookups.getByRole('link', { name: 'plain.test', exact: true }).click();
    const about = page.getByRole('region', { name: 'About this answer' });
    await expect(about).toContainText(/plain\.test, DNS Lookup, measured \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/);
    await expect(page.getByRole('table').first()).toBeVisible();
    await expect(about.getByRole('link', { name: 'Look up again' })).toHaveAttribute('href', '/dns?domain=plain.test');
    await page.goBack();
    await list.getByRole('button', { name: 'Results of our domains' }).click();
    const again = lookups.getByRole('link', { name: 'Look up plain.test again with DNS Lookup' });
    await expect(again).toHaveAttribute('href', '/dns?domain=plain.test');
    await list.getByLabel('Which lookups').selectOption({ label: 'No answer: not-found (DNS Lookup)' });
    await expect(lookups.getByRole('row')).toHaveCount(2);

    const saved = (name: string) =>
      Promise.all([page.waitForEvent('download'), list.getByRole('button', { name, exact: true }).click()]).then(
        ([one]) => one,
      );
    expect(await textOf(saved('CSV'))).toMatch(/^Target,Tool,State,.*\r\nplain\.test,dns,/);
    expect(JSON.parse(await textOf(saved('JSON')))).toMatchObject({ name: 'our domains', done: 2 });
    const lines = (await textOf(saved('All answers (NDJSON)'))).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).outcome.success)).toEqual([true, false]);

    await list.getByRole('button', { name: 'Run our domains again' }).click();
    await expect(panel(page).getByRole('button', { name: 'Run our domains again' })).toHaveCount(2);
    await item(page, 'our domains')
      .getByRole('button', { name: /^Results/ })
      .click();
    await panel(page).getByLabel('Compare with an earlier list').selectOption({ index: 1 });
    await expect(panel(page).getByText('Nothing has changed of 2 lookups in both lists.')).toBeVisible();
    for (let left = 2; left > 0; left -= 1) {
      await item(page, 'our domains')
        .getByRole('button', { name: /^Remove/ })
        .click();
      await panel(page).getByRole('button', { name: 'Remove it with its results' }).click();
      await expect(panel(page).getByRole('button', { name: 'Results of our domains' })).toHaveCount(left - 1);
    }
  },
);

test('a running list shows its progress, is the only one, and ends when it is stopped or removed', {
  tag: [embedded.tag, long.tag],
}, async ({ page }) => {
  await signUp(page);
  // Names of one domain are looked up one after the other.
  const many = Array.from({ length: 300 }, (_, at) => `n${at}.plain.test`).join('\n');
  await start(page, many, 'long');
  await expect(item(page, 'long')).toContainText(/\d+ of 300 lookups done/);
  await targets(page).fill('plain.test');
  await panel(page).getByRole('button', { name: 'Estimate' }).click();
  await panel(page).getByRole('button', { name: 'Start the list' }).click();
  await expect(panel(page).getByRole('alert')).toHaveText(
    'Your list long is still running. Only one list can run at a time.',
  );
  await expect(targets(page)).toHaveValue('plain.test');
  await panel(page).getByRole('button', { name: 'Remove long' }).click();
  await panel(page).getByRole('button', { name: 'Stop and remove it' }).click();
  await expect(panel(page).getByText('long', { exact: true })).toHaveCount(0);
  await panel(page).getByRole('button', { name: 'Start the list' }).click();
  await expect(panel(page).getByRole('button', { name: /^Run List of .* again$/ })).toBeVisible();

  await start(page, many, 'stopped');
  await expect(item(page, 'stopped')).toContainText(/[1-9]\d* of 300 lookups done/);
  await panel(page).getByRole('button', { name: 'Stop stopped' }).click();
  await expect(item(page, 'stopped')).toContainText(/[1-9]\d* of 300 lookups with DNS Lookup/);
  await panel(page).getByRole('button', { name: 'Results of stopped' }).click();
  await expect(item(page, 'stopped').getByRole('region', { name: 'Lookups of stopped' })).toContainText(
    'n0.plain.test',
  );
});

test('a list that is too long and a server that does not answer are reported', {
  tag: [embedded.tag, long.tag],
}, async ({ page }) => {
  await signUp(page);
  await panel(page).getByLabel('DNS Lookup', { exact: true }).check();
  // Browsers need seconds to insert a thousand lines as if they were typed.
  const buffer = Buffer.from(Array.from({ length: 1_001 }, (_, at) => `n${at}.test`).join('\n'));
  await panel(page).getByLabel('From a file').setInputFiles({ name: 'long.txt', mimeType: 'text/plain', buffer });
  await panel(page).getByRole('button', { name: 'Estimate' }).click();
  await expect(panel(page).getByRole('alert')).toHaveText('A list has at most 1000 targets.');
  await page.route('**/api/v2/lists', (route) => route.abort());
  await page.reload();
  await expect(panel(page).getByRole('alert')).toContainText('The server does not respond.');
  await page.unroute('**/api/v2/lists');
  await panel(page).getByRole('button', { name: 'Try again' }).click();
  await expect(targets(page)).toBeVisible();
});

test('the lists are accessible and fit, in both themes', { tag: [embedded.tag, long.tag] }, async ({ page }) => {
  await acceptBefore(page);
  await signUp(page);
  await start(page, 'plain.test\nwww.plain.test\nmissing.plain.test', 'first');
  await expect(panel(page).getByRole('button', { name: 'Run first again' })).toBeVisible();
  await start(page, `plain.test\n${'long-label.'.repeat(8)}plain.test`, 'second');
  await expect(panel(page).getByRole('button', { name: 'Run second again' })).toBeVisible();
  await panel(page).getByRole('button', { name: 'Results of second' }).click();
  await panel(page).getByLabel('Compare with an earlier list').selectOption({ index: 1 });
  await expect(panel(page).getByText(/of 1 lookup in both lists/)).toBeVisible();
  await targets(page).fill(`plain.test\n${'x'.repeat(200)}?`);
  await panel(page).getByRole('button', { name: 'Remove first' }).click();
  // Neither the toast nor the header may cover part of a pressable element.
  await expect(page.locator('.toast')).toHaveCount(0);
  await page.evaluate(() => scrollTo(0, 0));
  await expectFitsInBothThemes(page, (width) => expectInside(panel(page), width));
});

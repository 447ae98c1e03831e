import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { fill } from './accounts-visitor.ts';
import { test } from './demo-world.ts';
import { expect, expectAllColumnsShown, expectFitsInBothThemes, expectNoSidewaysScroll } from './fixtures.ts';
import { NOTHING, shiftsOf, watchShifts } from './layout-shifts.ts';
import { open } from './site.ts';
import { long } from './test-set.ts';

const PLACES = ['Frankfurt', 'New York', 'Singapore'];

/** Chooses all places, once their agents have joined; this browser remembers them. */
async function chooseAll(page: Page, demo: string): Promise<void> {
  const online = async () => {
    const { _data: data } = await (await page.request.get(`${demo}/api/v2/places`)).json();
    return data.places.filter(({ state }: { state: string }) => state === 'online').length;
  };
  await expect.poll(online, { timeout: 60_000 }).toBe(PLACES.length);
  await open(page, `${demo}/dns`);
  await page.getByText('From: this server').click();
  for (const place of PLACES) await page.getByRole('checkbox', { name: place }).check();
  await expect(page.getByText('From: this server and 3 places')).toBeVisible();
}

const panelOf = (page: Page) => page.getByRole('region', { name: 'From other places' });

test('places are chosen beside the field, remembered, and answer below the verdict', async ({ page, demo }) => {
  await chooseAll(page, demo);
  await open(page, `${demo}/dns?domain=shop.test`);
  const panel = panelOf(page);
  await expect(panel.getByRole('status')).toHaveText('3 of 4 places get the same records.');
  for (const place of ['This server', ...PLACES]) await expect(panel.getByRole('cell', { name: place })).toBeVisible();
  const groups = panel.getByRole('list', { name: 'Groups of equal answers' }).getByRole('listitem');
  await expect(groups.first().getByRole('heading')).toHaveText('3 places: This server, Frankfurt, New York');
  await expect(groups.last()).toContainText('Singapore');
  await expect(groups.last()).toContainText('which speaks against an old copy');
});

test('what differs is explained by serial numbers, and a failure is not counted', long, async ({ page, demo }) => {
  await chooseAll(page, demo);
  await open(page, `${demo}/dns?domain=changing.test`);
  await expect(panelOf(page)).toContainText('The serial number of the zone is an earlier one');
  await open(page, `${demo}/dns?domain=wild.test`);
  await expect(panelOf(page).getByRole('status')).toHaveText(
    'All 3 places that answered get the same records. At 1 place the name does not exist.',
  );
  await expect(panelOf(page)).toContainText('(nxdomain)');
});

test(
  'a trace from several places replaces the announcement, and shows where paths meet',
  long,
  async ({ page, demo }) => {
    await chooseAll(page, demo);
    await open(page, `${demo}/traceroute`);
    await expect(page.getByText('From: this server and 3 places')).toBeVisible();
    await expect(page.getByRole('main').getByText('Coming Soon')).toHaveCount(0);
    await page.getByRole('textbox', { name: 'Host name or IP address' }).fill('shop.test');
    await page.keyboard.press('Enter');
    const paths = panelOf(page).getByRole('list', { name: 'Paths at the side of the target' });
    await expect(paths.getByRole('listitem').first()).toContainText('Only the last hop is the same');
  },
);

test('the round trips of all places are on one axis and one map, and in words', long, async ({ page, demo }) => {
  const foreign: string[] = [];
  page.on('request', (request) => new URL(request.url()).origin !== demo && foreign.push(request.url()));
  await chooseAll(page, demo);
  await open(page, `${demo}/ping`);
  await expect(page.getByText('From: this server and 3 places')).toBeVisible();
  await page.getByRole('textbox', { name: 'Host name or IP address' }).fill('shop.test');
  await page.keyboard.press('Enter');
  const rows = panelOf(page).getByRole('list', { name: 'Round trips by place' }).getByRole('listitem');
  // Every place has its row and its sign before any has answered.
  await expect(rows).toHaveCount(4);
  const map = panelOf(page).getByRole('img', { name: 'Map of the places' });
  await expect(map.locator('span')).toHaveText(['1', '2', '3']);
  await expect(panelOf(page).getByRole('status')).toHaveText(/^3 of 4 places/, { timeout: 40_000 });
  for (const name of ['This server', ...PLACES])
    await expect(rows.filter({ hasText: name })).toHaveText(/[\d.]+ ms, from [\d.]+ ms to [\d.]+ ms$/);
  await expect(rows.locator('.average')).toHaveCount(4);
  const onMap = panelOf(page).getByRole('list', { name: 'Places on the map' }).getByRole('listitem');
  await expect(onMap).toHaveText([/, [\d.]+ ms$/, /, [\d.]+ ms$/, /, [\d.]+ ms$/]);
  // In the order in which the server lists them.
  for (const name of PLACES) await expect(onMap.filter({ hasText: name })).toHaveCount(1);
  await expect(panelOf(page)).toContainText(/Not on the map: This server, [\d.]+ ms\. No position is stated for it\./);
  // All of the demo is on one machine: the positions are those that its operator states.
  await expect(panelOf(page)).toContainText(/km apart .* or a stated position is wrong/);
  await map.scrollIntoViewIfNeeded();
  await expect(map).toHaveAttribute('data-state', 'shown');
  expect(foreign).toEqual([]);
});

test('in small windows no column of the answers is out of sight', long, async ({ page, demo }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await chooseAll(page, demo);
  await open(page, `${demo}/ping`);
  await page.getByRole('textbox', { name: 'Host name or IP address' }).fill('shop.test');
  await page.keyboard.press('Enter');
  await expect(panelOf(page).getByRole('status')).toHaveText(/^3 of 4 places/, { timeout: 40_000 });
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await expectAllColumnsShown(panelOf(page).getByRole('region', { name: 'Answers by place, table' }), 4);
    await expectNoSidewaysScroll(page);
  }
});

for (const width of [390, 1280]) {
  test(`nothing moves when the places are known, at ${width} pixels`, long, async ({ page, demo }) => {
    await page.setViewportSize({ width, height: 900 });
    await watchShifts(page);
    await page.route(/\/api\/v2\/places/, async (route) => {
      // Longer than the page needs to be painted first.
      await setTimeout(500);
      await route.continue();
    });
    for (const path of ['/', '/dns', '/whois', '/mail']) {
      await open(page, `${demo}${path}`);
      await page.locator('.from input').first().waitFor({ state: 'attached' });
      const { strict, moved } = await shiftsOf(page);
      expect(strict, `${path} moved: ${moved.join(', ')}`).toBeLessThan(NOTHING);
    }
  });
}

test('a watch measures from places, and its page says from which', long, async ({ page, demo }) => {
  await chooseAll(page, demo);
  await open(page, `${demo}/login`);
  await page.getByRole('link', { name: 'Need an account? Sign up' }).click();
  await fill(page, 'places@sonde.example');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  await open(page, `${demo}/watch?tool=dns&target=changing.test`);
  const from = page.getByRole('group', { name: 'Measure from this server and' });
  await from.getByLabel('Frankfurt').check();
  await from.getByLabel('New York').check();
  await expectFitsInBothThemes(page);
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  await page.getByRole('region', { name: 'Your watches' }).getByRole('link', { name: 'changing.test' }).click();
  await expect(page.getByRole('region', { name: 'changing.test' })).toContainText(
    'from this server, frankfurt, new-york',
  );
  await expect(page.getByRole('region', { name: 'Side by side', exact: true })).toBeVisible();
  await expectFitsInBothThemes(page);
});

test('the panel fits every window and is accessible in both themes', long, async ({ page, demo }) => {
  await chooseAll(page, demo);
  await open(page, `${demo}/dns?domain=shop.test`);
  await expect(panelOf(page).getByRole('status')).toHaveText(/^3 of 4 places/);
  await expectFitsInBothThemes(page);
  await open(page, `${demo}/ping`);
  await page.getByRole('textbox', { name: 'Host name or IP address' }).fill('shop.test');
  await page.keyboard.press('Enter');
  await expect(panelOf(page).getByRole('status')).toHaveText(/^3 of 4 places/, { timeout: 40_000 });
  await expectFitsInBothThemes(page);
});

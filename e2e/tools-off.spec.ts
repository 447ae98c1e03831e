import { expect, expectAccessible, test } from './fixtures.ts';
import { menu as items, open } from './site.ts';
import { isLong, long } from './test-set.ts';

const PLANNED = [
  'Identify manufacturers and vendors',
  'Verify MAC authenticity',
  'Check device type and specs',
  'Detailed vendor info',
  'Validate network device inventory',
  'Track device history',
];

test(
  'R2.25 R2.90 R1.10 /mac that is turned off says what is planned, and offers no form',
  long,
  async ({ page, serve }) => {
    const url = await serve({ SONDE_TOOLS_OFF: 'mac,ping' });
    const html = await (await page.request.get(`${url}/mac`)).text();
    for (const text of ['Coming Soon', ...PLANNED]) expect(html).toContain(text);
    await open(page, `${url}/mac`);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('MAC Address Lookup');
    await expect(main.getByText('Coming Soon', { exact: true })).toBeVisible();
    await expect(main.getByRole('listitem')).toHaveText(PLANNED);
    await expect(main.locator('form, input, button')).toHaveCount(0);
    if (isLong) await expectAccessible(page);
  },
);

test(
  'R2.27 R2.92 R1.9 /traceroute that is turned off says what is planned, and offers no form',
  long,
  async ({ page, serve }) => {
    const url = await serve({ SONDE_TOOLS_OFF: 'traceroute' });
    const html = await (await page.request.get(`${url}/traceroute`)).text();
    for (const text of ['Coming Soon', 'Distributed traceroute']) expect(html).toContain(text);
    await open(page, `${url}/traceroute`);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Traceroute');
    await expect(main.getByText('Coming Soon', { exact: true })).toBeVisible();
    await expect(main.getByRole('listitem')).toHaveText(['Distributed traceroute']);
    await expect(main.locator('form, input, button')).toHaveCount(0);
    await expectAccessible(page);
  },
);

test('a tool that is turned off is not in the menu and has no page, with and without JavaScript', async ({
  page,
  serve,
  watch,
}) => {
  watch.allow(/404/);
  const url = await serve({ SONDE_TOOLS_OFF: 'mac,ping' });
  await open(page, `${url}/dns`);
  const menu = page.getByRole('navigation', { name: 'Tools' });
  await expect(menu.getByRole('link')).toHaveCount(items.length - 1);
  await expect(menu.getByRole('link', { name: 'Mac Id Info Soon' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Ping' })).toHaveCount(0);
  const prerendered = await (await page.request.get(`${url}/dns`)).text();
  expect(prerendered).not.toContain('href="/ping"');
  expect((await page.request.get(`${url}/ping`)).status()).toBe(404);
  expect((await page.request.get(`${url}/api/v2/ping?host=plain.test`)).status()).toBe(404);
});

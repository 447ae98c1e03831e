import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts';
import { startSondeInNetworkLab } from './serve.ts';
import { open } from './site.ts';

let sonde: Awaited<ReturnType<typeof startSondeInNetworkLab>>;
test.beforeAll(async () => {
  sonde = await startSondeInNetworkLab();
});
test.afterAll(() => sonde?.stop());

test('a trace shows hops, times and the end of the path; the page announces the planned feature', async ({ page }) => {
  await open(page, `${sonde.url}/traceroute`);
  await expect(page.getByRole('listitem').filter({ hasText: 'Distributed traceroute' })).toContainText('Coming Soon');
  await page.getByRole('textbox', { name: 'Host name or IP address' }).fill('far.lab.test');
  await page.getByRole('button', { name: 'Trace', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'The host answers after 3 hops' })).toBeVisible();
  const hops = page.getByRole('list', { name: 'Hops' }).getByRole('listitem');
  await expect(hops).toHaveText([/45\.90\.1\.1/, /45\.90\.4\.2/, /45\.90\.11\.2.*3\d\.\d ms/s]);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 800 });
  await expectNoSidewaysScroll(page);
});

test('a shared link sends no packets until the visitor presses its button', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/api/v2/traceroute') && asked.push(request.url()));
  await open(page, `${sonde.url}/traceroute?host=fast.lab.test`);
  const button = page.getByRole('button', { name: 'Trace fast.lab.test' });
  await expect(button).toBeVisible();
  expect(asked).toEqual([]);
  await button.click();
  await expect(page.getByRole('heading', { name: 'The host answers after 3 hops' })).toBeVisible();
});

import { expect, expectAccessible, expectNoSidewaysScroll } from './fixtures.ts';
import { test } from './network-site.ts';
import { open } from './site.ts';
import { both, long } from './test-set.ts';

// Sequential in one worker, so that servers are started once.
test.describe.configure({ mode: 'default' });

test('a visitor traces a host: hops, times, the end of the path, and the announced feature', both, async ({ page }) => {
  await open(page, '/traceroute');
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

test('a shared link sends no packets until the visitor presses its button', long, async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/api/v2/traceroute') && asked.push(request.url()));
  await open(page, '/traceroute?host=fast.lab.test');
  const button = page.getByRole('button', { name: 'Trace fast.lab.test' });
  await expect(button).toBeVisible();
  expect(asked).toEqual([]);
  await button.click();
  await expect(page.getByRole('heading', { name: 'The host answers after 3 hops' })).toBeVisible();
});

import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts';
import { open } from './site.ts';
import { both, isLong, long } from './test-set.ts';

test('a visitor sees whether mail arrives, and who can send it in the name of a domain', both, async ({ page }) => {
  await page.goto('/mail');
  await expect(page.getByRole('heading', { level: 1, name: 'Mail' })).toBeVisible();
  const field = page.getByRole('textbox', { name: 'Domain or email address' });
  await field.fill('no domain');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Please enter a domain name or an email address');
  await field.fill('someone@all.test');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByText('Can others send mail in its name?', { exact: true })).toBeVisible();
  const checks = page.getByRole('main').getByRole('list', { name: 'Checks' });
  // Those that are awaited have no links.
  await expect(checks.getByRole('link').first()).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('heading', { name: 'DMARC' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'read a message header' }).click();
  await expect(page.getByRole('textbox', { name: 'Message header' })).toBeVisible();
});

test('a header is read in the browser, without a request', long, async ({ page }) => {
  await open(page, '/mail');
  await page.getByText('Read a message header').click();
  const area = page.getByRole('textbox', { name: 'Message header' });
  await expect(area).toBeVisible();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await area.fill(
    'Received: from a.example by b.example with ESMTPS; Mon, 23 Nov 2026 10:00:05 +0000\n' +
      'Received: by a.example; Mon, 23 Nov 2026 10:00:00 +0000\nFrom: someone@a.example',
  );
  await expect(page.getByRole('list', { name: 'Steps' }).getByText('5 s', { exact: true })).toBeVisible();
  await expectNoSidewaysScroll(page);
  // The code of an answer may still be loading; it is the same for everybody.
  expect(requests.filter((path) => !path.startsWith('/assets/'))).toEqual([]);
  if (isLong) await expectAccessible(page);
});

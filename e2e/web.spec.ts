import { expect, expectAccessible, expectFitsInBothThemes, expectNoSidewaysScroll } from './fixtures.ts';
import { both, isLong, long } from './test-set.ts';
import { test } from './tls-site.ts';

test.describe.configure({ mode: 'default' });

test('a visitor asks for a page, and reads why there is none', long, async ({ page }) => {
  await page.goto('/web');
  await expect(page.getByRole('heading', { level: 1, name: 'Web' })).toBeVisible();
  await page.getByRole('textbox', { name: 'URL or host' }).fill('no host');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Please enter a URL, a domain name or an IP address');
  await page.getByRole('textbox', { name: 'URL or host' }).fill('no-such-name.test');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('does not exist');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test(
  'a visitor reads what a browser meets, from the verdict down to each header field',
  both,
  async ({ page, tls }) => {
    const url = `https://${tls.target('nginx-modern')}/`;
    await page.goto(`${tls.url}/web`);
    await page.getByRole('textbox', { name: 'URL or host' }).fill(url);
    await page.keyboard.press('Enter');
    const requests = page.getByRole('list', { name: `Requests from ${url}` });
    await expect(requests.getByRole('listitem')).toHaveCount(1);
    await expect(requests).toContainText(/TCP .* TLS .* in all/);
    const fields = page.getByRole('region', { name: 'Header fields, table' });
    await expect(fields.getByRole('row').filter({ hasText: 'strict-transport-security' })).toContainText('Not sent');
    const toDo = page.getByRole('region', { name: /^What to do/ });
    // The program that the server names is chosen.
    await expect(toDo.getByRole('button', { name: 'nginx', exact: true }).first()).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(toDo).toContainText('add_header Strict-Transport-Security');
    const versions = page.getByRole('region', { name: /^HTTP versions/ }).getByRole('row');
    await expect(versions.first()).toContainText('HTTP/1.1');
    await expect(versions.last().getByRole('cell').first()).toHaveText('Yes');
    if (isLong) await expectAccessible(page);
    await expectFitsInBothThemes(page);
  },
);

test('a link to an answer waits for a press', long, async ({ page, tls }) => {
  const target = `https://${tls.target('nginx-modern')}/`;
  await page.goto(`${tls.url}/web?url=${encodeURIComponent(target)}`);
  await page.getByRole('button', { name: `Check ${target}` }).click();
  await expect(page.getByRole('heading', { name: 'Header fields', exact: true })).toBeVisible();
});

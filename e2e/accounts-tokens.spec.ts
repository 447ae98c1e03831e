import type { Page } from '@playwright/test';
import { embedded, independent, signUp, test } from './accounts-visitor.ts';
import { expect, expectFitsInBothThemes, expectInside } from './fixtures.ts';
import { acceptBefore } from './site.ts';
import { long } from './test-set.ts';

// Sequential in one worker, so that servers are started once.
test.describe.configure({ mode: 'default' });

const panel = (page: Page) => page.getByRole('region', { name: 'API tokens' });

async function make(page: Page, name: string): Promise<string> {
  await panel(page).getByLabel('Name of the token').fill(name);
  await panel(page).getByLabel('Name of the token').press('Enter');
  const made = panel(page).getByRole('group', { name: 'The new token' });
  await expect(made).toBeFocused();
  return (await made.locator('code').first().textContent()) ?? '';
}

test(
  'a token is shown once, used by a program, listed with its use, and revoked at once',
  independent,
  async ({ page, context, world, watch }) => {
    watch.allow(/40[13]/);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signUp(page);
    await expect(panel(page).getByText('You have no tokens.')).toBeVisible();
    await panel(page).getByLabel('Lookups', { exact: true }).uncheck();
    await expect(panel(page).getByRole('button', { name: 'Make token' })).toBeDisabled();
    await panel(page).getByLabel('Lists', { exact: true }).check();
    // Agents (MCP) are not offered on this server.
    await expect(panel(page).getByLabel('Agents (MCP)')).toHaveCount(0);
    await panel(page).getByLabel('Valid').selectOption('For 30 days');
    const token = await make(page, 'nightly <b>check</b>');
    expect(token).toMatch(/^sonde_[\w-]{43}$/);
    await panel(page).getByRole('button', { name: 'Copy the token' }).press('Enter');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
    await panel(page).getByRole('button', { name: 'Copy the command' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `curl -H 'Authorization: Bearer ${token}' '${new URL(page.url()).origin}/api/v2/lists'`,
    );
    await panel(page).getByRole('button', { name: 'I have copied it' }).click();
    await expect(page.getByText(token)).toHaveCount(0);

    const ask = (path: string) =>
      fetch(world.url + path, { headers: { authorization: `Bearer ${token}` } }).then(({ status }) => status);
    expect(await ask('/api/v2/lists')).toBe(200);
    expect(await ask('/api/v2/dnsRecords?domain=plain.test')).toBe(403);
    await page.reload();
    const item = panel(page).getByRole('listitem');
    await expect(item).toContainText('nightly <b>check</b>');
    await expect(item).toContainText(/Last used \d{4}-/);
    await expect(item).toContainText(/expires \d{4}-/);
    expect(await page.content()).not.toContain(token);

    // Without a confirmation nothing happens, and the focus stays where it was.
    const revoke = panel(page).getByRole('button', { name: 'Revoke nightly' });
    await revoke.press('Enter');
    await panel(page).getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(revoke).toBeFocused();
    await revoke.press('Enter');
    await page.keyboard.press('Enter');
    await expect(panel(page).getByText('You have no tokens.')).toBeVisible();
    expect(await ask('/api/v2/lists')).toBe(401);
  },
);

test('a token revoked in another tab and a server that does not answer are reported', {
  tag: [embedded.tag, long.tag],
}, async ({ page }) => {
  await signUp(page);
  await make(page, 'one');
  await page.route('**/api/account/tokens/*', (route) =>
    route.fulfill({
      status: 404,
      json: { success: false, message: 'There is no such token.', _data: null, code: 'not-found' },
    }),
  );
  await panel(page).getByRole('button', { name: 'Revoke one' }).click();
  await panel(page).getByRole('button', { name: 'Revoke it now' }).click();
  await expect(panel(page).getByRole('alert')).toHaveText('There is no such token.');
  await page.route('**/api/account/tokens', (route) => route.abort());
  await page.reload();
  await expect(panel(page).getByRole('alert')).toContainText('The server does not respond.');
  await page.unroute('**/api/account/tokens');
  await panel(page).getByRole('button', { name: 'Try again' }).click();
  await expect(panel(page).getByRole('listitem')).toHaveCount(1);
});

test('the tokens are accessible and fit, in both themes', { tag: [embedded.tag, long.tag] }, async ({ page }) => {
  await acceptBefore(page);
  await signUp(page);
  await make(page, 'a-name-of-sixty-characters-without-any-place-to-break-it-in-it');
  await panel(page)
    .getByRole('button', { name: /^Revoke/ })
    .click();
  // Neither the toast nor the header may cover part of a pressable element.
  await expect(page.locator('.toast')).toHaveCount(0);
  await page.evaluate(() => scrollTo(0, 0));
  await expectFitsInBothThemes(page, (width) => expectInside(panel(page), width));
});

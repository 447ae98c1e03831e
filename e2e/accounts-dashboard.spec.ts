import { embedded, fill, independent, lookUp, lookUpToEnd, signOut, signUp, test } from './accounts-visitor.ts';
import { PASSWORD } from './accounts-world.ts';
import { expect, expectFits, expectFitsInBothThemes } from './fixtures.ts';
import { acceptBefore, open } from './site.ts';
import { long } from './test-set.ts';

// Sequential in one worker, so that servers are started once.
test.describe.configure({ mode: 'default' });

test.describe('the dashboard', () => {
  test('R2.30 R6.2 without an account leads to the sign-in', independent, async ({ page }) => {
    await open(page, '/dashboard');
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await expect(page).toHaveURL('/login');
  });

  test(
    'R1.12 lists lookups, which can be searched, filtered, run again, and deleted one by one or all at once',
    independent,
    async ({ page }) => {
      await signUp(page);
      for (const name of ['plain.test', 'www.plain.test', 'missing.plain.test']) await lookUpToEnd(page, name);
      await open(page, '/dashboard');
      const table = page.getByRole('region', { name: 'Your lookups' });
      await expect(table.locator('tbody tr')).toHaveCount(3);
      await expect(table.locator('tbody tr').first()).toContainText('missing.plain.test');
      await expect(table.locator('tbody tr').first()).toContainText('Not found');
      await page.getByLabel('Search your history').fill('WWW.');
      await expect(table.locator('tbody tr')).toHaveCount(1);
      await page.getByLabel('Search your history').fill('');
      await page.getByLabel('Tool', { exact: true }).selectOption('Ping');
      await expect(page.getByText('No lookups match.')).toBeVisible();
      await page.getByLabel('Tool', { exact: true }).selectOption('DNS Lookup');
      await table.getByRole('button', { name: 'Delete www.plain.test' }).click();
      await expect(table.locator('tbody tr')).toHaveCount(2);
      await table.getByRole('link', { name: 'plain.test', exact: true }).click();
      await expect(page).toHaveURL('/dns?domain=plain.test');
      await open(page, '/dashboard');
      await page.getByRole('button', { name: 'Delete all' }).click();
      await page.getByRole('button', { name: 'Delete the whole history' }).click();
      await expect(page.getByText('No lookups since you signed in.')).toBeVisible();
    },
  );

  test('R1.12 imports lookups from the browser, saves targets with notes, and exports everything as a file', {
    tag: [independent.tag, long.tag],
  }, async ({ page }) => {
    await lookUpToEnd(page, 'plain.test');
    await signUp(page);
    await page.getByRole('button', { name: 'Move into my history' }).click();
    const table = page.getByRole('region', { name: 'Your lookups' });
    await expect(table.locator('tbody tr')).toHaveText([/plain\.test\s*DNS Lookup\s*Before you signed in/]);
    await expect(page.getByRole('heading', { name: 'Lookups of this browser' })).toHaveCount(0);

    const note = '<img src=x onerror="document.title=1"> & =1+1';
    await page.getByRole('textbox', { name: 'Target' }).fill('example.com');
    await page.getByRole('textbox', { name: 'Note' }).fill(note);
    await page.getByRole('button', { name: 'Save' }).click();
    const saved = page.getByRole('region', { name: 'Saved targets' });
    await expect(saved.getByText(note)).toBeVisible();
    await expect(saved.locator('img')).toHaveCount(0);
    await expect(saved.getByRole('link', { name: 'DNS Lookup for example.com' })).toHaveAttribute(
      'href',
      '/dns?domain=example.com',
    );
    const [csv] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(csv.suggestedFilename()).toBe('history.csv');
    await saved.getByRole('button', { name: 'Remove example.com' }).click();
    await expect(saved.getByText(note)).toHaveCount(0);
  });

  test('R1.12 on a shared browser, the history of an account leaves with it at sign-out and is copied to no other account', {
    tag: [independent.tag, long.tag],
  }, async ({ page, context }) => {
    const move = page.getByRole('heading', { name: 'Lookups of this browser' });
    const table = page.getByRole('region', { name: 'Your lookups' });
    const recent = page.getByRole('main').getByRole('listitem');
    await lookUpToEnd(page, 'plain.test');
    await page.evaluate(() => localStorage.setItem('cookieConsent', 'true'));
    const first = await signUp(page);
    await lookUpToEnd(page, 'www.plain.test');
    await open(page, '/dashboard');
    await expect(page.getByText('This browser remembers one lookup from before')).toBeVisible();

    // A second tab shows the same question; an answer in one tab counts for both.
    const other = await context.newPage();
    await open(other, '/dashboard');
    await expect(other.getByRole('button', { name: 'Move into my history' })).toBeVisible();
    await page.getByRole('button', { name: 'Move into my history' }).click();
    await expect(table.locator('tbody tr')).toHaveCount(2);
    await expect(move).toHaveCount(0);
    await expect(other.getByRole('button', { name: 'Move into my history' })).toHaveCount(0);
    await open(page, '/dashboard');
    await expect(table.locator('tbody tr')).toHaveCount(2);
    await expect(move).toHaveCount(0);

    await signOut(page);
    await expect(recent).toHaveCount(0);
    await expect(other.getByText('You are not signed in.')).toBeVisible();
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(stored).not.toContain('plain.test');
    await lookUpToEnd(page, 'missing.plain.test');
    expect(await signUp(page)).not.toBe(first);
    await expect(table.locator('tbody tr')).toHaveCount(0);
    await lookUpToEnd(page, 'plain.test');
    await open(page, '/dashboard');
    await signOut(page);
    await expect(recent).toHaveText([/missing\.plain\.test/]);
  });

  test('R1.12 lists targets that were saved beside an answer; without an account there is no such button', {
    tag: [independent.tag, long.tag],
  }, async ({ page }) => {
    await lookUpToEnd(page, 'plain.test');
    await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Save/ })).toHaveCount(0);
    await signUp(page);
    const saved = page.getByRole('region', { name: 'Saved targets' });
    for (const path of ['/dns?domain=plain.test', '/?q=127.0.0.1']) {
      await open(page, path);
      await page.getByRole('button', { name: /^Save / }).press('Enter');
      const pressed = page.getByRole('button', { name: /^Saved / });
      await expect(pressed).toHaveAttribute('aria-pressed', 'true');
      await expect(pressed).toBeFocused();
      expect((await pressed.boundingBox())?.height).toBeGreaterThanOrEqual(24);
    }
    await expectFits(page);
    await open(page, '/dashboard');
    await expect(saved.getByText('plain.test', { exact: true })).toBeVisible();
    await expect(saved.getByText('127.0.0.1', { exact: true })).toBeVisible();
    await open(page, '/dns?domain=plain.test');
    await page.getByRole('button', { name: 'Saved plain.test' }).click();
    await expect(page.getByRole('button', { name: 'Save plain.test' })).toBeVisible();
    await open(page, '/dashboard');
    await expect(saved.getByText('127.0.0.1', { exact: true })).toBeVisible();
    await expect(saved.getByText('plain.test', { exact: true })).toHaveCount(0);
  });

  test('R1.12 accepts only targets that can be looked up', { tag: [embedded.tag, long.tag] }, async ({ page }) => {
    await signUp(page);
    await page.getByRole('textbox', { name: 'Target' }).fill('javascript:alert(1)');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Please enter a domain name or an address.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Target' }).fill('2001:DB8::1');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('region', { name: 'Saved targets' }).getByText('2001:DB8::1')).toBeVisible();
  });

  test('R1.12 deletes an account with everything in it', independent, async ({ page, world }) => {
    const email = await signUp(page);
    await page.getByText('Delete account').click();
    await page.getByLabel('Your password').fill('wrong');
    await page.getByRole('button', { name: 'Delete everything' }).click();
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
    await page.getByLabel('Your password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Delete everything' }).click();
    await expect(page.getByText('You are not signed in.')).toBeVisible();
    await open(page, '/login');
    await fill(page, email);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(world.messages.unknown);
  });
});

test('both screens are accessible and fit, in both themes', { tag: [embedded.tag, long.tag] }, async ({ page }) => {
  // The cookie banner would cover part of a pressable element.
  await acceptBefore(page);
  await lookUp(page, 'plain.test');
  await open(page, '/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await expectFitsInBothThemes(page);
  await signUp(page);
  await page.getByRole('textbox', { name: 'Target' }).fill('192.0.2.1');
  await page.getByRole('textbox', { name: 'Note' }).fill('The old gateway, until March');
  await page.getByRole('button', { name: 'Save' }).click();
  await lookUp(page, 'www.plain.test');
  await open(page, '/dashboard');
  await expect(page.getByRole('region', { name: 'Your lookups' })).toBeVisible();
  await page.getByText('Delete account').click();
  await page.getByRole('button', { name: 'Delete all' }).click();
  await expectFitsInBothThemes(page);
  await page.setViewportSize({ width: 390, height: 800 });
  const lines = await page
    .getByRole('region', { name: 'Your lookups' })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => [link.textContent, link.getClientRects().length]));
  expect(lines).toEqual([['www.plain.test', 1]]);
});

import { askForReset, fill, hosted, signOut, signUp, test } from './accounts-visitor.ts';
import { someone } from './accounts-world.ts';
import { expect } from './fixtures.ts';
import { open } from './site.ts';
import { long } from './test-set.ts';

test.describe('a hosted provider', () => {
  test('R2.37 R7.15 R3.22 sends the mail for a forgotten password itself, and takes the new one', {
    tag: [hosted.tag, long.tag],
  }, async ({ page, world }) => {
    const email = await signUp(page);
    await signOut(page);
    const link = await askForReset(page, world, email);
    await page.request.get(`${link}&newPassword=another-password`);
    await fill(page, email, 'another-password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL('/dashboard');
  });

  test(
    'R3.22 R7.17 knows the seven settings of its project, and asks nothing of its document database and file storage',
    hosted,
    async ({ page }) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await signUp(page);
      const config = JSON.parse((await page.locator('#sonde-config').textContent()) ?? '');
      expect(Object.keys(config.accounts.firebase).sort()).toEqual([
        'apiKey',
        'appId',
        'authDomain',
        'measurementId',
        'messagingSenderId',
        'projectId',
        'storageBucket',
      ]);
      expect(asked.some((url) => url.includes('identitytoolkit'))).toBe(true);
      expect(asked.filter((url) => /firestore|storage/.test(url))).toEqual([]);
    },
  );

  test('R8.25 R8.26 says that an account is disabled', hosted, async ({ page, world }) => {
    const email = await signUp(page);
    await signOut(page);
    await world.disable?.(email);
    await open(page, '/login');
    await fill(page, email);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText('(auth/user-disabled)');
  });

  test('R8.26 says that there were too many requests (an intercepted reply: the emulator never says so)', {
    tag: [hosted.tag, long.tag],
  }, async ({ page }) => {
    await page.route(/accounts:signInWithPassword/, (route) =>
      route.fulfill({
        status: 400,
        headers: { 'access-control-allow-origin': '*' },
        json: { error: { code: 400, message: 'TOO_MANY_ATTEMPTS_TRY_LATER' } },
      }),
    );
    await open(page, '/login');
    await fill(page, someone());
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText('(auth/too-many-requests)');
  });

  test('R8.26 with its newer projects an unknown address and a wrong password sound the same', {
    tag: [hosted.tag, long.tag],
  }, async ({ page, world }) => {
    const email = await signUp(page);
    await signOut(page);
    await world.protectEmails?.(true);
    await open(page, '/login');
    for (const address of [email, someone()]) {
      await fill(page, address, 'a wrong password');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page.getByRole('main').getByRole('alert')).toContainText('(auth/invalid-credential)');
    }
    await world.protectEmails?.(false);
  });
});

import { askForReset, embedded, fill, heading, independent, signOut, signUp, test } from './accounts-visitor.ts';
import { PASSWORD, someone } from './accounts-world.ts';
import { expect } from './fixtures.ts';
import { open, tabTo } from './site.ts';
import { both, isLong, long } from './test-set.ts';

/** Pages that ask nothing about accounts. */
const QUIET = ['/', '/ping', '/dashboard', '/login', '/dns', '/ssl', '/whois', '/subdomain'];

// Sequential in one worker, so that servers are started once.
test.describe.configure({ mode: 'default' });

test.describe('the authentication screen', () => {
  test(
    'R2.29 R2.31 R2.32 R2.33 R2.34 R4.4 R5.1 R3.1 asks for email and password, and switches between signing in and signing up',
    independent,
    async ({ page }) => {
      await open(page, '/login');
      await expect(heading(page)).toHaveText('Sign in to your account');
      const [email, password] = [page.getByLabel('Email'), page.getByLabel('Password')];
      await expect(email).toHaveAttribute('type', 'email');
      await expect(password).toHaveAttribute('type', 'password');
      for (const field of [email, password]) await expect(field).toHaveAttribute('required', '');
      await expect(page.getByRole('link', { name: 'Forgot your password?' })).toBeVisible();
      await page.getByRole('link', { name: 'Need an account? Sign up' }).click();
      await expect(heading(page)).toHaveText('Create a new account');
      await expect(page.getByRole('link', { name: 'Forgot your password?' })).toHaveCount(0);
      await page.getByRole('link', { name: 'Already have an account? Sign in' }).click();
      await expect(heading(page)).toHaveText('Sign in to your account');
    },
  );

  test('R5.1 sends nothing unless both fields are filled in and the address is valid', {
    tag: [independent.tag, long.tag],
  }, async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.method()));
    await open(page, '/login');
    const submit = page.getByRole('button', { name: 'Sign in', exact: true });
    asked.length = 0;
    await submit.click();
    await page.getByLabel('Email').fill('nobody');
    await page.getByLabel('Password').fill('x');
    await submit.click();
    expect(await page.getByLabel('Email').evaluate((field: HTMLInputElement) => field.validity.typeMismatch)).toBe(
      true,
    );
    expect(asked.filter((method) => method === 'POST')).toEqual([]);
  });

  test('R2.35 R1.12 R6.2 R2.30 R7.15 signing up and signing in lead to the dashboard, signing out leaves it', async ({
    page,
  }) => {
    const email = await signUp(page);
    await expect(page.getByRole('main').getByText(email).first()).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toHaveAttribute(
      'href',
      '/dashboard',
    );
    await signOut(page);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
    await open(page, '/login');
    await fill(page, email);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard');
  });

  test(
    'R2.36 R8.25 R8.26 shows the provider’s message in red, centred under the form',
    independent,
    async ({ page, world }) => {
      const email = await signUp(page);
      await signOut(page);
      await open(page, '/login');
      const message = page.getByRole('main').getByRole('alert');
      for (const [address, text] of [
        [email, world.messages.wrong],
        [someone(), world.messages.unknown],
      ] as const) {
        await fill(page, address, 'a wrong password');
        await page.getByRole('button', { name: 'Sign in', exact: true }).click();
        await expect(message).toHaveText(text);
      }
      await page.getByRole('link', { name: 'Need an account? Sign up' }).click();
      await expect(message).toHaveCount(0);
      for (const [address, password, text] of [
        [email, PASSWORD, world.messages.taken],
        [someone(), '12345', world.messages.weak],
      ] as const) {
        await fill(page, address, password);
        await page.getByRole('button', { name: 'Sign up' }).click();
        await expect(message).toHaveText(text);
      }
      const look = await message.evaluate((element) => {
        const { color, textAlign } = getComputedStyle(element);
        const probe = document.createElement('p');
        probe.style.color = 'var(--c-danger-text)';
        document.body.append(probe);
        const red = getComputedStyle(probe).color;
        probe.remove();
        const form = element.closest('form')?.querySelector('button')?.getBoundingClientRect().bottom ?? 0;
        return { isRed: color === red, textAlign, isUnder: element.getBoundingClientRect().top >= form };
      });
      expect(look).toEqual({ isRed: true, textAlign: 'center', isUnder: true });
    },
  );

  test('R5.2 a reset needs an address', independent, async ({ page }) => {
    await open(page, '/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('Please enter your email address');
  });

  test('R2.37 a forgotten password is set anew by a mail: the token leaves the address at once, and works once', {
    tag: [embedded.tag, long.tag],
  }, async ({ page, world }) => {
    const email = await signUp(page);
    await signOut(page);
    const link = await askForReset(page, world, email);
    const referrers: string[] = [];
    page.on('request', async (request) =>
      referrers.push(`${request.url()} from ${(await request.allHeaders())['referer']}`),
    );
    await open(page, link);
    await expect(heading(page)).toHaveText('Set a new password');
    await expect(page).toHaveURL('/login');
    expect(referrers.filter((referrer) => /from .*reset=/.test(referrer))).toEqual([]);
    await page.getByRole('textbox', { name: 'New password' }).fill('another password');
    await page.getByRole('button', { name: 'Save and sign in' }).click();
    await expect(page).toHaveURL('/dashboard');
    await page.goBack();
    expect(page.url()).not.toContain('reset=');
    await open(page, link);
    await page.getByRole('textbox', { name: 'New password' }).fill('a third password');
    await page.getByRole('button', { name: 'Save and sign in' }).click();
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(/already used or has expired/);
  });

  test('too many attempts are reported as such', { tag: [embedded.tag, long.tag] }, async ({ page }) => {
    await open(page, '/login');
    const email = someone();
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await page.request.post('/api/account/sign-in', { data: { email, password: 'guess' } });
    }
    await fill(page, email);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(/^Too many attempts\. Please try again in /);
  });
});

test.describe('the signed-in state', () => {
  test(
    'R4.1 R4.2 R4.3 R3.2 is known before anything that depends on it is displayed',
    independent,
    async ({ page }) => {
      const email = await signUp(page);
      let answer = () => {};
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route(/\/api\/account$|accounts:lookup/, async (route) => {
        await held;
        await route.continue();
      });
      await page.goto('/dashboard');
      await page.evaluate(() => dispatchEvent(new Event('wheel')));
      await expect(page.getByText('One moment…')).toBeVisible();
      await expect(page.getByText('You are not signed in.')).toBeHidden();
      await expect(page.locator('.side .side-foot a')).toBeHidden();
      answer();
      await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
      await expect(page.getByRole('main').getByText(email).first()).toBeVisible();
      // Signed-in visitors are redirected from the sign-in page.
      await page.goto('/login');
      await expect(page).toHaveURL('/dashboard');
    },
  );

  test('R4.1 changes in every tab', { tag: [independent.tag, long.tag] }, async ({ page, context }) => {
    await signUp(page);
    const other = await context.newPage();
    await open(other, '/dashboard');
    await expect(other.getByRole('heading', { name: 'History' })).toBeVisible();
    await signOut(page);
    await expect(other.getByText('You are not signed in.')).toBeVisible();
  });

  test('R1.11 R6.1 R6.2 causes no script and no request on any tool page for a visitor who is not signed in', {
    tag: [independent.tag, both.tag],
  }, async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    for (const path of isLong ? QUIET : QUIET.slice(0, 3)) {
      await open(page, path);
      await page.waitForLoadState('networkidle');
    }
    expect(asked.filter((path) => path.includes('/api/account'))).toEqual([]);
    expect(asked.filter((path) => /\/assets\/(?:embedded|firebase|account)-/.test(path))).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem('sonde.session'))).toBeNull();
  });
});

test('the authentication screen can be used by keyboard alone', long, async ({ page }) => {
  await open(page, '/login');
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(someone());
  await page.keyboard.press('Tab');
  await page.keyboard.type('a wrong password');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Need an account? Sign up' }));
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('Create a new account');
});

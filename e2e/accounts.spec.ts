import type { Page } from '@playwright/test';
import { type HostedWorld, startHosted } from './accounts-hosted.ts';
import { type AccountsWorld, PASSWORD, someone, startEmbedded } from './accounts-world.ts';
import { test as base, expect, expectAccessible, expectNoSidewaysScroll } from './fixtures.ts';
import { open, tabTo } from './site.ts';

const test = base.extend<
  { readonly visitorAddress: undefined },
  {
    readonly provider: 'embedded' | 'firebase';
    readonly world: AccountsWorld & Partial<Pick<HostedWorld, 'disable' | 'protectEmails'>>;
  }
>({
  // Which one: see the projects in playwright.config.ts.
  provider: ['embedded', { scope: 'worker', option: true }],
  world: [
    async ({ provider }, use) => {
      const world = await (provider === 'embedded' ? startEmbedded() : startHosted());
      await use(world);
      await world.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ world }, use) => use(world.url),
  visitorAddress: [
    async ({ context, world, watch }, use) => {
      const parts = Array.from({ length: 4 }, () => Math.floor(Math.random() * 65_536).toString(16));
      if (world.trustsProxy) await context.setExtraHTTPHeaders({ 'x-forwarded-for': `2001:db8:${parts.join(':')}::1` });
      // What the emulator refuses, the browser reports; what the page makes of it is the tests' business.
      else watch.allow(/status of 400/);
      await use(undefined);
    },
    { auto: true },
  ],
});

/** Of one provider only. */
const embedded = { tag: '@embedded' };
const hosted = { tag: '@hosted' };

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

async function fill(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
}

async function signUp(page: Page, email = someone()): Promise<string> {
  await open(page, '/login');
  await page.getByRole('link', { name: 'Need an account? Sign up' }).click();
  await fill(page, email);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  return email;
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('You are not signed in.')).toBeVisible();
}

async function lookUp(page: Page, name: string): Promise<void> {
  const answered = page.waitForResponse(/dnsRecords/);
  await open(page, `/dns?domain=${name}`);
  await (await answered).finished();
}

test.describe('the authentication screen', () => {
  test('R2.29 R2.31 R2.32 R2.33 R2.34 R4.4 R5.1 R3.1 asks for email and password, and turns from signing in to signing up', async ({
    page,
  }) => {
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
  });

  test('R5.1 sends nothing without both fields, nor with what is no address', async ({ page }) => {
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

  test('R2.35 R1.12 R6.2 R2.30 R7.15 signing up and signing in lead to the dashboard, signing out leads away', async ({
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

  test('R2.36 R8.25 R8.26 shows the provider’s message in red, centred under the form', async ({ page, world }) => {
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
  });

  test('R5.2 a reset needs an address', async ({ page }) => {
    await open(page, '/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('Please enter your email address');
  });

  test(
    'R2.37 a forgotten password is set anew by a mail: the token leaves the address at once, and works once',
    embedded,
    async ({ page, world }) => {
      const email = await signUp(page);
      await signOut(page);
      await open(page, '/login');
      await page.getByLabel('Email').fill(email);
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      await expect(page.getByRole('main').getByRole('status')).toHaveText(
        'Password reset email sent. Please check your inbox.',
      );
      const link = await world.resetLink(email);
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
      await expect(page.getByRole('main').getByRole('alert')).toHaveText(/used already or is too old/);
    },
  );

  test('too many attempts are said so', embedded, async ({ page }) => {
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

test.describe('a hosted provider', () => {
  test(
    'R2.37 R7.15 R3.22 sends the mail for a forgotten password itself, and takes the new one',
    hosted,
    async ({ page, world }) => {
      const email = await signUp(page);
      await signOut(page);
      await open(page, '/login');
      await page.getByLabel('Email').fill(email);
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      await expect(page.getByRole('main').getByRole('status')).toHaveText(
        'Password reset email sent. Please check your inbox.',
      );
      const link = await world.resetLink(email);
      await page.request.get(`${link}&newPassword=another-password`);
      await fill(page, email, 'another-password');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page).toHaveURL('/dashboard');
    },
  );

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

  test(
    'R8.26 says that there were too many requests (an intercepted reply: the emulator never says so)',
    hosted,
    async ({ page }) => {
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
    },
  );

  test(
    'R8.26 with its newer projects an unknown address and a wrong password sound the same',
    hosted,
    async ({ page, world }) => {
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
    },
  );
});

test.describe('who is signed in', () => {
  test('R4.1 R4.2 R4.3 R3.2 is known before anything that depends on it is shown', async ({ page }) => {
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
    // Whoever is signed in has nothing to do on the sign-in page.
    await page.goto('/login');
    await expect(page).toHaveURL('/dashboard');
  });

  test('R4.1 changes in every tab', async ({ page, context }) => {
    await signUp(page);
    const other = await context.newPage();
    await open(other, '/dashboard');
    await expect(other.getByRole('heading', { name: 'History' })).toBeVisible();
    await signOut(page);
    await expect(other.getByText('You are not signed in.')).toBeVisible();
  });

  test('R1.11 R6.1 R6.2 costs a visitor who is not signed in no script and no request on any tool', async ({
    page,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    for (const path of ['/', '/dns', '/ssl', '/whois', '/subdomain', '/ping', '/login', '/dashboard']) {
      await open(page, path);
      await page.waitForLoadState('networkidle');
    }
    expect(asked.filter((path) => path.includes('/api/account'))).toEqual([]);
    expect(asked.filter((path) => /\/assets\/(?:embedded|firebase|account)-/.test(path))).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem('sonde.session'))).toBeNull();
  });
});

test.describe('the dashboard', () => {
  test('R2.30 R6.2 without an account leads to the sign-in', async ({ page }) => {
    await open(page, '/dashboard');
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await expect(page).toHaveURL('/login');
  });

  test('R1.12 keeps lookups: searched, filtered, run again, deleted one by one and all at once', async ({ page }) => {
    await signUp(page);
    for (const name of ['plain.test', 'www.plain.test', 'missing.plain.test']) await lookUp(page, name);
    await open(page, '/dashboard');
    const table = page.getByRole('region', { name: 'Your lookups' });
    await expect(table.locator('tbody tr')).toHaveCount(3);
    await expect(table.locator('tbody tr').first()).toContainText('missing.plain.test');
    await expect(table.locator('tbody tr').first()).toContainText('Failed');
    await page.getByLabel('Search your history').fill('WWW.');
    await expect(table.locator('tbody tr')).toHaveCount(1);
    await page.getByLabel('Search your history').fill('');
    await page.getByLabel('Tool', { exact: true }).selectOption('Ping');
    await expect(page.getByText('No lookup fits.')).toBeVisible();
    await page.getByLabel('Tool', { exact: true }).selectOption('DNS Lookup');
    await table.getByRole('button', { name: 'Delete www.plain.test' }).click();
    await expect(table.locator('tbody tr')).toHaveCount(2);
    await table.getByRole('link', { name: 'plain.test', exact: true }).click();
    await expect(page).toHaveURL('/dns?domain=plain.test');
    await open(page, '/dashboard');
    await page.getByRole('button', { name: 'Delete all' }).click();
    await page.getByRole('button', { name: 'Delete the whole history' }).click();
    await expect(page.getByText('Nothing has been looked up yet')).toBeVisible();
  });

  test('R1.12 lets what the browser remembers move in, saves targets with notes, and gives everything as a file', async ({
    page,
  }) => {
    await lookUp(page, 'plain.test');
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

  test('R1.12 deletes an account with everything in it', async ({ page, world }) => {
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

for (const [scheme, width] of [
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
  ['dark', 320],
] as const) {
  test(`both screens are accessible and fit, ${scheme} at ${width} px`, embedded, async ({ page }, info) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 800 });
    await lookUp(page, 'plain.test');
    await open(page, '/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.screenshot({ path: info.outputPath('login.png') });
    await signUp(page);
    await page.getByRole('textbox', { name: 'Target' }).fill('192.0.2.1');
    await page.getByRole('textbox', { name: 'Note' }).fill('The old gateway, until March');
    await page.getByRole('button', { name: 'Save' }).click();
    await lookUp(page, 'www.plain.test');
    await open(page, '/dashboard');
    await expect(page.getByRole('region', { name: 'Your lookups' })).toBeVisible();
    await page.getByText('Delete account').click();
    await page.getByRole('button', { name: 'Delete all' }).click();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.screenshot({ path: info.outputPath('dashboard.png'), fullPage: true });
  });
}

test('the authentication screen is used by keyboard alone', async ({ page }) => {
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

import type { Page } from '@playwright/test';
import { type HostedWorld, startHosted } from './accounts-hosted.ts';
import { type AccountsWorld, PASSWORD, someone, startEmbedded } from './accounts-world.ts';
import { test as base, expect } from './fixtures.ts';
import { open } from './site.ts';

export const test = base.extend<
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
      // The browser logs every request that the emulator refuses; the tests check what the page shows.
      else watch.allow(/status of 400/);
      await use(undefined);
    },
    { auto: true },
  ],
});

/** For tests that apply to one provider only. */
export const embedded = { tag: '@embedded' };
export const hosted = { tag: '@hosted' };
/** For tests that the short set runs with one provider, such as those of the history; with the hosted one they are in the long set. */
export const independent = { tag: '@independent' };

export const heading = (page: Page) => page.getByRole('heading', { level: 1 });

export async function fill(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
}

export async function signUp(page: Page, email = someone()): Promise<string> {
  await open(page, '/login');
  await page.getByRole('link', { name: 'Need an account? Sign up' }).click();
  await fill(page, email);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  return email;
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('You are not signed in.')).toBeVisible();
}

export async function lookUp(page: Page, name: string): Promise<void> {
  const answered = page.waitForResponse(/dnsRecords/);
  await open(page, `/dns?domain=${name}`);
  await (await answered).finished();
}

/** Waits until the lookup is stored in the browser; one whose target is not found is first retried once. */
export async function lookUpToEnd(page: Page, name: string): Promise<void> {
  await lookUp(page, name);
  await expect(page.getByRole('button', { name: 'Look up', exact: true })).toBeEnabled();
}

/** Requests a new password and returns the link in the mail. */
export async function askForReset(page: Page, world: AccountsWorld, email: string): Promise<string> {
  await open(page, '/login');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    'Password reset email sent. Please check your inbox.',
  );
  return world.resetLink(email);
}

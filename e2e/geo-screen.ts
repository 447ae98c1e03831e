import type { Page } from '@playwright/test';

export const field = (page: Page) => page.getByRole('textbox', { name: 'IP address or domain' });
export const button = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Search/ });
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });
export const rows = (page: Page, panel: string) =>
  page
    .getByRole('region', { name: panel })
    .locator('dl > div')
    .evaluateAll((all) =>
      Object.fromEntries(
        all.map((row) => [row.querySelector('dt')?.textContent, row.querySelector('dd')?.textContent]),
      ),
    );

/** Maps are loaded when the visitor scrolls near them. */
export const toMap = (page: Page) => heading(page, 'Location Map').scrollIntoViewIfNeeded();

export async function lookUp(page: Page, text: string) {
  await field(page).fill(text);
  await field(page).press('Enter');
}

export function calls(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) urls.push(new URL(request.url()).pathname + new URL(request.url()).search);
  });
  return urls;
}

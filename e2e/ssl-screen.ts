import { connect, type PeerCertificate } from 'node:tls';
import type { Download, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import type { TlsSite } from './tls-site.ts';

export const field = (page: Page) => page.getByRole('textbox', { name: 'Domain' });
export const button = (page: Page) => page.locator('form .btn-p');
export const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
export const rowsOf = (page: Page, name: string) =>
  panel(page, name)
    .locator('.kv > div')
    .evaluateAll((rows) =>
      rows.map((row) => [row.querySelector('dt')?.textContent, row.querySelector('dd')?.textContent]),
    );
export async function isDone(page: Page): Promise<void> {
  const checks = page.getByRole('main').getByRole('list', { name: 'Checks' });
  // Those that are awaited have no links.
  await expect(checks.getByRole('link').first()).toBeVisible({ timeout: 40_000 });
  await expect(page.getByRole('heading', { name: 'Certificate Details' })).toBeVisible();
}

export async function check(page: Page, domain: string) {
  await field(page).fill(domain);
  await button(page).click();
}

/** The target of an API request, as typed. */
export const calls = (page: Page) => {
  const domains: (string | null)[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/v2/sslInfo') domains.push(url.searchParams.get('domain'));
  });
  return domains;
};

/** The answer of the API for a server that was just checked, from the cache. */
export async function answerOf(page: Page, tls: TlsSite, domain: string) {
  const response = await page.request.get(`${tls.url}/api/v2/sslInfo?${new URLSearchParams({ domain })}`);
  const { success, message, _data } = await response.json();
  expect({ success, message: typeof message }).toEqual({ success: true, message: 'string' });
  return _data;
}

export async function textOf(download: Download): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** The certificate as another client sees it. */
export function peerCertificate(target: string) {
  const [servername = '', port] = target.split(':');
  return new Promise<PeerCertificate>((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: Number(port), servername, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate());
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

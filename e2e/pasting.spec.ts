import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { environment, expect, expectAccessible, expectFits, test } from './fixtures.ts';
import { menu, open, toolScreens, windows } from './site.ts';
import { both, isLong, long, longUnless } from './test-set.ts';

const field = (page: Page) => page.getByRole('main').getByRole('textbox');
const refusal = (page: Page) => page.getByRole('search').getByRole('alert');

const calls = (page: Page) => {
  const urls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) urls.push(decodeURIComponent(pathname + search));
  });
  return urls;
};

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']));

/** Pastes from the clipboard by keyboard. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('Control+v');
}

/** What a text becomes in the field of each tool. */
const pasted = [
  ['https://shop.test/path', 'shop.test'],
  ['me@shop.test', 'shop.test'],
  ['shop.test:443', 'shop.test'],
  ['hxxps://shop[.]test/login', 'shop.test'],
  ['\u200b“https://BÜCHER.test./”\r\n', 'bücher.test'],
  ['https://[2001:DB8::1]/', '2001:db8::1'],
] as const;

for (const path of ['/', '/ssl', '/whois', '/dns', '/subdomain', '/ping']) {
  // Their fields share the code for this; unit tests cover the others.
  const isOneOfMany = path !== '/';
  test(
    `${path} extracts the host from pasted text, and sends no request`,
    longUnless(!isOneOfMany),
    async ({ page }) => {
      const asked = calls(page);
      await open(page, path);
      for (const [copied, text] of pasted) {
        await field(page).press('Control+a');
        await paste(page, copied);
        await expect(field(page)).toHaveValue(text);
        await expect(refusal(page)).toHaveCount(0);
      }
      expect(asked).toEqual([]);
    },
  );
}

test(
  'pasting into the middle of a text changes nothing else, and undo restores the pasted text',
  long,
  async ({ page }) => {
    await open(page, '/dns');
    await field(page).fill('www.');
    await field(page).press('End');
    await paste(page, 'https://shop.test/');
    await expect(field(page)).toHaveValue('www.https://shop.test/');
    await field(page).press('Control+a');
    await paste(page, 'https://shop.test/path');
    await expect(field(page)).toHaveValue('shop.test');
    await field(page).press('Control+z');
    await expect(field(page)).toHaveValue('https://shop.test/path');
  },
);

test('two lines are kept as they are, and refused', long, async ({ page }) => {
  const asked = calls(page);
  await open(page, '/dns');
  await paste(page, 'a.test\nb.test');
  await expect(field(page)).toHaveValue('a.test b.test');
  await field(page).press('Enter');
  await expect(refusal(page)).toHaveText('Please enter a valid domain (e.g. example.com)');
  await expect(page.getByRole('search').getByRole('button')).toHaveCount(1);
  expect(asked).toEqual([]);
});

/** Texts that are not one target, where they are read, and what is then said of them. */
const texts = [
  [
    '/mail',
    'Received: from a.example by b.example with ESMTPS; Mon, 23 Nov 2026 10:00:05 +0000\n' +
      'Authentication-Results: b.example; spf=softfail smtp.mailfrom=a.example; dmarc=fail header.from=a.example\n' +
      'From: someone@a.example\nTo: me@b.example\n\n',
    'Read the message header',
    'Why this message may have landed in spam',
  ],
  [
    '/mac',
    '192.168.1.1 ether 00:00:5e:00:01:07 C eth0\n192.168.1.20 ether 52:54:00:12:34:56 C eth0',
    'Read it as a list',
    'Devices',
  ],
] as const;

for (const [path, text, button, said] of texts) {
  for (const size of [
    { width: 1280, height: 900 },
    { width: 390, height: 844 },
  ]) {
    test(`what is read from a text pasted on ${path} is in view at ${size.width} px`, long, async ({ page }) => {
      await page.setViewportSize(size);
      await open(page, path);
      await paste(page, text);
      await page.getByRole('button', { name: button }).click();
      await expect(page.getByRole('heading', { name: said })).toBeInViewport({ ratio: 1 });
      await expect(page.locator('.handed')).toBeFocused();
      await expectAccessible(page);
    });
  }
}

test('paste and Enter look up the host', long, async ({ page }) => {
  await open(page, '/dns');
  await paste(page, 'https://www.plain.test/path');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'www.plain.test' })).toBeVisible();
  await expect(page).toHaveURL(/\/dns\?domain=www\.plain\.test$/);
});

test('R5.4 / looks up the host of a typed URL', long, async ({ page }) => {
  await open(page, '/');
  await field(page).fill('https://geo.plain.test/path');
  await field(page).press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'geo.plain.test' })).toBeVisible();
});

test('R5.6 R5.7 /dns refuses an address, and offers its reverse lookup beside the message', both, async ({ page }) => {
  const asked = calls(page);
  await open(page, '/dns');
  await field(page).fill('1.1.1.1');
  await field(page).press('Enter');
  await expect(refusal(page)).toHaveText('Please enter a valid domain (e.g. example.com)');
  const offer = page.getByRole('button', { name: 'Reverse lookup of 1.1.1.1' });
  await expect(offer).toBeVisible();
  if (isLong) await expectAccessible(page);
  expect(asked).toEqual([]);
  await offer.click();
  await expect(page.getByRole('heading', { level: 2, name: '1.1.1.1', exact: true })).toBeVisible();
  const names = page.getByRole('region', { name: 'PTR Records, table', exact: true });
  await expect(names).toContainText('one.one.one.one');
  await expect(
    page.getByText(/^Its name is one\.one\.one\.one\. Reverse lookup of 1\.1\.1\.1\.in-addr\.arpa: /),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/dns\?address=1\.1\.1\.1$/);
  await expect(field(page)).toHaveValue('1.1.1.1');
  await expect(field(page)).toHaveAttribute('aria-invalid', 'false');
  await expect(refusal(page)).toHaveCount(0);
  expect(asked).toEqual(['/api/v2/dnsRecords?domain=1.1.1.1.in-addr.arpa']);
  const also = page.getByRole('navigation', { name: 'Also check' }).getByRole('link');
  // Further tools may follow.
  await expect(also).toContainText(['IP Tracker', 'SSL Info', 'Who Is', 'Ping', 'Traceroute', 'Report']);
  if (isLong) await expectAccessible(page);
});

test('an address without a name says so', long, async ({ page }) => {
  await open(page, '/dns?address=192.0.2.1');
  await expect(page.getByText('No DNS records found for this domain', { exact: true })).toBeVisible();
  await expect(page.getByText(/^No name is published for 192\.0\.2\.1/)).toBeVisible();
});

for (const [name, size] of windows) {
  test(`message and button fit in the header of ${name}`, long, async ({ page }) => {
    await page.setViewportSize(size);
    await open(page, '/dns?domain=2001:db8:1111:2222:3333:4444:5555:6666');
    const offer = page.getByRole('button', { name: /^Reverse lookup of / });
    await expect(offer).toBeVisible();
    const { height = 0 } = (await offer.boundingBox()) ?? {};
    expect(height).toBeGreaterThanOrEqual(24);
    // At whichever window size runs.
    if (name === 'a phone') await expectFits(page);
  });
}

test.describe('registrations', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-e2e-pasting-'));
  test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test(
    'R5.10 /whois refuses addresses and AS numbers, and offers their registrations',
    long,
    async ({ page, serve }) => {
      const url = await serve({
        SONDE_RESOLVERS: environment('SONDE_E2E_RESOLVER'),
        SONDE_ALLOW_NETWORKS: '127.0.0.0/8,192.0.2.0/24',
        SONDE_DATA_DIR: folder,
        SONDE_WHOIS_SERVER: environment('SONDE_E2E_WHOIS'),
        SONDE_RDAP_BOOTSTRAP: environment('SONDE_E2E_RDAP_BOOTSTRAP'),
      });
      const asked = calls(page);
      await open(page, `${url}/whois`);
      for (const target of ['192.0.2.0', 'AS64496']) {
        await field(page).fill(target.toLowerCase());
        await field(page).press('Enter');
        await expect(refusal(page)).toHaveText('Please enter a valid domain name (e.g. example.com)');
        await page.getByRole('button', { name: `Registration of ${target}` }).click();
        await expect(page.getByRole('heading', { level: 2, name: target, exact: true })).toBeVisible();
        await expect(page.getByRole('region', { name: 'Raw WHOIS text' })).toBeVisible();
        await expect(page).toHaveURL(new RegExp(`/whois\\?resource=${target}$`));
        await expect(field(page)).toHaveValue(target);
        expect(asked.splice(0)).toEqual([`/api/v2/whois?ipOrDomain=${target}`]);
      }
      await expectAccessible(page);
    },
  );
});

test('R2.38 the IP Tracker offers Who Is for an address', async ({ page }) => {
  await open(page, '/?q=8.8.8.8');
  const link = page.getByRole('navigation', { name: 'Also check' }).getByRole('link', { name: 'Who Is' });
  await expect(link).toHaveAttribute('href', '/whois?resource=8.8.8.8');
});

test('the palette offers pasted text for every tool', long, async ({ page }) => {
  await open(page, '/mac');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search tools' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await paste(page, 'https://www.plain.test:8443/path');
  const group = palette.getByRole('group', { name: 'Run with www.plain.test' });
  const paths = toolScreens.map(({ path }) => path);
  for (const { name } of menu.filter(({ path }) => paths.includes(path))) {
    await expect(group.getByRole('option', { name })).toHaveCount(1);
  }
  await group.getByRole('option', { name: 'DNS Lookup' }).click();
  await expect(page).toHaveURL(/\/dns\?domain=www\.plain\.test$/);
  await expect(page.getByRole('heading', { level: 2, name: 'www.plain.test' })).toBeVisible();
});

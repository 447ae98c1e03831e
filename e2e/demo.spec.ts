import type { APIRequestContext, Page } from '@playwright/test';
import { fill } from './accounts-visitor.ts';
import { someone } from './accounts-world.ts';
import { test } from './demo-world.ts';
import { expect, expectAccessible, expectFits, expectNoSidewaysScroll } from './fixtures.ts';
import { boxes, open } from './site.ts';
import { long, longUnless } from './test-set.ts';

/** The servers of the demo have other ports if this user may not open 443. */
const withoutPort = (target: string) => target.replace(/^([a-z\d.-]+):\d+$/, '$1');

/** A verdict of the delegation check, with the codes of its findings. */
const foundIn = (verdict: string, ...codes: string[]) => ({
  _data: { verdict, findings: expect.arrayContaining(codes.map((code) => expect.objectContaining({ code }))) },
});

/** The answer of the API for each target; a part of the envelope. */
const expected: Readonly<Record<string, Readonly<Record<string, Record<string, unknown>>>>> = {
  '/': {
    '8.8.8.8': { _data: { geoIp: { records: { countryCode: 'US', hostname: 'dns.google' } }, gaps: [] } },
    '2001:4860:4860::8888': { _data: { geoIp: { records: { continent: { code: 'NA' } } }, gaps: [] } },
    'resolvers.test': { _data: { addresses: ['8.8.8.8', '1.1.1.1', '2001:4860:4860::8888'] } },
  },
  '/ssl': {
    'shop.test': { _data: { valid: true, reasons: [], enabledProtocols: ['TLSv1.3', 'TLSv1.2'] } },
    'expired.test': { _data: { valid: false, reasons: ['expired'] } },
    'self-signed.test': { _data: { valid: false, reasons: ['self_signed'] } },
    'wrong-name.test': { _data: { valid: false, reasons: ['hostname_mismatch'] } },
    'incomplete.test': { _data: { valid: false, reasons: expect.arrayContaining(['incomplete_chain']) } },
    'outdated.test': { _data: { enabledProtocols: ['TLSv1.2', 'TLSv1.1', 'TLSv1'] } },
    'no-tls.test': { success: false, reason: expect.stringMatching(/^not.tls$/) },
  },
  '/whois': {
    'shop.test': {
      _data: { whoIsInfo: expect.stringContaining('Domain Name: SHOP.TEST'), source: { protocol: 'whois' } },
    },
    'museum.rdap': { _data: { source: { protocol: 'rdap' } } },
    'undated.test': { _data: { whoIsInfo: expect.stringContaining('Status: connect') } },
    'free.test': { code: 'not-found', reason: expect.stringMatching(/^not.registered$/) },
    'limited.test': { code: 'source-failed', reason: expect.stringMatching(/^source.limited$/) },
  },
  '/dns': {
    'shop.test': {
      _data: {
        validationFailed: false,
        records: expect.arrayContaining([expect.objectContaining({ recordName: 'CAA' })]),
      },
    },
    'bogus.test': { _data: { validationFailed: true } },
    'lame.test': { code: 'source-failed', reason: 'servfail' },
    'silent.test': { code: 'timeout', reason: 'timeout' },
    'loop.test': { reason: expect.stringMatching(/^cname.loop$/) },
    'large.test': { _data: { records: expect.arrayContaining([expect.objectContaining({ recordName: 'TXT' })]) } },
    'gone.test': { code: 'not-found', reason: 'nxdomain' },
    'changing.test': { _data: { records: expect.arrayContaining([expect.objectContaining({ recordName: 'MX' })]) } },
  },
  '/delegation': {
    'shop.test': { _data: { verdict: 'secure', gaps: [] } },
    'wild.test': { _data: { verdict: 'insecure' } },
    'old-key.test': foundIn('bogus', 'ds-without-key'),
    'bogus.test': foundIn('bogus', 'signature-wrong'),
    'behind.test': foundIn('secure', 'signature-expired', 'serials-differ'),
    'lame.test': foundIn('not-determinable', 'server-refuses'),
    'silent.test': foundIn('not-determinable', 'server-silent'),
  },
  '/subdomain': {
    'shop.test': {
      _data: {
        subdomains: expect.arrayContaining([
          expect.objectContaining({ subdomain: 'old-checkout.shop.test', sources: ['crtsh'], resolves: true }),
          expect.objectContaining({ subdomain: 'christmas-2019.shop.test', resolves: false }),
          expect.objectContaining({ subdomain: 'www.shop.test', ipv4List: [expect.stringMatching(/^127\./)] }),
        ]),
      },
    },
    'careless.test': {
      _data: { findings: expect.arrayContaining([expect.objectContaining({ code: 'alias-open-to-takeover' })]) },
    },
    'wild.test': { _data: { wildcards: expect.arrayContaining(['wild.test']) } },
  },
  '/ping': {
    'shop.test': { _data: { method: 'icmp', statistics: { packetLoss: 0 } } },
    'lossy.test': { _data: { method: 'tcp', statistics: { packetLoss: expect.any(Number) } } },
    'quiet.test': { _data: { method: 'tcp', statistics: { packetsReceived: 0, packetLoss: 100 } } },
  },
  '/traceroute': {
    'shop.test': { _data: { reached: 'target', hops: [{ ttl: 1, received: 3 }] } },
    'path.test': { _data: { reached: 'target', hops: expect.arrayContaining([expect.objectContaining({ ttl: 8 })]) } },
  },
  '/report': {
    'shop.test': {
      _data: {
        target: 'shop.test',
        findings: expect.arrayContaining([
          expect.objectContaining({ tool: 'delegation', code: 'chain-valid', state: 'good' }),
        ]),
      },
    },
    'careless.test': {
      _data: {
        counts: { mend: expect.any(Number), notMeasured: expect.any(Number) },
        findings: expect.arrayContaining([expect.objectContaining({ tool: 'mail', code: 'spf-over-ten-lookups' })]),
      },
    },
    '8.8.8.8': { _data: { parts: [{ tool: 'whois' }, { tool: 'geo', outcome: { success: true } }] } },
  },
  '/mac': {
    '70:b3:d5:f2:f1:23': { _data: { registrations: [{ registry: 'MA-S' }, { registry: 'MA-L' }] } },
    '00:00:5e:00:01:07': { _data: { conventions: [{ value: 'Virtual router 7' }] } },
    '52:54:00:12:34:56': { _data: { scope: 'local', registrations: [] } },
  },
};

/** The API call of each page. */
const calls: Readonly<Record<string, string>> = {
  '/': 'geoIP?ipOrDomain=',
  '/ssl': 'sslInfo?domain=',
  '/whois': 'whois?ipOrDomain=',
  '/dns': 'dnsRecords?domain=',
  '/delegation': 'delegation?domain=',
  '/subdomain': 'subdomainFinder?domain=',
  '/ping': 'ping?host=',
  '/traceroute': 'traceroute?host=',
  '/mac': 'macInfo?mac=',
  '/report': 'report?target=',
};

async function ask(
  request: APIRequestContext,
  demo: string,
  path: string,
  target: string,
  more = '',
): Promise<unknown> {
  const url = `${demo}/api/v2/${calls[path]}${encodeURIComponent(target)}${more}`;
  return (await request.get(url, { timeout: 60_000 })).json();
}

/** Whether a part was not measured in its time, as happens on a busy machine. */
function isLate(answer: unknown): boolean {
  const { gaps = [] } = (answer as { _data?: { gaps?: { code: string }[] } | null })._data ?? {};
  return gaps.some(({ code }) => code === 'timeout');
}

const stripOf = (page: Page) => page.getByRole('complementary', { name: 'Demo' });
const linksOf = (page: Page) => stripOf(page).getByRole('list', { name: 'Targets to try' }).getByRole('link');

for (const [path, targets] of Object.entries(expected)) {
  test(`the demo shows what it promises on ${path}`, longUnless(path === '/'), async ({ demo, page, request }) => {
    await page.goto(demo + path);
    const offered = await linksOf(page).allTextContents();
    expect(offered.map(withoutPort).sort()).toEqual(Object.keys(targets).sort());
    await Promise.all(
      offered.map(async (target) => {
        const promised = targets[withoutPort(target)] ?? {};
        const answer = await ask(request, demo, path, target);
        if (!isLate(answer)) return expect(answer, target).toMatchObject(promised);
        const anew = () => ask(request, demo, path, target, '&fresh=true');
        await expect.poll(anew, { message: target, intervals: [2_000] }).toMatchObject(promised);
      }),
    );
  });
}

test('the demo has a host that loses some packets, but not all', long, async ({ demo, request }) => {
  const answer = (await ask(request, demo, '/ping', 'lossy.test')) as PingEnvelope;
  const { packetsTransmitted, packetsReceived } = answer._data.statistics;
  expect(packetsReceived).toBeGreaterThan(0);
  expect(packetsReceived).toBeLessThan(packetsTransmitted);
});

test('the demo has a path of eight hops with a router that limits its answers', long, async ({ demo, page }) => {
  await open(page, `${demo}/traceroute`);
  const strip = page.getByRole('complementary', { name: 'Demo' });
  const target = strip.getByRole('link', { name: 'path.test' });
  // Without it, the strip says what this machine does not permit.
  await expect(target, (await strip.textContent()) ?? '').toBeVisible();
  await target.click();
  await page.getByRole('button', { name: 'Trace path.test' }).click();
  await expect(page.getByRole('heading', { name: 'The host answers after 8 hops' })).toBeVisible({ timeout: 30_000 });
  const hops = page.getByRole('list', { name: 'Hops' }).getByRole('listitem');
  await expect(hops).toHaveCount(8);
  await expect(hops.nth(3)).toContainText('198.51.100.40');
  await expect(hops.last()).toContainText('198.51.100.80');
  await expect(page.getByRole('main')).toContainText('A router answers only some probes');
  await expect(page.getByRole('main')).toContainText('1 hop (4) did not answer probes that later hops answered.');
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 800 });
  await expectNoSidewaysScroll(page);
});

test('the demo has a watch that speaks within two minutes', long, async ({ demo, page }) => {
  test.setTimeout(180_000);
  await open(page, `${demo}/login`);
  await page.getByRole('link', { name: 'Need an account? Sign up' }).click();
  await fill(page, someone());
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await open(page, `${demo}/watch`);
  await expect(stripOf(page)).toContainText('Watch its DNS every 10 seconds.');
  await linksOf(page).filter({ hasText: 'changing.test' }).click();
  const watches = page.getByRole('region', { name: 'Your watches', exact: true });
  await expect(watches.getByLabel('Target', { exact: true })).toHaveValue('changing.test');
  await watches.getByLabel('How often').selectOption({ label: 'Every 10 seconds' });
  await watches.getByRole('button', { name: 'Watch', exact: true }).click();
  await watches.getByRole('link', { name: 'changing.test' }).first().click();
  await expect(page).toHaveURL(/\/watch\/[\da-f-]{36}$/);
  await expect(async () => {
    await page.reload();
    const changes = page.getByRole('region', { name: 'Changes', exact: true });
    await expect(changes).toContainText(/MX records.*mail-\d{4}\.changing\.test/s, { timeout: 3_000 });
  }).toPass({ timeout: 120_000, intervals: [5_000] });
});

interface PingEnvelope {
  readonly _data: { readonly statistics: { readonly packetsTransmitted: number; readonly packetsReceived: number } };
}

test('the demo sends nothing to other machines', async ({ demo, request }) => {
  const { port } = new URL(demo);
  for (const [path, target] of [
    ['/ssl', '1.1.1.1'],
    ['/ssl', 'resolvers.test'],
    ['/ssl', `127.0.0.1:${port}`],
    ['/ssl', '10.0.0.1'],
    ['/ping', '8.8.8.8'],
    ['/ping', '127.0.0.1'],
  ] as const) {
    expect(await ask(request, demo, path, target), target).toMatchObject({ success: false, code: 'refused-target' });
  }
});

test(
  'the demo lists the targets of the current page, also after navigation without a page load',
  long,
  async ({ demo, page }) => {
    await open(page, `${demo}/dns`);
    await expect(stripOf(page)).toContainText('nothing leaves it');
    await expect(linksOf(page).first()).toHaveText('shop.test');
    await page.getByRole('link', { name: 'Ping', exact: true }).click();
    await expect(linksOf(page)).toHaveText(['shop.test', 'lossy.test', 'quiet.test']);
    await page.goBack();
    await expect(linksOf(page).nth(1)).toHaveText('bogus.test');
    await linksOf(page).nth(1).click();
    await expect(page.getByRole('main')).toContainText('changed after it was signed');
  },
);

test('the demo is readable and usable in windows of every size', long, async ({ demo, page }) => {
  await open(page, `${demo}/ssl`);
  await expectFits(page, async () => {
    // A box with equal margins on both sides of the page; the scrollbar gutter is outside of it.
    const content = await page.evaluate(() => document.body.getBoundingClientRect().width);
    const [strip] = await boxes(page, '.site-notice');
    expect(strip?.left).toBeGreaterThan(0);
    expect(content - (strip?.left ?? 0) - (strip?.width ?? 0)).toBeCloseTo(strip?.left ?? 0, 0);
    for (const { height } of await boxes(page, '.site-notice ul:not([hidden]) a'))
      expect(height).toBeGreaterThanOrEqual(24);
  });
});

import type { Locator } from '@playwright/test';
import { expect, expectAccessible, expectFits, expectFitsInBothThemes } from './fixtures.ts';
import { formats, print } from './paper.ts';
import { open, tabTo } from './site.ts';
import { answerOf, button, calls, check, field, isDone, panel, peerCertificate, rowsOf, textOf } from './ssl-screen.ts';
import { both, isLong, long } from './test-set.ts';
import { test } from './tls-site.ts';

// Sequential in one worker, so that servers are started once.
test.describe.configure({ mode: 'default' });

const inColons = (hex: string) => hex.match(/../g)?.join(':');
const utc = (iso: string) => iso.replace(/T(\S{8}).*/, ' $1 UTC');

test.describe('a visitor', () => {
  test('R1.4 R2.21 R2.58 R2.59 R2.60 finds the tool at /ssl, with one field and a button', async ({ page }) => {
    await page.goto('/ssl');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('SSL Certificate Checker');
    await expect(page.getByText('Check SSL certificate details for any domain')).toBeVisible();
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(1);
    await expect(field(page)).toHaveAttribute('placeholder', 'Enter domain (e.g., example.com)');
    await expect(button(page)).toHaveText('Check SSL');
  });

  test('R2.61 R2.62 R2.66 R2.68 R2.70 R3.11 R3.14 R3.16 R7.4 types a name and reads the panels of the specification', async ({
    page,
    tls,
  }) => {
    const target = tls.target('openssl-modern');
    await open(page, `${tls.url}/ssl`);
    const asked = calls(page);
    await check(page, target);
    await isDone(page);
    expect(asked).toEqual([target]);
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
      target,
      ...(await page.getByRole('heading', { name: 'What to do' }).allTextContents()),
      'Certificate Details',
      'Security Details',
      'Supported Protocols',
      'Cipher Suites',
      'Certificate Chain',
      'Security Information',
      'Certificate Fingerprints',
      'Session Information',
      'Subject Alternative Names',
      'Validity',
      'Addresses and Certificates',
      'Certificate Transparency',
      'Who Can Connect',
      'Server Behaviour',
      'HTTP/3 over QUIC',
      'Further Details',
      'On your own machine',
    ]);
    const data = await answerOf(page, tls, target);
    expect(await rowsOf(page, 'Certificate Details')).toEqual([
      ['Subject', data.subject],
      ['Issuer', data.issuer],
      ['Valid From', utc(data.validFrom)],
      ['Valid Until', utc(data.validUntil)],
      ['Serial Number', data.serialNumber],
      ['Version', '3'],
    ]);
    expect(await rowsOf(page, 'Security Details')).toEqual([
      ['Protocol', 'TLSv1.3'],
      ['Cipher Suite', data.cipherSuite],
      ['Signature Algorithm', data.signatureAlgorithm],
      ['Security Status', 'Secure'],
    ]);
    expect(await rowsOf(page, 'Security Information')).toEqual([
      ['TLS 1.3 Supported', 'Yes'],
      ['Known Vulnerabilities', data.securityInfo.hasKnownVulnerabilities ? 'Yes' : 'No'],
      ['Perfect Forward Secrecy', 'Yes'],
      ['ECC Based', data.securityInfo.eccbased ? 'Yes' : 'No'],
    ]);
    const [peerHost, peerPort] = target.split(':');
    expect(await rowsOf(page, 'Session Information')).toEqual([
      ['Session ID', 'Not available'],
      ['Peer Host', peerHost],
      ['Peer Port', peerPort],
      ['Creation Time', utc(data.creationTime)],
      ['Last Accessed', utc(data.lastAccessedTime)],
    ]);
  });

  test(
    'R2.65 R2.67 R3.13 R3.15 reads the same certificate as another client, and downloads its chain',
    long,
    async ({ page, tls }) => {
      const target = tls.target('ecdsa');
      const peer = await peerCertificate(target);
      await open(page, `${tls.url}/ssl`);
      await check(page, target);
      await isDone(page);
      expect(await rowsOf(page, 'Certificate Fingerprints')).toEqual([
        ['SHA-1', peer.fingerprint],
        ['SHA-256', peer.fingerprint256],
      ]);
      const chain = panel(page, 'Certificate Chain');
      await expect(chain.locator('li > .n')).toHaveText(['1', '2']);
      const rows = await rowsOf(page, 'Certificate Chain');
      const labels = ['Subject', 'Issuer', 'Valid From', 'Valid Until', 'Serial Number'];
      expect(rows.map(([label]) => label)).toEqual([...labels, ...labels]);
      expect(rows[0]?.[1]).toContain(`CN=${peer.subject.CN}`);
      expect(rows[4]?.[1]).toBe(inColons(peer.serialNumber));
      expect(rows[6]?.[1]).not.toBe(rows[1]?.[1]);
      const saved = page.waitForEvent('download');
      await chain.getByRole('button', { name: 'PEM' }).click();
      const pem = await textOf(await saved);
      expect(pem.match(/-----BEGIN CERTIFICATE-----/g)).toHaveLength(2);
      expect(pem.replaceAll(/\s/g, '')).toContain(peer.raw.toString('base64'));
    },
  );

  test('R2.69 R3.17 reads every name of a certificate, even a thousand', long, async ({ page, tls }) => {
    const target = tls.target('thousand-names');
    await open(page, `${tls.url}/ssl`);
    await check(page, target);
    await isDone(page);
    const names = panel(page, 'Subject Alternative Names');
    await expect(names.locator('.chip').first()).toHaveText('thousand-names.tls.test');
    await names.getByRole('button', { name: 'Show 901 more' }).click();
    await expect(names.locator('.chip')).toHaveCount(1001);
  });

  for (const [kind, title, words] of [
    ['expired', 'Certificate expired', /expired on \d{4}-\d{2}-\d{2}/],
    ['wrong-host', 'Certificate does not match the name', /is not valid for/],
    ['incomplete-chain', 'Incomplete chain', /not sen[dt]/],
    ['self-signed', 'Self-signed certificate', /signed/],
  ] as const) {
    test(
      `R2.62 reads in plain words what is wrong: ${kind}`,
      kind === 'expired' ? both : long,
      async ({ page, tls }) => {
        await open(page, `${tls.url}/ssl`);
        await check(page, tls.target(kind));
        await isDone(page);
        expect((await rowsOf(page, 'Security Details')).at(-1)).toEqual(['Security Status', 'Not Secure']);
        await expect(panel(page, 'Summary').getByText('Broken', { exact: true })).toBeVisible();
        const why = panel(page, 'What to do').getByRole('listitem').filter({ hasText: title }).first();
        await expect(why.getByRole('heading', { level: 3 })).toContainText(title);
        await expect(why.getByText(words).first()).toBeVisible();
        if (!(await why.locator('.fix').isVisible())) await why.getByText('How to fix it').click();
        await expect(why.locator('.fix')).toBeVisible();
        await why.getByText('Explanation', { exact: true }).click();
        await expect(why.getByText('What it means')).toBeVisible();
        const isRed = (await page.locator('.tl-bar.tl-bad').count()) === 1;
        expect(isRed).toBe(kind === 'expired');
        // The same components with other texts.
        if (isLong || kind === 'expired') await expectAccessible(page);
      },
    );
  }

  test(
    'reads first on a phone what is wrong and what to do, not covered by the cookie banner',
    long,
    async ({ page, tls }) => {
      await page.setViewportSize({ width: 390, height: 800 });
      await open(page, `${tls.url}/ssl`);
      await check(page, tls.target('expired'));
      await isDone(page);
      const boxOf = async (part: Locator) => {
        const box = await part.boundingBox();
        if (box === null) throw new Error('It is not shown.');
        return box;
      };
      const remedy = await boxOf(panel(page, 'What to do').locator('.seen').first());
      const banner = await boxOf(page.getByRole('region', { name: 'Cookies' }));
      const also = await boxOf(page.getByRole('navigation', { name: 'Also check' }));
      expect(remedy.y + remedy.height).toBeLessThan(banner.y);
      expect(remedy.y + remedy.height).toBeLessThan(also.y);
    },
  );

  test('R2.66 is told about known vulnerabilities, with the evidence', long, async ({ page, tls }) => {
    await open(page, `${tls.url}/ssl`);
    await check(page, tls.target('openssl-null'));
    await isDone(page);
    expect((await rowsOf(page, 'Security Information'))[1]).toEqual(['Known Vulnerabilities', 'Yes']);
    await expect(panel(page, 'Summary').getByText('Broken', { exact: true })).toBeVisible();
    await expect(panel(page, 'What to do')).toContainText(/TLS_\S*NULL/);
  });

  test(
    'sees every certificate of a name at each of its addresses, and checks another address',
    long,
    async ({ page, tls }) => {
      await open(page, `${tls.url}/ssl`);
      const target = tls.target('nginx-two-addresses');
      await check(page, target);
      await isDone(page);
      expect((await rowsOf(page, 'Security Details')).at(-1)).toEqual(['Security Status', 'Not Secure']);
      await expect(panel(page, 'What to do')).toContainText('Certificate 2, for clients that need a key of type RSA');
      const served = panel(page, 'Addresses and Certificates');
      await expect(served.locator('tbody tr')).toHaveText([
        /^127\.0\.0\.1currentSecure1: www\.tls\.test \(EC\).*TLSv1\.3$/,
        /^127\.0\.0\.1RSA onlyExpired2: www\.tls\.test \(RSA\)/,
        /^127\.0\.0\.1without server nameSecure1: www\.tls\.test \(EC\)/,
        /^127\.0\.0\.2currentExpired2: www\.tls\.test \(RSA\).*TLSv1\.2$/,
      ]);
      await expectFits(page);
      await served.getByRole('button', { name: 'Check 127.0.0.2' }).click();
      await expect(page.getByText(/^Check (complete|ended, [^:]+): .* to 127\.0\.0\.2$/)).toBeVisible();
      expect((await rowsOf(page, 'Further Details'))[0]).toEqual(['Address', '127.0.0.2']);
      await expect(served.getByRole('button', { name: 'Check 127.0.0.1' })).toBeVisible();
    },
  );

  test('reads names in other scripts as they are', long, async ({ page, tls }) => {
    await open(page, `${tls.url}/ssl`);
    await check(page, tls.target('idn').replace('xn--bcher-kva', 'bücher'));
    await isDone(page);
    expect((await rowsOf(page, 'Certificate Details'))[0]?.[1]).toContain('Bücher & Söhne');
  });

  // The following tests read the same answer, which the server still caches.
  test(
    'R2.63 R2.64 R3.12 R9.13 sees which versions and suites are enabled, in lists that scroll beyond 15rem',
    long,
    async ({ page, tls }) => {
      const target = tls.target('nginx-legacy');
      await open(page, `${tls.url}/ssl`);
      await check(page, target);
      await isDone(page);
      const data = await answerOf(page, tls, target);
      const protocols = panel(page, 'Supported Protocols').locator('.duo > div');
      await expect(protocols.locator('.badge')).toHaveText(['TLSv1.3', 'TLSv1.2', 'TLSv1.1', 'TLSv1']);
      for (const name of ['Supported Protocols', 'Cipher Suites']) {
        const own = panel(page, name).locator('details');
        await expect(own.locator('summary')).toHaveText(/^Supported \d+what this checker can test/);
        await own.locator('summary').press('Enter');
        await expect(own).toHaveAttribute('open');
      }
      const supported = panel(page, 'Supported Protocols').locator('details');
      await expect(supported.locator('.badge')).toHaveText(data.supportedProtocols);
      for (const [name, suites] of [
        ['Supported cipher suites', data.supportedCiphers],
        ['Enabled cipher suites', data.enabledCiphers],
      ]) {
        const list = page.getByRole('list', { name });
        await expect(list.getByRole('listitem')).toHaveCount(suites.length);
        const { height, scrolls } = await list.evaluate((element) => ({
          height: element.getBoundingClientRect().height,
          scrolls: element.scrollHeight > element.clientHeight,
        }));
        expect({ height, scrolls }).toEqual({ height: 240, scrolls: true });
        await list.focus();
        await page.keyboard.press('End');
        await expect(list.getByRole('listitem').last()).toBeInViewport();
      }
      await expect(page.getByRole('list', { name: 'Enabled cipher suites' })).toContainText('TLS_AES_256_GCM_SHA384');
    },
  );
});

for (const format of formats) {
  test(`${format} has what the server accepts, not everything that was tested`, long, async ({ page, tls }, info) => {
    const target = tls.target('nginx-legacy');
    await open(page, `${tls.url}/ssl`);
    await check(page, target);
    await isDone(page);
    const data = await answerOf(page, tls, target);
    const { text, pages } = await print(page, info, format);
    const { serialNumber, certificateFingerprints: prints } = data;
    const told = [...data.enabledCiphers, ...data.subjectAlternativeNames, serialNumber, ...Object.values(prints)];
    expect(told.filter((one: string) => !text.includes(one.replace(/\s/g, '')))).toEqual([]);
    const asked = data.supportedCiphers.filter((one: string) => !data.enabledCiphers.includes(one));
    expect(asked.length).toBeGreaterThan(300);
    expect(asked.filter((one: string) => new RegExp(`${one}(?!_)`).test(text))).toEqual([]);
    expect(pages).toBeLessThan(12);
  });
}

test(
  'the answer is accessible and fits from 320 to 1280 px in both themes, and goes by keyboard',
  long,
  async ({ page, tls }) => {
    await open(page, `${tls.url}/ssl`);
    await check(page, tls.target('nginx-legacy'));
    await isDone(page);
    await expectFitsInBothThemes(page);
    await field(page).focus();
    for (const name of ['Share', 'Export', 'Copy Subject', 'Add to calendar']) {
      await tabTo(page, page.getByRole('button', { name, exact: true }).first(), 80);
    }
    const summary = panel(page, 'Certificate Chain').locator('summary').first();
    await summary.press('Enter');
    await expect(panel(page, 'Certificate Chain').locator('details').first()).not.toHaveAttribute('open');
  },
);

import { ssl } from '@sonde/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { inLongSet, isLong } from '../../testing/test-set.ts';
import { sslAnswer } from './testing/ssl-answer.ts';
import { isDone, panel, rowsOf, sslPage, whole } from './testing/ssl-page.ts';

const { check, server } = await sslPage();

describe('an answer', () => {
  it('R2.61 R2.62 R2.65 R2.66 R2.67 R2.68 R3.11 R3.13 R3.14 R3.15 R3.16 shows the panels in order, with their rows', async () => {
    await check();
    await isDone();
    const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(titles).toEqual([
      'example.com',
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
    const { validFrom, validUntil, serialNumber } = sslAnswer();
    const shown = (iso: string | null) => iso?.replace('T', ' ').replace('Z', ' UTC');
    expect(rowsOf('Certificate Details')).toEqual([
      ['Subject', 'CN=example.com,O=Example Org'],
      ['Issuer', 'CN=Example TLS CA 1,O=Example CA Inc'],
      ['Valid From', shown(validFrom)],
      ['Valid Until', shown(validUntil)],
      ['Serial Number', serialNumber],
      ['Version', '3'],
    ]);
    expect(rowsOf('Security Details')).toEqual([
      ['Protocol', 'TLSv1.3'],
      ['Cipher Suite', 'TLS_AES_256_GCM_SHA384'],
      ['Signature Algorithm', 'SHA256withECDSA'],
      ['Security Status', 'Secure'],
    ]);
    expect(rowsOf('Security Information')).toEqual([
      ['TLS 1.3 Supported', 'Yes'],
      ['Known Vulnerabilities', 'No'],
      ['Perfect Forward Secrecy', 'Yes'],
      ['ECC Based', 'Yes'],
    ]);
    expect(rowsOf('Certificate Fingerprints')).toEqual([
      ['SHA-1', '30:9A:B8'],
      ['SHA-256', '45:5D:A8'],
    ]);
    const clients = within(screen.getByRole('table', { name: 'Who can connect' })).getAllByRole('row');
    expect(clients.map(({ textContent }) => textContent)).toEqual([
      'ClientConnectsProtocolCipher Suite',
      'Windows XP, Internet Explorer 8It knows no version beside TLSv1, SSLv3.No, computedNot availableNot available',
      'Firefox 153Computed: It would connect by TLSv1.3 with TLS_AES_256_GCM_SHA384.Yes, measuredTLSv1.3TLS_AES_128_GCM_SHA256',
    ]);
    expect(rowsOf('Server Behaviour')).toEqual([
      ['Session Tickets', 'Yes'],
      ['Ticket Lifetime', '2 hours'],
      ['Session Resumption', 'Yes'],
      ['Early Data (0-RTT)', 'No'],
      ['Client Renegotiation', 'No'],
      ['Refuses Fallback (SCSV)', 'Yes'],
      ['TLS Compression', 'No'],
      ['Application Protocols', 'h2, http/1.1'],
      ['Extension Intolerance', 'none'],
    ]);
    expect(rowsOf('HTTP/3 over QUIC')).toEqual([
      ['HTTP/3', 'Yes'],
      ['Versions of QUIC', 'version 1 (RFC 9000), version 2 (RFC 9369), draft 29, 709a50c4'],
      ['Cipher Suite', 'TLS_AES_128_GCM_SHA256'],
      ['Key Exchange Group', 'X25519MLKEM768'],
      ['Certificate', 'CN=example.com,O=Example Org'],
      ['Valid Until', shown(validUntil)],
      ['SHA-256', '45:5D:A8'],
      ['Proves Its Key', 'Yes'],
      ['Validates Addresses (Retry)', 'No'],
    ]);
    expect(panel('Cipher Suites').getByText('The server’s order: TLSv1.3.')).toBeTruthy();
    expect(rowsOf('Session Information')).toEqual([
      ['Session ID', 'Not available'],
      ['Peer Host', 'example.com'],
      ['Peer Port', '443'],
      ['Creation Time', '2026-11-21 13:32:08 UTC'],
      ['Last Accessed', '2026-11-21 13:32:08 UTC'],
    ]);
    const chain = panel('Certificate Chain');
    const path = within(chain.getByRole('list', { name: 'From the server’s certificate to a trusted root' }));
    expect(path.getAllByRole('listitem').length).toBeGreaterThan(1);
    const certificates = chain.getAllByRole('listitem').filter((one) => one.querySelector('.n') !== null);
    expect(certificates.map((one) => one.querySelector('.n')?.textContent)).toEqual(['1', '2']);
    const labels = within(certificates[1] as HTMLElement).getAllByRole('term', { hidden: true });
    expect(labels.map(({ textContent }) => textContent)).toEqual([
      'Subject',
      'Issuer',
      'Valid From',
      'Valid Until',
      'Serial Number',
    ]);
    expect(chain.getByText('signed by Example Root G3')).toBeDefined();
    expect(chain.getByText(/^Verifies as example\.com → Example TLS CA 1 → Example Root G3/)).toBeDefined();
  });

  inLongSet(it)('says whether the certificate and its issuers are revoked', async () => {
    const revocation = { ...sslAnswer().revocation, status: 'unknown', source: null, why: '<b>ocsp</b> is silent.' };
    const issuer = { ...sslAnswer().revocation, subject: 'CN=Example TLS CA 1,O=Example CA Inc' };
    const answer = sslAnswer({ revocation, issuerRevocations: [issuer] } as Partial<ReturnType<typeof sslAnswer>>);
    server.reply = () => whole(answer);
    await check();
    await isDone();
    const rows = rowsOf('Further Details');
    expect(rows).toContainEqual(['Revocation', 'unknown: <b>ocsp</b> is silent.']);
    const words = 'not revoked (revocation list of 2026-11-21 06:00:00 UTC)';
    expect(rows).toContainEqual(['Revocation of Example TLS CA 1', words]);
  });

  inLongSet(it)('judges each certificate timestamp, and says whether browsers would accept them', async () => {
    await check();
    await isDone();
    expect(rowsOf('Certificate Transparency')).toEqual([
      ['Verified Timestamps', '1 of 2, from 1 operator'],
      ['Chrome’s Policy', 'Not determinable'],
      ['Apple’s Policy', 'Met'],
      ['List of Logs', 'Chrome’s list of logs, of 2026-10-05 13:39:47 UTC'],
    ]);
    expect(panel('Certificate Transparency').getByText(/^It needs timestamps of 2 logs/)).toBeTruthy();
    const table = within(screen.getByRole('region', { name: 'Certificate timestamps, table' }));
    expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'LogOperatorComes FromTimeVerdict',
      "Google 'Argon2027h1'Googlecertificate2026-08-02 10:11:12 UTCvalid",
      'pcl4kl1XRheChw3YiWYLXFVki30AQPLsB2hR0YhpGfc=unknowncertificate2026-08-02 10:11:12 UTCunknown log',
    ]);
  });

  it('R2.63 R2.64 R2.69 R3.12 R3.17 lists protocols, rated cipher suites, and names', async () => {
    await check();
    await isDone();
    const texts = (root: HTMLElement | null) => [...(root?.children ?? [])].map(({ textContent }) => textContent);
    const sides = (name: string) => panel(name).getAllByRole('heading', { level: 3 });
    for (const name of ['Supported Protocols', 'Cipher Suites']) {
      expect(sides(name).map(({ textContent }) => textContent?.replace(/\W*\d*$/, ''))).toEqual([
        'Enabled',
        'Supported',
      ]);
    }
    const [enabled, supported] = sides('Supported Protocols');
    const own = supported?.closest('details');
    expect([own?.open, own?.querySelector('summary')?.textContent]).toEqual([
      false,
      'Supported 6what this checker can test, not the server',
    ]);
    expect(texts(own?.lastElementChild as HTMLElement)).toEqual(sslAnswer().supportedProtocols);
    expect(texts(enabled?.nextElementSibling?.nextElementSibling as HTMLElement)).toEqual(['TLSv1.3', 'TLSv1.2']);
    expect(texts(screen.getByRole('list', { name: 'Enabled cipher suites' }))).toEqual([
      'TLS_AES_256_GCM_SHA384TLSv1.3Strong',
      'TLS_CHACHA20_POLY1305_SHA256TLSv1.3Strong',
      'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256TLSv1.2Strong',
    ]);
    const all = screen.getByRole('list', { name: 'Supported cipher suites' });
    expect(all.closest('details')?.open).toBe(false);
    expect(texts(all).slice(3)).toEqual(['TLS_RSA_WITH_AES_128_CBC_SHAWeak', 'TLS_RSA_WITH_3DES_EDE_CBC_SHAInsecure']);
    expect(all.className).toContain('scroll15');
    expect(all.tabIndex).toBe(0);
    for (const name of sslAnswer().subjectAlternativeNames) {
      expect(panel('Subject Alternative Names').getByText(name)).toBeDefined();
    }
  });

  it('R2.70 shows «Not available» for missing values in every panel', async () => {
    const nothing = Object.fromEntries(
      Object.entries(ssl.answer.shape).flatMap(([name, schema]) =>
        schema.safeParse(null).success ? [[name, null]] : [],
      ),
    );
    server.reply = () =>
      whole(
        sslAnswer({
          ...nothing,
          certificateFingerprints: { 'SHA-1': null, 'SHA-256': null },
          securityInfo: {
            tls13Supported: null,
            hasKnownVulnerabilities: null,
            perfectForwardSecrecy: null,
            eccbased: null,
          },
          certificateChain: [],
          builtChain: [],
          subjectAlternativeNames: [],
          supportedProtocols: [],
          enabledProtocols: [],
          supportedCiphers: [],
          enabledCiphers: [],
        }),
      );
    await check();
    await isDone();
    const missing = (name: string) => panel(name).queryAllByText('Not available').length;
    expect(missing('Certificate Details')).toBe(6);
    expect(missing('Security Details')).toBe(4);
    expect(missing('Supported Protocols')).toBe(2);
    expect(missing('Cipher Suites')).toBe(2);
    expect(missing('Certificate Chain')).toBe(1);
    expect(missing('Security Information')).toBe(4);
    expect(missing('Certificate Fingerprints')).toBe(2);
    expect(missing('Session Information')).toBe(3);
    expect(missing('Subject Alternative Names')).toBe(1);
  });

  inLongSet(it)('breaks serial numbers and fingerprints between bytes', async () => {
    const certificateFingerprints = { 'SHA-1': '30:9A:B8:1F:66', 'SHA-256': '45:5D:A8:C0:11' };
    server.reply = () => whole(sslAnswer({ certificateFingerprints, serialNumber: '0A:D8:93:07:5E' }));
    await check();
    await isDone();
    const broken = (name: string) =>
      [...screen.getByRole('region', { name }).querySelectorAll('dd')].flatMap(({ innerHTML, textContent }) =>
        /^[\dA-F]{2}:/.test(textContent ?? '') ? [innerHTML.split('</span>')[0]] : [],
      );
    expect(broken('Certificate Details')).toEqual(['<span>0A:<wbr>D8:<wbr>93:<wbr>07:<wbr>5E']);
    expect(broken('Certificate Fingerprints')).toEqual([
      '<span>30:<wbr>9A:<wbr>B8:<wbr>1F:<wbr>66',
      '<span>45:<wbr>5D:<wbr>A8:<wbr>C0:<wbr>11',
    ]);
  });

  it.each(
    (
      [
        ['limited_by_server', /the server began to refuse our connections\./],
        ['time_limit', /too slowly/],
      ] as const
    ).slice(0, isLong ? 2 : 1),
  )('says that it is incomplete, and why: %s', async (partialReason, words) => {
    const gaps = [{ part: 'TLSv1.2 cipher suites', code: 'rate-limited' as const }];
    server.reply = () => whole(sslAnswer({ partial: true, partialReason, gaps }));
    await check();
    const line = await screen.findByText(/^Incomplete: /);
    expect(line.textContent).toMatch(words);
    expect(screen.getByText('Not known: TLSv1.2 cipher suites.')).toBeDefined();
  });

  it('shows text from outside as text, with invisible characters written out', async () => {
    const subject = 'CN=<img src=x onerror=alert(1)>\u202emoc.elpmaxe';
    const names = ['<script>alert(1)</script>', 'a\u200bb.example'];
    server.reply = () => whole(sslAnswer({ subject, subjectAlternativeNames: names }));
    await check();
    await isDone();
    expect(screen.getByText('CN=<img src=x onerror=alert(1)>\\u{202e}moc.elpmaxe')).toBeDefined();
    expect(screen.getByText('<script>alert(1)</script>')).toBeDefined();
    expect(screen.getByText('a\\u{200b}b.example')).toBeDefined();
    expect(document.querySelector('.results img, .results script')).toBeNull();
  });

  // `panels.long.test.tsx` has ten thousand.
  inLongSet(it)('shows a thousand names only on request', async () => {
    const names = Array.from({ length: 1000 }, (_, index) => `${index}.example.com`);
    server.reply = () => whole(sslAnswer({ subjectAlternativeNames: names }));
    const { user } = await check();
    await isDone();
    expect(screen.queryByText('100.example.com')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show 900 more' }));
    expect(screen.getByText('999.example.com')).toBeDefined();
  });
});

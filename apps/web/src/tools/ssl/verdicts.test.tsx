import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { sslAnswer } from './testing/ssl-answer.ts';
import { isDone, panel, rowsOf, sslPage, whole } from './testing/ssl-page.ts';

const { check, server } = await sslPage();

describe('the verdicts on certificate and server', () => {
  it('shows first why it is not trusted and what to do, and does not repeat it further down', async () => {
    const about = 'example.com';
    const trust = {
      code: 'certificate-expired',
      state: 'bad',
      about,
      evidence: 'CN=example.com ended on 2026-01-01.',
    } as const;
    const chain = {
      code: 'incomplete-chain',
      state: 'bad',
      about,
      evidence: 'CN=Example TLS CA 1 was not sent.',
    } as const;
    server.reply = () =>
      whole(
        sslAnswer({
          valid: false,
          reasons: ['expired', 'incomplete_chain'],
          missingIssuer: 'CN=Example TLS CA 1,O=Example CA Inc',
          builtChain: [],
          findings: [
            { ...trust, fix: 'Renew it.' },
            { ...chain, fix: 'Send it too.' },
            { code: 'current-versions', state: 'good', about, evidence: '', fix: null },
          ],
        }),
      );
    await check();
    await isDone();
    const summary = panel('Summary');
    expect(summary.getByText('Certificate not trusted').closest('a')?.getAttribute('href')).toBe(
      '#certificate-findings',
    );
    // A good server must not show green beside an untrusted certificate.
    expect(summary.getByText('Server: all good').closest('a')?.className).toBe('badge');
    expect(summary.getByText(/^CN=example\.com ended on 2026-01-01\./).textContent).toContain('What to do: Renew it.');
    const why = panel('Certificate Findings');
    expect(why.getByText('CN=example.com ended on 2026-01-01.')).toBeDefined();
    expect(why.getAllByText('What to do:')).toHaveLength(2);
    expect(panel('Server Findings').getByText('1 check is good')).toBeDefined();
    // Expiry is not the problem, so its bar is not red.
    expect(screen.getByRole('img', { name: /^Valid from/ }).className).toBe('tl-bar tl-ok');
    expect(rowsOf('Security Details')[3]).toEqual(['Security Status', 'Not Secure']);
    expect(
      panel('Certificate Chain').getByText(/did not send the intermediate certificate Example TLS CA 1/),
    ).toBeDefined();
  });

  const incomplete = (missingCertificates: object | null) =>
    sslAnswer({
      valid: false,
      reasons: ['incomplete_chain'],
      findings: [
        {
          code: 'incomplete-chain',
          state: 'bad',
          about: 'example.com',
          evidence: 'One was not sent.',
          fix: 'Send it too.',
        },
      ],
      missingCertificates,
    } as Partial<ReturnType<typeof sslAnswer>>);

  it('offers the missing certificate if its authority has published it', async () => {
    const pem = 'PEM of the issuer';
    server.reply = () => whole(incomplete({ subjects: ['CN=Example TLS CA 1'], pem, leadsToRoot: true, why: null }));
    await check();
    await isDone();
    const saved: [string, Blob][] = [];
    let made = new Blob();
    URL.createObjectURL = (blob) => {
      made = blob as Blob;
      return 'blob:saved';
    };
    URL.revokeObjectURL = () => {};
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push([this.download, made]);
    });
    panel('Certificate Findings').getByRole('button', { name: 'Missing certificate (PEM)' }).click();
    click.mockRestore();
    expect(saved.map(([name]) => name)).toEqual(['example.com-missing.pem']);
    expect(await saved[0]?.[1].text()).toBe(pem);
  });

  it.each([
    ['could not be fetched', { subjects: [], pem: null, leadsToRoot: false, why: 'No answer.' }],
    ['was not looked for', null],
  ])('offers none where it %s', async (_, missing) => {
    server.reply = () => whole(incomplete(missing));
    await check();
    await isDone();
    const findings = panel('Certificate Findings');
    expect(findings.getByText('One was not sent.')).toBeDefined();
    expect(findings.queryByRole('button', { name: /^Missing/ })).toBeNull();
  });

  it.each([
    ['220 mx ESMTP Postfix', ['Postfix', 'nginx', 'Apache']],
    ['220 mx ready', ['nginx', 'Apache', 'Caddy']],
    [null, ['nginx', 'Apache', 'Caddy']],
  ])('puts the remedies of the program first that a greeting names: %s', async (greeting, first) => {
    const finding = {
      code: 'tls10-enabled',
      state: 'warn',
      about: 'example.com',
      evidence: 'Yes.',
      fix: 'No.',
    } as const;
    server.reply = () => whole(sslAnswer({ greeting, findings: [finding] }));
    await check();
    await isDone();
    const places = within(panel('Server Findings').getByRole('group', { name: 'Where', hidden: true }))
      .getAllByRole('button', { hidden: true })
      .map((one) => [one.textContent, one.getAttribute('aria-pressed')]);
    expect(places.slice(0, 3)).toEqual(first.map((name, index) => [name, String(index === 0)]));
  });

  it('is green only if certificate and server are good', async () => {
    await check();
    await isDone();
    const summary = panel('Summary');
    expect(summary.getByText('Certificate trusted').closest('a')?.className).toBe('badge ok');
    expect(summary.getByText('Server: all good').closest('a')?.className).toBe('badge ok');
  });

  it('counts the problems of the server beside a trusted certificate', async () => {
    const about = 'example.com';
    const bad = (code: string) => ({ code, state: 'bad' as const, about, evidence: `Seen: ${code}.`, fix: 'Mend it.' });
    server.reply = () =>
      whole(
        sslAnswer({
          findings: [
            bad('sslv2-enabled'),
            bad('drown'),
            { ...bad('tls10-enabled'), state: 'warn' },
            { code: 'certificate-trusted', state: 'good', about, evidence: '', fix: null },
          ],
        }),
      );
    await check();
    await isDone();
    const summary = panel('Summary');
    expect(summary.getByText('Certificate trusted', { selector: 'a' }).className).toBe('badge');
    const link = summary.getByText('Server: 2 broken, 1 warning').closest('a');
    expect(link?.className).toBe('badge bad');
    expect(document.querySelector(link?.getAttribute('href') ?? '')?.querySelector('h2')?.textContent).toBe(
      'Server Findings',
    );
    expect(summary.getByText(/^Seen: sslv2-enabled\./)).toBeDefined();
  });

  it.each([
    ['warn', ['TLSv1.3', 'TLSv1.2'], 'Secure', 'badge warn'],
    ['warn', ['TLSv1.2', 'TLSv1'], 'Not Secure', 'badge bad'],
    ['good', ['TLSv1.3', 'TLSv1.1'], 'Not Secure', 'badge bad'],
    ['bad', ['TLSv1.3'], 'Not Secure', 'badge bad'],
    ['good', ['TLSv1.3'], 'Secure', 'badge ok'],
  ] as const)('is for a %s finding and the versions %j: %s', async (state, versions, words, look) => {
    const finding = { code: 'client-renegotiation', state, about: 'example.com', evidence: 'Seen.', fix: null };
    server.reply = () => whole(sslAnswer({ findings: [finding], enabledProtocols: [...versions] }));
    await check();
    await isDone();
    expect(panel('Security Details').getByText(words).className).toBe(look);
  });

  it('says «Not determinable» instead of «No» if an attack was not tested', async () => {
    const securityInfo = { ...sslAnswer().securityInfo, hasKnownVulnerabilities: null };
    server.reply = () => whole(sslAnswer({ securityInfo, untested: ['ROBOT'] }));
    await check();
    await isDone();
    expect(rowsOf('Security Information')[1]).toEqual(['Known Vulnerabilities', 'Not determinable']);
    expect(panel('Security Information').getByText('Not tested: ROBOT.')).toBeDefined();
  });
});

import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { sslAnswer } from './testing/ssl-answer.ts';
import { isDone, panel, rowsOf, sslPage, whole } from './testing/ssl-page.ts';

const { check, server } = await sslPage();

describe('the verdicts on certificate and server', () => {
  it('says first why it is not trusted and what to do, and nothing else further down', async () => {
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
    // A good server is no reason for green beside a certificate that is not trusted.
    expect(summary.getByText('Server: all good').closest('a')?.className).toBe('badge');
    expect(summary.getByText(/^CN=example\.com ended on 2026-01-01\./).textContent).toContain('What to do: Renew it.');
    const why = panel('Certificate Findings');
    expect(why.getByText('CN=example.com ended on 2026-01-01.')).toBeDefined();
    expect(why.getAllByText('What to do:')).toHaveLength(2);
    expect(panel('Server Findings').getByText('1 check is good')).toBeDefined();
    // Time is not the problem, so its bar is not red.
    expect(screen.getByRole('img', { name: /^Valid from/ }).className).toBe('tl-bar tl-ok');
    expect(rowsOf('Security Details')[3]).toEqual(['Security Status', 'Not Secure']);
    expect(
      panel('Certificate Chain').getByText(/did not send the intermediate certificate Example TLS CA 1/),
    ).toBeDefined();
  });

  it('is green only where certificate and server are good', async () => {
    await check();
    await isDone();
    const summary = panel('Summary');
    expect(summary.getByText('Certificate trusted').closest('a')?.className).toBe('badge ok');
    expect(summary.getByText('Server: all good').closest('a')?.className).toBe('badge ok');
  });

  it('counts what is wrong with the server beside a trusted certificate', async () => {
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
    const link = summary.getByText('Server: 2 serious, 1 warning').closest('a');
    expect(link?.className).toBe('badge bad');
    expect(document.querySelector(link?.getAttribute('href') ?? '')?.querySelector('h2')?.textContent).toBe(
      'Server Findings',
    );
    expect(summary.getByText(/^Seen: sslv2-enabled\./)).toBeDefined();
  });

  it('says «Not determinable», and no «No», where an attack was not tested', async () => {
    const securityInfo = { ...sslAnswer().securityInfo, hasKnownVulnerabilities: null };
    server.reply = () => whole(sslAnswer({ securityInfo, untested: ['ROBOT'] }));
    await check();
    await isDone();
    expect(rowsOf('Security Information')[1]).toEqual(['Known Vulnerabilities', 'Not determinable']);
    expect(panel('Security Information').getByText('Not tested: ROBOT.')).toBeDefined();
  });
});

import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { inLongSet } from '../../testing/test-set.ts';
import { sslAnswer } from './testing/ssl-answer.ts';
import { isDone, panel, rowsOf, sslPage, whole } from './testing/ssl-page.ts';
import { expectRemedies, expectSecurity } from './testing/ssl-verdicts.ts';

const page = await sslPage();
const { check, server } = page;

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
          verdict: 'broken',
          checks: [
            { id: 'expiry', title: 'Expiry', state: 'broken', summary: 'Certificate expired', notes: 0 },
            { id: 'protocols', title: 'Protocols', state: 'good', summary: 'Current versions', notes: 0 },
          ],
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
    expect(summary.getByText('Broken')).toBeDefined();
    expect(summary.getByText(/^Certificate expired\. Browsers show a warning/)).toBeDefined();
    expect(summary.getByRole('link', { name: /^Expiry/ }).getAttribute('href')).toBe('#validity');
    expect(summary.getByRole('link', { name: /^Protocols/ }).getAttribute('href')).toBe('#supported-protocols');
    expect(screen.getAllByText('CN=example.com ended on 2026-01-01.')).toHaveLength(1);
    expect(panel('What to do').getByText('Renew it.')).toBeDefined();
    expect(panel('What to do').getByText('Send it too.')).toBeDefined();
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

  inLongSet(it)('offers the missing certificate if its authority has published it', async () => {
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
    panel('What to do').getByRole('button', { name: 'Missing certificate (PEM)' }).click();
    click.mockRestore();
    expect(saved.map(([name]) => name)).toEqual(['example.com-missing.pem']);
    expect(await saved[0]?.[1].text()).toBe(pem);
  });

  inLongSet(
    it.each([
      ['could not be fetched', { subjects: [], pem: null, leadsToRoot: false, why: 'No answer.' }],
      ['was not looked for', null],
    ]),
  )('offers none where it %s', async (_, missing) => {
    server.reply = () => whole(incomplete(missing));
    await check();
    await isDone();
    const findings = panel('What to do');
    expect(findings.getByText('One was not sent.')).toBeDefined();
    expect(findings.queryByRole('button', { name: /^Missing/ })).toBeNull();
  });

  // `verdicts.long.test.tsx` has further cases.
  inLongSet(it)('puts the remedies of the program first that a greeting names', () =>
    expectRemedies(page, '220 mx ESMTP Postfix', ['Postfix', 'nginx', 'Apache'], true),
  );

  it.each([
    ['warn', ['TLSv1.3', 'TLSv1.2'], 'Secure', 'badge warn'],
    ['good', ['TLSv1.3', 'TLSv1.1'], 'Not Secure', 'badge bad'],
  ] as const)('is for a %s finding and the versions %j: %s', (state, versions, words, look) =>
    expectSecurity(page, state, versions, words, look),
  );

  it('says «Not determinable» instead of «No» if an attack was not tested', async () => {
    const securityInfo = { ...sslAnswer().securityInfo, hasKnownVulnerabilities: null };
    server.reply = () => whole(sslAnswer({ securityInfo, untested: ['ROBOT'] }));
    await check();
    await isDone();
    expect(rowsOf('Security Information')[1]).toEqual(['Known Vulnerabilities', 'Not determinable']);
    expect(panel('Security Information').getByText('Not tested: ROBOT.')).toBeDefined();
  });
});

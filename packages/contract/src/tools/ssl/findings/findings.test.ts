import { describe, expect, it } from 'vitest';
import { Finding } from '../../../finding/finding.ts';
import { expectShortSummary } from '../../../testing/short-summary.ts';
import { type SslCode, sslExplanations } from '../explanations.ts';
import { sslFindings } from './findings.ts';
import { certificateCases } from './testing/certificate-cases.ts';
import { cleanAnswer } from './testing/clean-answer.ts';
import { quicCases } from './testing/quic-cases.ts';
import { behaviourCases, servedCases, vulnerabilityCases } from './testing/server-cases.ts';
import { suiteCases } from './testing/suite-cases.ts';
import { trustCases } from './testing/trust-cases.ts';

const cases = [
  ...trustCases,
  ...certificateCases,
  ...servedCases,
  ...suiteCases,
  ...vulnerabilityCases,
  ...behaviourCases,
  ...quicCases,
];

describe.each(cases)('$code ($state): $evidence', ({ code, state, given, nearest, evidence, fix }) => {
  it('is found, with its evidence and fix', () => {
    const found = sslFindings(cleanAnswer(given)).filter((one) => one.code === code);
    expect(found).toEqual([
      {
        code,
        state,
        about: expect.stringMatching(/./),
        evidence,
        fix: fix === null ? null : expect.stringContaining(fix),
      },
    ]);
    expect(Finding.safeParse(found[0]).success).toBe(true);
    expect(sslExplanations[code].states).toContain(state);
  });

  it('has a short summary, with and without it', () => {
    for (const one of [given, nearest]) expectShortSummary('ssl', cleanAnswer(one));
  });

  it('is not found in the nearest answer without it', () => {
    const same = sslFindings(cleanAnswer(nearest)).filter((one) => one.code === code && one.state === state);
    expect(same).toEqual([]);
  });
});

it('there is a case for every code in each of its states', () => {
  const all = Object.entries(sslExplanations).flatMap(([code, { states }]) =>
    states.map((state) => `${code} ${state}`),
  );
  const tested = new Set(cases.map(({ code, state }) => `${code} ${state}`));
  expect(all.filter((one) => !tested.has(one))).toEqual([]);
});

it('a clean server has only good findings', () => {
  const findings = sslFindings(cleanAnswer());
  expect(findings.filter(({ state }) => state !== 'good')).toEqual([]);
  expect(findings.map(({ code }) => code)).toEqual<SslCode[]>([
    'certificate-trusted',
    'browsers-connect',
    'no-known-vulnerability',
    'current-versions',
    'forward-secrecy',
    'post-quantum-group',
    'not-revoked',
    'ocsp-stapled',
    'transparency-policy-met',
  ]);
});

it('forward secrecy is not reported as good where a listener needs no key', () => {
  const codes = sslFindings(cleanAnswer({ vulnerabilities: ['NULL'] })).map(({ code }) => code);
  expect(codes).not.toContain('forward-secrecy');
});

it('nothing is reported as good that was not examined', () => {
  const versions = ['TLSv1.3', 'TLSv1.2', 'TLSv1.1', 'TLSv1', 'SSLv3', 'SSLv2'];
  const unmeasured = cleanAnswer({
    gaps: [...versions, 'groups'].map((part) => ({ part, code: 'timeout' })),
    partial: true,
    partialReason: 'time_limit',
    untested: ['POODLE', 'ROBOT'],
    enabledProtocols: [],
    enabledCiphers: [],
    ciphersByProtocol: {},
    groups: [],
    ocspStapled: null,
    ocspStatus: null,
    revocation: null,
    transparency: undefined,
    clients: [],
  });
  expect(sslFindings(unmeasured).map(({ code, state }) => [code, state])).toEqual([
    ['certificate-trusted', 'good'],
    ['vulnerability-not-tested', 'unknown'],
    ['revocation-unknown', 'unknown'],
    ['check-incomplete', 'unknown'],
  ]);
});

it('nobody is told to ask again for the status of an expired certificate', () => {
  const fixOf = (observations: readonly object[]) =>
    sslFindings(
      cleanAnswer({
        observations,
        revocation: { status: 'unknown', why: 'No answer in time.' },
        valid: observations.length === 0,
      }),
    ).find(({ code }) => code === 'revocation-unknown')?.fix;
  expect(fixOf([])).toMatch(/^Check again later, or ask the authority/);
  expect(fixOf([{ name: 'expired', evidence: 'It expired.' }])).toBeNull();
});

describe('the command that verifies a fix', () => {
  const fixOf = (given: object) =>
    sslFindings(
      cleanAnswer({ valid: false, observations: [{ name: 'expired', evidence: 'It expired.' }], ...given }),
    ).find(({ code }) => code === 'certificate-expired')?.fix;

  it('starts TLS in the protocol of the port', () => {
    const mail = { startTls: 'smtp', peerPort: 587, peerHost: 'mail.example.com' };
    expect(fixOf(mail)).toContain(
      'openssl s_client -connect mail.example.com:587 -servername mail.example.com -starttls smtp -verify_return_error -verify_hostname mail.example.com',
    );
  });

  it('names no server where the target is an address', () => {
    expect(fixOf({ peerHost: '2001:db8::1' })).toContain(
      'openssl s_client -connect [2001:db8::1]:443 -verify_return_error -verify_ip 2001:db8::1',
    );
  });

  it('is omitted where OpenSSL does not know the protocol', () => {
    expect(fixOf({ startTls: 'rdp', peerPort: 3389 })).not.toContain('openssl');
  });
});

import { type TlsVersion, tlsVersions } from '../../../../tls/judgement.ts';
import type { SslCode } from '../../explanations.ts';
import { hasGap, type SslFinding, type UnjudgedSsl } from './ssl-finding.ts';
import { withCheck } from './verify.ts';

interface OldVersion {
  readonly version: TlsVersion;
  readonly code: SslCode;
  readonly state: 'bad' | 'warn';
  readonly name: string;
  /** The OpenSSL option for it; null if OpenSSL no longer supports it. */
  readonly option: string | null;
}

const oldVersions: readonly OldVersion[] = [
  { version: 'SSLv2', code: 'sslv2-enabled', state: 'bad', name: 'SSLv2', option: null },
  { version: 'SSLv3', code: 'sslv3-enabled', state: 'bad', name: 'SSLv3', option: null },
  { version: 'TLSv1', code: 'tls10-enabled', state: 'warn', name: 'TLS 1.0', option: '-tls1' },
  { version: 'TLSv1.1', code: 'tls11-enabled', state: 'warn', name: 'TLS 1.1', option: '-tls1_1' },
];

/** Whether no client should use this version any more. */
export function isOldVersion(version: TlsVersion): boolean {
  return oldVersions.some((old) => old.version === version);
}

/** Findings on which of the six versions the server accepts. */
export function versionFindings(answer: UnjudgedSsl): SslFinding[] {
  return [...oldVersions.flatMap((old) => oldVersion(answer, old)), ...currentVersions(answer)];
}

function oldVersion(answer: UnjudgedSsl, { version, code, state, name, option }: OldVersion): SslFinding[] {
  if (!answer.enabledProtocols.includes(version)) return [];
  const count = answer.ciphersByProtocol[version]?.length ?? 0;
  const suites = count === 0 ? '' : ` with ${count} ${count === 1 ? 'suite' : 'suites'}`;
  const fix = `Disable ${name}: accept only TLS 1.2 and TLS 1.3.`;
  return [
    {
      code,
      state,
      about: answer.domain,
      evidence: `The server accepts ${name}${suites}.`,
      fix: option === null ? fix : withCheck(answer, fix, [option, '-cipher DEFAULT:@SECLEVEL=0'], 'failure'),
    },
  ];
}

function currentVersions(answer: UnjudgedSsl): SslFinding[] {
  const { domain: about, enabledProtocols: enabled } = answer;
  if (enabled.length === 0) return [];
  // A version that was not measured completely may be accepted.
  const isMissing = (version: TlsVersion) => !enabled.includes(version) && !hasGap(answer, version);
  const all = `The server accepts ${enabled.join(', ')}.`;
  const isCurrent = !enabled.some(isOldVersion) && tlsVersions.every((version) => !hasGap(answer, version));
  const good: SslFinding[] = isCurrent
    ? [
        {
          code: 'current-versions',
          state: 'good',
          about,
          evidence: `Of the six protocol versions, it accepts ${enabled.join(', ')}.`,
          fix: null,
        },
      ]
    : [];
  const is13Missing = isMissing('TLSv1.3');
  if (is13Missing && isMissing('TLSv1.2')) {
    const fix = withCheck(
      answer,
      'Enable TLS 1.2 and TLS 1.3, and update the TLS library if it does not support them.',
      ['-tls1_2'],
    );
    return [{ code: 'no-current-version', state: 'bad', about, evidence: all, fix }];
  }
  if (is13Missing) {
    const fix = withCheck(answer, 'Enable TLS 1.3, which OpenSSL 1.1.1 and newer support.', ['-tls1_3']);
    return [...good, { code: 'tls13-missing', state: 'note', about, evidence: all, fix }];
  }
  if (enabled.length === 1 && isCurrent && enabled[0] === 'TLSv1.3') {
    return [...good, { code: 'tls12-missing', state: 'note', about, evidence: all, fix: null }];
  }
  return good;
}

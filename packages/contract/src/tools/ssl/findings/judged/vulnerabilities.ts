import type { VulnerabilityName } from '../../../../tls/judgement.ts';
import type { SslCode } from '../../explanations.ts';
import type { SslFinding, UnjudgedSsl } from './ssl-finding.ts';

interface VulnerabilityJudgement {
  readonly code: SslCode;
  readonly state: 'warn' | 'bad';
  readonly fix: string;
}

const STRONG = 'Accept only suites with ECDHE and AES-GCM or ChaCha20.';

const judged: Readonly<Record<VulnerabilityName, VulnerabilityJudgement>> = {
  HEARTBLEED: {
    code: 'heartbleed',
    state: 'bad',
    fix: 'Update OpenSSL, restart the server, then replace keys and certificates, and revoke the old ones.',
  },
  CCS: { code: 'ccs-injection', state: 'bad', fix: 'Update OpenSSL, and restart the server.' },
  ROBOT: { code: 'robot', state: 'bad', fix: 'Disable RSA key exchange: every suite whose name begins with TLS_RSA.' },
  POODLE: { code: 'poodle', state: 'bad', fix: 'Disable SSLv3.' },
  DROWN: { code: 'drown', state: 'bad', fix: 'Disable SSLv2, here and on every other server with the same key.' },
  FREAK: { code: 'freak', state: 'bad', fix: `Disable export suites. ${STRONG}` },
  LOGJAM: { code: 'logjam', state: 'warn', fix: `Disable DHE: every suite whose name begins with TLS_DHE. ${STRONG}` },
  SWEET32: { code: 'sweet32', state: 'warn', fix: `Disable 3DES. ${STRONG}` },
  RC4: { code: 'rc4', state: 'bad', fix: `Disable RC4. ${STRONG}` },
  NULL: { code: 'null-encryption', state: 'bad', fix: `Disable the NULL suites. ${STRONG}` },
  ANON: { code: 'anonymous-suites', state: 'bad', fix: `Disable anonymous suites. ${STRONG}` },
  CRIME: { code: 'crime', state: 'warn', fix: 'Disable TLS compression, or update the TLS library.' },
  INSECURE_RENEGOTIATION: {
    code: 'insecure-renegotiation',
    state: 'bad',
    fix: 'Update the TLS library to a version that supports RFC 5746 (OpenSSL 0.9.8m or newer).',
  },
};

/** Export suites with ephemeral keys: 512 bits, broken within minutes. */
const EXPORT_DH = /DHE?_\w+_EXPORT/;

/** Known attacks that are possible, and those that could not be ruled out. */
export function vulnerabilityFindings(answer: UnjudgedSsl): SslFinding[] {
  const { domain: about, observations, notes } = answer;
  const found = answer.vulnerabilities.map((name): SslFinding => {
    const { code, state, fix } = judged[name];
    const evidence = observations.find((one) => one.name === name)?.evidence ?? `The server is vulnerable to ${name}.`;
    return { code, state: name === 'LOGJAM' && isLogjamBad(answer) ? 'bad' : state, about, evidence, fix };
  });
  const anonymous = notes.flatMap(({ name, evidence }): SslFinding[] =>
    name === 'ANON' ? [{ code: 'anonymous-suites', state: 'note', about, evidence, fix: null }] : [],
  );
  return [...found, ...anonymous, ...untested(answer), ...none(answer)];
}

function isLogjamBad({
  minDhBits: any,
  minAuthenticatedDhBits: minDhBits = any,
  enabledCiphers,
}: UnjudgedSsl): boolean {
  return (minDhBits !== null && minDhBits < 1024) || enabledCiphers.some((suite) => EXPORT_DH.test(suite));
}

function untested({ domain: about, untested: open }: UnjudgedSsl): SslFinding[] {
  if (open.length === 0) return [];
  return [
    {
      code: 'vulnerability-not-tested',
      state: 'unknown',
      about,
      evidence: `Neither found nor ruled out: ${open.join(', ')}.`,
      fix: 'Check again: a complete check either finds or rules out each of them.',
    },
  ];
}

function none({ domain, vulnerabilities, untested: open, partial }: UnjudgedSsl): SslFinding[] {
  if (vulnerabilities.length > 0 || open.length > 0 || partial) return [];
  const evidence = `Tested for and not found: ${Object.keys(judged).join(', ')}.`;
  return [{ code: 'no-known-vulnerability', state: 'good', about: domain, evidence, fix: null }];
}

import { type UntrustedReason, untrustedReasons } from '../../../../tls/judgement.ts';
import type { SslCode } from '../../explanations.ts';
import { hasGap, listed, type SslAnswer, type SslFinding, withTrustCheck } from './ssl-finding.ts';

const codes = {
  no_certificate: 'no-certificate',
  weak_key: 'weak-key',
  revoked: 'certificate-revoked',
  expired: 'certificate-expired',
  not_yet_valid: 'certificate-not-yet-valid',
  self_signed: 'self-signed-certificate',
  hostname_mismatch: 'name-mismatch',
  untrusted: 'untrusted-authority',
  incomplete_chain: 'incomplete-chain',
  weak_signature: 'weak-signature',
  wrong_usage: 'wrong-usage',
} as const satisfies Readonly<Record<UntrustedReason, SslCode>>;

/** Why the certificate cannot be trusted, or that it can. */
export function trustFindings(answer: SslAnswer): SslFinding[] {
  const problems = answer.observations.flatMap(({ name, evidence }) => {
    return isReason(name) ? [problem(answer, name, evidence)] : [];
  });
  return answer.valid && problems.length === 0 ? [trusted(answer)] : problems;
}

function isReason(name: string): name is UntrustedReason {
  return (untrustedReasons as readonly string[]).includes(name);
}

function problem(answer: SslAnswer, reason: UntrustedReason, evidence: string): SslFinding {
  const { domain: about, missingCertificates } = answer;
  if (reason === 'no_certificate' && hasGap(answer, 'certificate')) {
    const fix = 'Look at the certificate with a current browser, then check again.';
    return { code: 'no-certificate', state: 'unknown', about, evidence, fix };
  }
  const more = reason === 'incomplete_chain' ? (missingCertificates?.why ?? null) : null;
  return {
    code: codes[reason],
    state: 'bad',
    about,
    evidence: more === null ? evidence : `${evidence} ${more}`,
    fix: withTrustCheck(answer, fixOf(answer, reason)),
  };
}

function trusted({ domain, builtChain, validUntil }: SslAnswer): SslFinding {
  const root = builtChain.at(-1)?.subject;
  const parts = [
    `The certificate is valid for ${domain}`,
    ...(validUntil === null ? [] : [`until ${day(validUntil)}`]),
    ...(root === undefined ? [] : [`and leads to ${root}`]),
  ];
  return { code: 'certificate-trusted', state: 'good', about: domain, evidence: `${parts.join(' ')}.`, fix: null };
}

function fixOf(
  { peerHost, missingIssuer, missingCertificates, subjectAlternativeNames, issuer }: SslAnswer,
  reason: UntrustedReason,
): string {
  switch (reason) {
    case 'no_certificate':
      return `Install a certificate for ${peerHost}, and enable the cipher suites that use it.`;
    case 'weak_key':
      return 'Create a new key (EC P-256, or RSA with at least 2048 bits), and request a certificate for it.';
    case 'revoked':
      return 'Create a new key, request a new certificate for it, and replace both on the server.';
    case 'expired':
      return `Renew the certificate for ${peerHost}, install it with its chain, and reload the server.`;
    case 'not_yet_valid':
      return 'Install a certificate that is valid now, and correct the clock of the machine that issued this one.';
    case 'self_signed':
      return `Request a certificate for ${peerHost} from a public certificate authority.`;
    case 'hostname_mismatch':
      return `Request a certificate for ${peerHost}, or configure the server to send the right one for this name. ${namesIn(subjectAlternativeNames)}`;
    case 'untrusted':
      return `Use a certificate from a public certificate authority, or install the root certificate behind ${issuer ?? 'its issuer'} on every client.`;
    case 'incomplete_chain':
      return missingIssuer === null
        ? 'Install the whole chain (fullchain.pem), not the certificate alone.'
        : `Add the certificate of ${missingIssuer} after the server’s own: install the whole chain (fullchain.pem).${
            missingCertificates?.pem == null
              ? ''
              : ' Sonde has fetched and verified it (missingCertificates in the answer).'
          }`;
    case 'weak_signature':
      return 'Have the certificate reissued, signed with SHA-256.';
    case 'wrong_usage':
      return 'Request a certificate for server authentication (extended key usage serverAuth).';
  }
}

function namesIn(names: readonly string[]): string {
  return names.length === 0 ? 'The current one has no alternative names.' : `The current one is for ${listed(names)}.`;
}

function day(iso: string): string {
  return iso.slice(0, 'YYYY-MM-DD'.length);
}

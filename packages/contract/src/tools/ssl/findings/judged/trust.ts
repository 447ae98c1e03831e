import { type UntrustedReason, untrustedReasons } from '../../../../tls/judgement.ts';
import type { SslCode } from '../../explanations.ts';
import { hasGap, listed, type SslFinding, type UnjudgedSsl } from './ssl-finding.ts';
import { certificateIn, withOwnCheck, withTrustCheck } from './verify.ts';

const codes = {
  no_certificate: 'no-certificate',
  weak_key: 'weak-key',
  revoked: 'certificate-revoked',
  expired: 'certificate-expired',
  not_yet_valid: 'certificate-not-yet-valid',
  self_signed: 'self-signed-certificate',
  hostname_mismatch: 'name-mismatch',
  untrusted: 'untrusted-authority',
  bad_signature: 'issuer-mismatch',
  not_an_authority: 'issuer-not-authority',
  path_too_long: 'path-too-long',
  name_not_permitted: 'name-not-permitted',
  unknown_extension: 'unknown-critical-extension',
  malformed_extension: 'malformed-extension',
  incomplete_chain: 'incomplete-chain',
  weak_signature: 'weak-signature',
  wrong_usage: 'wrong-usage',
  ca_certificate: 'authority-as-server',
  key_usage_mismatch: 'key-usage-mismatch',
} as const satisfies Readonly<Record<UntrustedReason, SslCode>>;

/** Why the certificate cannot be trusted, or that it can. */
export function trustFindings(answer: UnjudgedSsl): SslFinding[] {
  const problems = answer.observations.flatMap(({ name, evidence }) => {
    return isReason(name) ? [problem(answer, name, evidence)] : [];
  });
  return answer.valid && problems.length === 0 ? [trusted(answer)] : problems;
}

function isReason(name: string): name is UntrustedReason {
  return (untrustedReasons as readonly string[]).includes(name);
}

function problem(answer: UnjudgedSsl, reason: UntrustedReason, evidence: string): SslFinding {
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
    fix: isUnknownToOpenssl(answer, reason, evidence)
      ? withOwnCheck(answer, fixOf(answer, reason))
      : withTrustCheck(answer, fixOf(answer, reason), certificateIn(evidence)),
  };
}

/** Whether `openssl s_client` accepts a certificate with this problem. */
function isUnknownToOpenssl(
  { subjectAlternativeNames }: UnjudgedSsl,
  reason: UntrustedReason,
  evidence: string,
): boolean {
  if (reason === 'revoked' || reason === 'ca_certificate' || reason === 'key_usage_mismatch') return true;
  if (reason === 'weak_key') return /ROCA|close primes/.test(evidence);
  // It falls back to the common name, and has no list of public suffixes.
  return reason === 'hostname_mismatch' && (subjectAlternativeNames.length === 0 || evidence.includes('public suffix'));
}

function trusted({ domain, builtChain, validUntil }: UnjudgedSsl): SslFinding {
  const root = builtChain.at(-1)?.subject;
  const parts = [
    `The certificate is valid for ${domain}`,
    ...(validUntil === null ? [] : [`until ${day(validUntil)}`]),
    ...(root === undefined ? [] : [`and leads to ${root}`]),
  ];
  return { code: 'certificate-trusted', state: 'good', about: domain, evidence: `${parts.join(' ')}.`, fix: null };
}

function fixOf(
  { peerHost, missingIssuer, missingCertificates, subjectAlternativeNames, certificateChain, keyUsages }: UnjudgedSsl,
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
      return untrustedFix(certificateChain, missingIssuer);
    case 'bad_signature':
      return 'Install the chain that the certificate authority delivered with this certificate (fullchain.pem): the server sends that of another one.';
    case 'not_an_authority':
      return `Request a certificate for ${peerHost} from a certificate authority, and find out who could sign this one: the chain may be forged.`;
    case 'path_too_long':
    case 'name_not_permitted':
      return `Request a certificate for ${peerHost} from an authority that may issue it. The operator of this one can also renew the certificate of the issuer without the limit.`;
    case 'unknown_extension':
    case 'malformed_extension':
      return 'Have the certificate reissued without this extension.';
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
    case 'ca_certificate':
      return `Request a certificate for ${peerHost} that is not one of an authority (CA:FALSE).`;
    case 'key_usage_mismatch':
      return keyUsages.includes('digitalSignature')
        ? 'Accept suites with ECDHE. Or request a certificate with the key usages digitalSignature and keyEncipherment.'
        : 'Request a certificate with the key usage digitalSignature.';
  }
}

/** Only the root of an authority of one's own should be installed, and only if it is known to be the root. */
function untrustedFix(chain: UnjudgedSsl['certificateChain'], missingIssuer: string | null): string {
  const request = 'Use a certificate from a public certificate authority.';
  const root = chain.find(({ selfSigned }) => selfSigned)?.subject ?? null;
  if (missingIssuer === null && root !== null) {
    return `${request} If ${root} is the root of your own authority, only clients on which you have installed it trust the certificate.`;
  }
  if (missingIssuer === null) return request;
  return `${request} Otherwise, ask the authority what ${missingIssuer} is: the certificate of an intermediate authority has to be sent by the server.`;
}

function namesIn(names: readonly string[]): string {
  return names.length === 0 ? 'The current one has no alternative names.' : `The current one is for ${listed(names)}.`;
}

function day(iso: string): string {
  return iso.slice(0, 'YYYY-MM-DD'.length);
}

import type { Check } from '../../finding/check.ts';
import { daysBetween } from '../../finding/ending/findings.ts';
import type { Unjudged } from '../../finding/unjudged.ts';
import type { ssl } from './contract.ts';

interface Dated {
  readonly validUntil: string | null;
  readonly checkedAt?: string | undefined;
}

/** `79 days left`; null if it has ended, or if a date is missing. */
function daysLeft({ validUntil, checkedAt }: Dated): string | null {
  if (validUntil === null || checkedAt === undefined) return null;
  const days = daysBetween(checkedAt, validUntil);
  if (days === null || days < 0) return null;
  return days === 1 ? '1 day left' : `${days} days left`;
}

const hasCertificate = ({ subject }: { readonly subject: string | null }) => subject !== null;
const hasTls = ({ enabledProtocols }: { readonly enabledProtocols: readonly string[] }) => enabledProtocols.length > 0;

/** Codes that say which of the known clients connect. */
const CLIENT_CODES = ['browsers-connect', 'browsers-cannot-connect', 'old-clients-cannot-connect'];
/** Characters of what a check says. */
const SHORT = 40;

/** `Not Android 7.0, apps`, or `1 of 12 cannot connect` for long names; null if it is not known of each client. */
function clientsInWords(clients: Unjudged<typeof ssl>['clients']): string | null {
  const out = clients
    .filter(({ connects }) => connects === false)
    .map(({ client }) => client.replace('Internet Explorer', 'IE'));
  const named = `Not ${out.join('; ')}`;
  if (out.length > 0) return named.length <= SHORT ? named : `${out.length} of ${clients.length} cannot connect`;
  const isKnown = clients.length > 0 && clients.every(({ connects }) => connects === true);
  const android = clients.findLast(({ client }) => client.startsWith('Android'))?.client.split(',')[0];
  return isKnown ? `All ${clients.length}${android === undefined ? '' : `, also ${android}`}` : null;
}

export const sslChecks: readonly Check<typeof ssl>[] = [
  {
    id: 'certificate',
    title: 'Certificate',
    codes: [
      'certificate-trusted',
      'no-certificate',
      'weak-key',
      'self-signed-certificate',
      'weak-signature',
      'wrong-usage',
      'authority-as-server',
      'key-usage-mismatch',
      'unknown-critical-extension',
      'malformed-extension',
      'certificates-by-address',
      'certificates-by-key-type',
      'certificates-vary',
      'certificate-without-server-name',
      'http3-other-certificate',
    ],
    // What makes it untrusted is told by the other checks, such as that of expiry.
    applies: ({ valid }) => valid !== false,
    withoutFindings: () => null,
  },
  {
    id: 'names',
    title: 'Names',
    codes: ['name-mismatch'],
    applies: hasCertificate,
    withoutFindings: ({ peerHost }) => `Valid for ${peerHost}`,
  },
  {
    id: 'expiry',
    title: 'Expiry',
    codes: [
      'certificate-expired',
      'certificate-not-yet-valid',
      'renewal-due',
      'long-lived-certificate',
      'short-lived-certificate',
    ],
    applies: hasCertificate,
    withoutFindings: daysLeft,
    summary: daysLeft,
  },
  {
    id: 'chain',
    title: 'Chain',
    codes: [
      'untrusted-authority',
      'issuer-mismatch',
      'issuer-not-authority',
      'path-too-long',
      'name-not-permitted',
      'incomplete-chain',
      'superfluous-certificates',
      'chain-out-of-order',
    ],
    applies: hasCertificate,
    withoutFindings: ({ builtChain }) => (builtChain.length > 1 ? 'Complete, up to a trusted root' : null),
  },
  {
    id: 'revocation',
    title: 'Revocation',
    codes: [
      'certificate-revoked',
      'not-revoked',
      'revocation-unknown',
      'ocsp-stapled',
      'stapled-response-unusable',
      'must-staple-unmet',
    ],
  },
  {
    id: 'transparency',
    title: 'Transparency',
    codes: ['transparency-policy-met', 'transparency-policy-unmet', 'transparency-unknown', 'log-list-outdated'],
  },
  {
    id: 'protocols',
    title: 'Protocols',
    codes: [
      'sslv2-enabled',
      'sslv3-enabled',
      'tls10-enabled',
      'tls11-enabled',
      'tls12-missing',
      'tls13-missing',
      'no-current-version',
      'current-versions',
      'versions-by-address',
      'address-without-tls',
      'no-fallback-protection',
    ],
    withoutFindings: () => null,
  },
  {
    id: 'ciphers',
    title: 'Ciphers',
    codes: [
      'null-encryption',
      'anonymous-suites',
      'export-suites',
      'des-suites',
      'rc4',
      'no-forward-secrecy',
      'suites-without-forward-secrecy',
      'forward-secrecy',
      'cbc-suites',
      'cbc-only',
      'client-order',
      'short-dh-key',
      'finite-field-dh',
      'weak-group',
      'no-post-quantum-group',
      'post-quantum-group',
      'http3-without-post-quantum',
    ],
    applies: hasTls,
    withoutFindings: ({ gaps }) => (gaps.length === 0 ? 'No weak suites' : null),
  },
  {
    id: 'attacks',
    title: 'Known attacks',
    codes: [
      'heartbleed',
      'ccs-injection',
      'robot',
      'poodle',
      'drown',
      'freak',
      'logjam',
      'sweet32',
      'crime',
      'beast',
      'insecure-renegotiation',
      'client-renegotiation',
      'vulnerability-not-tested',
      'no-known-vulnerability',
    ],
    applies: hasTls,
    withoutFindings: () => null,
  },
  {
    id: 'clients',
    title: 'Clients',
    codes: [
      'browsers-connect',
      'browsers-cannot-connect',
      'browsers-not-determined',
      'old-clients-cannot-connect',
      'client-certificate-wanted',
      'extension-intolerance',
      'long-hello-unanswered',
      'http3',
      'http3-fails',
    ],
    summary: ({ clients }, code) => (CLIENT_CODES.includes(code) ? clientsInWords(clients) : null),
    withoutFindings: () => null,
  },
  {
    id: 'sessions',
    title: 'Sessions',
    codes: ['long-ticket-lifetime', 'early-data', 'no-resumption', 'no-http2'],
    applies: ({ resumption }) => resumption !== null,
    withoutFindings: ({ resumption }) => (resumption === true ? 'Sessions are resumed' : 'Not resumed'),
  },
  {
    id: 'completeness',
    title: 'Completeness',
    ofAll: true,
    codes: ['check-incomplete', 'addresses-not-checked'],
    withoutFindings: ({ partial, gaps }) => (partial || gaps.length > 0 ? null : 'Everything was measured'),
  },
];

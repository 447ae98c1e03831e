import { answerFindings } from '@sonde/contract/answers/answer-findings';
import type { FindingState } from '@sonde/contract/finding/finding';
import type { SslCode } from '@sonde/contract/tools/ssl/explanations';
import type { SondeReport, TestsslRow } from './ask.ts';

/** Severity in three steps. Subjects that a tool could not judge are not compared. */
export type Weight = 'fine' | 'warn' | 'bad';

/** A subject that both tools judge, with the name that each has for it. */
interface Subject {
  readonly subject: string;
  /** Ids of testssl.sh, without the number of a certificate. */
  readonly ids: readonly string[];
  readonly codes: readonly SslCode[];
  /** Whether Sonde's answer covers the subject; absent if every answer does. */
  readonly isKnown?: (data: SondeReport['data']) => boolean;
}

const subjects: readonly Subject[] = [
  { subject: 'SSLv2', ids: ['SSLv2'], codes: ['sslv2-enabled'] },
  { subject: 'SSLv3', ids: ['SSLv3'], codes: ['sslv3-enabled'] },
  { subject: 'TLS 1.0', ids: ['TLS1'], codes: ['tls10-enabled'] },
  { subject: 'TLS 1.1', ids: ['TLS1_1'], codes: ['tls11-enabled'] },
  { subject: 'TLS 1.2 and 1.3', ids: ['TLS1_2', 'TLS1_3'], codes: ['no-current-version', 'tls13-missing'] },
  { subject: 'Heartbleed', ids: ['heartbleed'], codes: ['heartbleed'] },
  { subject: 'CCS injection', ids: ['CCS'], codes: ['ccs-injection'] },
  { subject: 'ROBOT', ids: ['ROBOT'], codes: ['robot'] },
  { subject: 'secure renegotiation', ids: ['secure_renego'], codes: ['insecure-renegotiation'] },
  {
    subject: 'client renegotiation',
    ids: ['secure_client_renego'],
    codes: ['client-renegotiation'],
    isKnown: ({ clientRenegotiation }) => clientRenegotiation !== null,
  },
  { subject: 'compression', ids: ['CRIME_TLS'], codes: ['crime'] },
  { subject: 'downgrade protection', ids: ['fallback_SCSV'], codes: ['no-fallback-protection'] },
  { subject: 'Diffie-Hellman', ids: ['LOGJAM', 'LOGJAM-common_primes'], codes: ['logjam', 'short-dh-key'] },
  { subject: 'forward secrecy', ids: ['PFS'], codes: ['no-forward-secrecy'] },
  { subject: 'order of suites', ids: ['cipher_order'], codes: ['client-order'] },
  { subject: 'key of the certificate', ids: ['cert_keySize'], codes: ['weak-key'] },
  { subject: 'signature of the certificate', ids: ['cert_signatureAlgorithm'], codes: ['weak-signature'] },
  { subject: 'name of the certificate', ids: ['cert_trust'], codes: ['name-mismatch'] },
  {
    subject: 'chain of trust',
    ids: ['cert_chain_of_trust'],
    codes: ['self-signed-certificate', 'untrusted-authority', 'issuer-mismatch', 'incomplete-chain', 'no-certificate'],
  },
  {
    subject: 'validity',
    ids: ['cert_expirationStatus', 'cert_notAfter'],
    codes: ['certificate-expired', 'renewal-due'],
  },
  { subject: 'lifetime', ids: ['cert_extlifeSpan', 'cert_validityPeriod'], codes: ['long-lived-certificate'] },
];

const weights: Readonly<Record<string, Weight | null>> = {
  OK: 'fine',
  INFO: 'fine',
  LOW: 'fine',
  MEDIUM: 'warn',
  HIGH: 'bad',
  CRITICAL: 'bad',
};
const weightOfState: Readonly<Record<FindingState, Weight | null>> = {
  good: 'fine',
  note: 'fine',
  unknown: null,
  warn: 'warn',
  bad: 'bad',
};
const order: readonly Weight[] = ['fine', 'warn', 'bad'];

/** A subject that the two tools judge differently. */
export interface SeverityDifference {
  readonly subject: string;
  readonly sonde: Weight;
  readonly testssl: Weight;
}

/** The comparison for one server. */
export interface SeverityComparison {
  readonly compared: number;
  readonly differences: readonly SeverityDifference[];
}

/** The number of subjects that both tools judge, and those that they judge differently. */
export function compareSeverities(
  { data, gaps }: Pick<SondeReport, 'data' | 'gaps'>,
  rows: readonly TestsslRow[],
  checkedAt: string,
): SeverityComparison {
  const findings = answerFindings('ssl', { ...data, gaps: [...gaps], checkedAt });
  const differences: SeverityDifference[] = [];
  let compared = 0;
  for (const { subject, ids, codes, isKnown } of subjects) {
    if (isKnown?.(data) === false) continue;
    const testssl = worst(rows.filter(({ id }) => ids.includes(id.replace(/ <.*/, ''))).map(weightOfRow));
    // No finding of Sonde counts as `fine`.
    const ours = findings.filter(({ code }) => (codes as readonly string[]).includes(code));
    const sonde = worst(['fine', ...ours.map(({ state }) => weightOfState[state])]);
    if (testssl === null || sonde === null) continue;
    compared += 1;
    if (testssl !== sonde) differences.push({ subject, sonde, testssl });
  }
  return { compared, differences };
}

function weightOfRow({ severity }: TestsslRow): Weight | null {
  return weights[severity] ?? null;
}

function worst(found: readonly (Weight | null)[]): Weight | null {
  const known = found.filter((weight) => weight !== null);
  return order.findLast((weight) => known.includes(weight)) ?? null;
}

interface SeverityExplanation {
  readonly subjects: readonly string[];
  readonly sonde: Weight;
  readonly testssl: Weight;
  readonly why: string;
}

const explanations: readonly SeverityExplanation[] = [
  {
    subjects: ['TLS 1.0', 'TLS 1.1'],
    sonde: 'warn',
    testssl: 'fine',
    why: 'testssl.sh 3.0 rates it LOW; since RFC 8996 it must not be used, and Mozilla’s intermediate profile has neither.',
  },
  {
    subjects: ['Diffie-Hellman'],
    sonde: 'bad',
    testssl: 'fine',
    why: 'JSSE has its export suites in SSL 3 and TLS 1.0 only. testssl.sh looks for them with a hello of TLS 1.2, is refused, and says «no DH EXPORT ciphers», while its own list of suites has DH(512).',
  },
  {
    subjects: ['CCS injection'],
    sonde: 'bad',
    testssl: 'fine',
    why: 'Node 0.10 closes the connection before the alert leaves it, and testssl.sh takes the missing alert for a patch; its OpenSSL 1.0.1e has the hole.',
  },
  {
    subjects: ['client renegotiation'],
    sonde: 'warn',
    testssl: 'fine',
    why: 'Erlang renegotiates once, and then not for twelve seconds: testssl.sh calls that mitigated, we say that a client may have another handshake.',
  },
  {
    subjects: ['client renegotiation'],
    sonde: 'warn',
    testssl: 'bad',
    why: 'testssl.sh rates the load that it allows (CVE-2011-1473) HIGH; a client may as well open new connections, so it is a warning here.',
  },
  {
    subjects: ['client renegotiation'],
    sonde: 'fine',
    testssl: 'bad',
    why: 'testssl.sh takes a server that closes the connection at the second hello for one that renegotiates, if the end of its own input comes first; see the disagreements.',
  },
  {
    subjects: ['chain of trust'],
    sonde: 'fine',
    testssl: 'bad',
    why: 'testssl.sh calls the chain of an expired certificate broken, too; here expiry is judged once, under validity, where both say bad.',
  },
  {
    subjects: ['TLS 1.1'],
    sonde: 'fine',
    testssl: 'bad',
    why: 'The server knows nothing newer than TLS 1.0 and answers in that: testssl.sh calls every version that it lacks a downgrade; here it is one finding, «no-current-version».',
  },
  {
    subjects: ['TLS 1.2 and 1.3'],
    sonde: 'bad',
    testssl: 'warn',
    why: 'Browsers no longer connect to a server without TLS 1.2 and TLS 1.3, which is bad; testssl.sh rates it MEDIUM.',
  },
  {
    subjects: ['Diffie-Hellman'],
    sonde: 'warn',
    testssl: 'fine',
    why: 'A key of 1024 bits: testssl.sh 3.0 looks for export suites and for primes in its list, and lets a short one of its own pass; 2048 bits are the least since RFC 9325.',
  },
  {
    subjects: ['order of suites'],
    sonde: 'fine',
    testssl: 'bad',
    why: 'An order of the client is a note for us: Mozilla’s intermediate profile leaves it to the clients, and weak suites are judged by themselves.',
  },
  {
    subjects: ['order of suites'],
    sonde: 'fine',
    testssl: 'warn',
    why: 'An order of the client is a note for us: Mozilla’s intermediate profile leaves it to the clients, and weak suites are judged by themselves.',
  },
];

/** Why the tools judge it differently; null while nobody has explained it. */
export function explainSeverity({ subject, sonde, testssl }: SeverityDifference): string | null {
  const found = explanations.find(
    (one) => one.subjects.includes(subject) && one.sonde === sonde && one.testssl === testssl,
  );
  return found?.why ?? null;
}

import type { FailureReason } from '@sonde/contract/failure';
import { AskError } from '../../browser/api/ask-error.ts';
import { clientTexts, failureTexts } from '../lookup/failure-texts.ts';
import { gapMeaning } from '../lookup/gap-meaning.ts';
import type { DnsAnswer } from './query.ts';
import { NO_RESPONSE, texts } from './texts.ts';

/** The message of a failed lookup. An empty answer is not a failure: see `isEmptyAnswer`. */
export const failureText = failureTexts({
  fallback: 'Failed to fetch DNS records. Please try again.',
  at: { ...clientTexts, 'no-response': NO_RESPONSE, 'no-data': texts.empty },
  prefix: 'DNS Lookup failed: ',
  nameless: 'DNS lookup failed',
  unexpected: 'An unexpected error occurred during DNS lookup',
});

/** A second line for failures that share one message: the actual cause. */
const causes: Partial<Record<FailureReason, string>> = {
  servfail:
    'The resolver could not get an answer from the name servers of this domain. They may be down or misconfigured.',
  'cname-loop': 'No address can be found: let one of these names point at a host, not at another alias.',
  refused: 'The resolver refused the query.',
  'not-implemented': 'The DNS server does not support this kind of query (NOTIMP).',
  'error-code': 'The DNS server answered with an error that says nothing about the name, such as FORMERR or NOTAUTH.',
  referral: 'The server does not have this name and does not resolve it. It only refers to other servers.',
  'bad-certificate': 'The certificate of the server is not trusted, or is for another name.',
  'not-allowed-port': 'Only the usual ports are allowed: 53, 853 for tls:// and 443 for https://.',
  reset: 'The server closed the connection.',
  'too-large': 'The server sent more than a DNS message can hold.',
  'no-service': 'The operator of this site has turned off the comparison.',
  'no-public-dns':
    'The resolver of the Sonde server finds no name, not even the root: it has no access to the public DNS.',
  timeout: 'No answer came in time. The resolver may be slow, or the name servers of the domain may be silent.',
  'connection-refused': 'The resolver could not be reached: its port is closed.',
  unreachable: 'The resolver could not be reached: there is no route to it.',
  'invalid-response': 'The resolver’s reply is not a valid DNS message.',
};

/** The second line below the message of a failed lookup; null if nothing more is known. */
export function failureCause(error: unknown): string | null {
  const reason = error instanceof AskError ? error.failure?.reason : null;
  return (reason && causes[reason]) ?? null;
}

/** The resolver's own explanation, as a sentence; null if it gave none. */
export function saidInFailure(error: unknown): string | null {
  const detail = error instanceof AskError ? error.failure?.detail : undefined;
  return detail === undefined ? null : `The resolver says: ${detail.replace(/\.?$/, '.')}`;
}

/** True if the server says that there are no records: that is an answer, shown without prefix. */
export function isEmptyAnswer(error: unknown): boolean {
  return error instanceof AskError && (error.failure?.code === 'not-found' || error.stage === 'no-data');
}

/** The second line below the empty answer: whether the name or only its records are missing. */
export function emptyReason(error: unknown): string {
  const reason = error instanceof AskError ? error.failure?.reason : null;
  if (reason === 'nxdomain')
    return 'The name does not exist. It may be misspelled, not registered, or not delegated yet.';
  if (reason === 'nodata') return 'The name exists, but has no records of the requested types.';
  return 'The name may be misspelled, not registered, or not delegated yet.';
}

/** The same for the reverse name of an address. */
export function reverseEmptyReason(address: string): string {
  return `No name is published for ${address}: it has no PTR record.`;
}

/** Whether something was found; false for an older answer without findings. */
export function hasFinding({ findings }: Partial<Pick<DnsAnswer, 'findings'>>, code: string): boolean {
  return findings?.some((one) => one.code === code) === true;
}

const BOGUS =
  'These records fail DNSSEC validation. They are shown unvalidated. Validating resolvers do not return them.';
/** The same where the verdict says that the validation failed. */
const UNVALIDATED = 'The records below are shown unvalidated.';
/** The part of the gap that `validationFailed` causes. */
const VALIDATION = 'DNSSEC validation';

type GapsOfAnswer = Pick<DnsAnswer, 'gaps' | 'validationFailed'> & Partial<Pick<DnsAnswer, 'findings'>>;

/** What the answer lacks: failed validation, and the record types that could not be read, by cause. */
export function gapSentences({ gaps, validationFailed, findings }: GapsOfAnswer): string[] {
  const unread = gaps.filter(({ part }) => part !== VALIDATION);
  const codes = [...new Set(unread.map(({ code }) => code))];
  const sentences = codes.map((code) => {
    const types = unread.flatMap((gap) => (gap.code === code ? [gap.part] : []));
    const whole = `${types.join(', ')} could not be read.`;
    return `${code === 'left-out' ? `Some records are not shown: ${types.join(', ')}.` : whole} ${gapMeaning(code)}`;
  });
  if (!validationFailed) return sentences;
  return [hasFinding({ findings }, 'dnssec-failed') ? UNVALIDATED : BOGUS, ...sentences];
}

import type { PartialReason } from '@sonde/contract';
import type { FailureReason } from '@sonde/contract/failure';
import { knownWord } from '@sonde/contract/text/known-word';
import { AskError } from '../../browser/api/ask-error.ts';
import { clientTexts, failureTexts } from '../lookup/failure-texts.ts';
import { offlineCause } from '../lookup/offline-cause.ts';
import type { SslAnswer, SslKnown } from './query.ts';
import { texts } from './texts.ts';

/** The message of a failed check: the server's, otherwise the fallback or the client's own text. */
export const failureText = failureTexts({ fallback: texts.failed, at: clientTexts });

/** An explanation, if there is more to say than what happened. */
const hints: Partial<Record<FailureReason, string>> = {
  'connection-refused': 'The server may be down, or its service may use another port: add it as host:port.',
  unreachable: 'The server may be down, or cut off from here.',
  reset: 'A firewall in front of it may be refusing this connection.',
  timeout: 'The server may be down, or a firewall may be dropping the connection.',
  'not-tls':
    'The service may expect TLS on another port: add it as host:port. Or it starts in plain text: choose STARTTLS under Options.',
  'handshake-failed':
    'It may require a client certificate, or accept only versions and cipher suites that are no longer in use.',
  'unrecognized-name': 'Check the spelling, or try it with or without www.',
  'invalid-response': 'Its response does not follow the TLS protocol.',
  'too-large': 'It sent more data than a TLS handshake needs.',
  'no-address': 'It has no A or AAAA record: it may be used for mail only, or not be set up yet.',
  nxdomain: 'It may be misspelled, not registered, or not delegated yet.',
  servfail: 'The name servers of this domain may be down or misconfigured.',
  refused: 'The resolver of the Sonde server refuses to answer for this name.',
  'not-implemented': 'The resolver of the Sonde server does not support this kind of query (NOTIMP).',
  'error-code': 'The resolver of the Sonde server answered with an error that says nothing about the name.',
  'no-public-dns': 'The operator of this site has to configure resolvers that reach the public DNS.',
  'cname-loop': 'The owner of the name has to correct its CNAME records.',
  'special-use': 'Only addresses on the public internet can be checked.',
  'not-allowed-port': 'Only the usual TLS ports can be checked: web, mail, directory and a few others.',
};

/** A second sentence below the message of a failed check; null if nothing more is known. */
export function failureHint(error: unknown): string | null {
  const reason = error instanceof AskError ? error.failure?.reason : null;
  return (reason && hints[reason]) ?? offlineCause(error);
}

const partialTexts: Readonly<Record<PartialReason, string>> = {
  limited_by_server: 'Incomplete: the server began to refuse our connections.',
  long_hellos_unanswered: 'Incomplete: long ClientHellos get no answer here, and every further test needs them.',
  connection_limit: 'Incomplete: a full check of this server needs more connections than one check may make.',
  byte_limit: 'Incomplete: the server sent more data than one check may read.',
  time_limit: 'Incomplete: the server answered too slowly to finish in time.',
  address_limit: 'Incomplete: this address was checked many times just now. Please try again in half a minute.',
};

/** Why a check ended early; null if it did not. */
export function partialSentence({ partial, partialReason }: SslKnown): string | null {
  if (!partial) return null;
  const unexplained = 'Incomplete: not everything could be checked.';
  return partialReason == null ? unexplained : knownWord(partialTexts, partialReason, unexplained);
}

/** The names of what was not measured; null if nothing is missing. */
export function gapSentence(gaps: SslAnswer['gaps']): string | null {
  const parts = [...new Set(gaps.map(({ part }) => part))];
  return parts.length === 0 ? null : `Not known: ${parts.join(', ')}.`;
}

import type { FailureReason } from '@sonde/contract/failure';
import { AskError } from '../../ask-error.ts';
import { offlineCause } from '../offline-cause.ts';
import type { SslAnswer, SslKnown } from './query.ts';
import { texts } from './texts.ts';

/** What is shown of a failed check: the server's message, else the fallback or the client's own text. */
export function failureText(error: unknown): string {
  if (!(error instanceof AskError)) return texts.failed;
  switch (error.stage) {
    case 'no-response':
    case 'status':
    case 'sealed':
      return error.message;
    case 'envelope':
      return error.serverMessage || texts.failed;
    case 'no-data':
    case 'unreadable':
      return texts.failed;
  }
}

/** What to make of it, where more can be said than what happened. */
const hints: Partial<Record<FailureReason, string>> = {
  connection_refused: 'The server may be down, or its service may use another port: add it as host:port.',
  unreachable: 'The server may be down, or cut off from here.',
  reset: 'A firewall may stand before it that lets nobody in who knocks like this.',
  timeout: 'The server may be down, or a firewall may swallow the connection.',
  not_tls:
    'The service may expect TLS on another port: add it as host:port. Or it begins in plain text: choose STARTTLS under Options.',
  handshake_failed: 'It may insist on a client certificate, or speak only what no program of today speaks.',
  unrecognized_name: 'Check the spelling, or try it with or without www.',
  invalid_response: 'What came back breaks the rules of the protocol.',
  too_large: 'It sent more than a handshake can need.',
  no_address: 'It may be for mail only, or not set up yet.',
  nxdomain: 'It may be misspelled, not registered, or not delegated yet.',
  servfail: 'The name servers of this domain may be down or misconfigured.',
  refused: 'The resolver of this service does not answer for this name.',
  no_public_dns: 'The operator of this server has to give it resolvers of the public DNS.',
  cname_loop: 'Nobody can reach this name until its owner mends that.',
  special_use: 'This service only looks at what is on the open internet.',
  not_allowed_port: 'Ports of web, mail, directory and a few other TLS services can be checked.',
};

/** A second sentence under the text of a failed check; null where nothing more is known. */
export function failureHint(error: unknown): string | null {
  const reason = error instanceof AskError ? error.failure?.reason : null;
  return (reason && hints[reason]) ?? offlineCause(error);
}

const partialTexts: Readonly<Record<NonNullable<SslAnswer['partialReason']>, string>> = {
  limited_by_server: 'Incomplete: the server began to turn us away.',
  connection_limit: 'Incomplete: the server takes more connections than one check may make.',
  byte_limit: 'Incomplete: the server sends more than one check may read.',
  time_limit: 'Incomplete: the server is too slow to ask everything in time.',
  address_limit:
    'Incomplete: many checks of servers at this address were made just now. Please try again in half a minute.',
};

/** Why a check ended early; null when it did not. */
export function partialSentence({ partial, partialReason }: SslKnown): string | null {
  if (!partial) return null;
  return partialReason == null ? 'Incomplete: not everything could be asked.' : partialTexts[partialReason];
}

/** What was not measured, by name; null when nothing is missing. */
export function gapSentence(gaps: SslAnswer['gaps']): string | null {
  const parts = [...new Set(gaps.map(({ part }) => part))];
  return parts.length === 0 ? null : `Not known: ${parts.join(', ')}.`;
}

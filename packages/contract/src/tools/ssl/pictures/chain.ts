import type { MarkState } from '../../../pictures/mark.ts';
import type { Station } from '../../../pictures/stations.ts';
import { shortName } from '../../../text/distinguished-name.ts';
import { knownWord } from '../../../text/known-word.ts';
import { reasonNames } from '../tables/words.ts';
import { type SslRead, validityOf } from './read.ts';

type Link = NonNullable<SslRead['certificateChain']>[number] & { readonly origin?: string | null };

/**
 * The certificates from the server's own to the trusted root. Where no path was found: what the server sent, and where it
 * ends. Names that fit are no proof of a signature, so a link that was not verified is never good.
 */
export function chainStations(answer: SslRead, now: number): readonly Station[] {
  const { certificateChain: sent = [], builtChain: built = [] } = answer;
  if (built.length > 0)
    return built.map((one, index) => stationOf(one, index, answer, now, index > 0 ? 'good' : undefined));
  const stops = sent.map((one, index) => stationOf(one, index, answer, now, wayTo(sent[index - 1], one)));
  return stops.length === 0 ? [] : [...stops, ...endOf(sent.at(-1), answer)];
}

const wayTo = (before: Link | undefined, one: Link): MarkState | undefined =>
  before === undefined ? undefined : before.issuer === one.subject ? 'plain' : 'bad';

function stationOf(one: Link, index: number, answer: SslRead, now: number, way: MarkState | undefined): Station {
  const { subject, issuer, validFrom, validUntil, origin } = one;
  const validity = validityOf(validFrom, validUntil, now);
  const isServers = index === 0;
  const [reason] = answer.reasons ?? [];
  // Of a certificate that the server sent, its reasons are the server's; those of others are seen in their dates only.
  const isRefused = isServers && answer.valid === false && reason !== undefined;
  const state = validity?.isOver === true || isRefused ? 'bad' : way === 'good' || isTrusted(answer) ? 'good' : 'plain';
  const role = isServers ? 'The server’s certificate' : origin === 'anchor' ? 'Trusted root' : 'Sent by the server';
  return {
    state,
    title: shortName(subject ?? ''),
    texts: [
      role,
      // That it has expired is said with the time.
      ...(isRefused && !(reason === 'expired' && validity?.isOver) ? [knownWord(reasonNames, reason, reason)] : []),
      ...(validity === null ? [] : [validity.words]),
    ],
    ...(way !== undefined && { way }),
    ...(way === 'bad' && { onWay: `Issued by ${shortName(issuer ?? '')}` }),
  };
}

const isTrusted = ({ valid, builtChain = [] }: SslRead) => valid === true && builtChain.length > 0;

/** What is missing behind the last certificate. */
function endOf(last: Link | undefined, { missingIssuer, reasons = [] }: SslRead): readonly Station[] {
  if (missingIssuer !== null && missingIssuer !== undefined)
    return [{ state: 'bad', title: shortName(missingIssuer), texts: ['Was not sent by the server'], way: 'bad' }];
  if (last?.selfSigned === true)
    return reasons.length === 0
      ? []
      : [{ state: 'bad', title: 'No trusted root', texts: ['Signed by itself'], way: 'bad' }];
  if (reasons.length === 0) return [{ state: 'unknown', title: 'Root', texts: ['Not determined'], way: 'unknown' }];
  return [{ state: 'bad', title: 'No trusted root', texts: ['No path leads to one'], way: 'bad' }];
}

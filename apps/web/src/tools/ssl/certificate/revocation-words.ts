import { formatUtc } from '@sonde/contract/text/format-utc';
import { knownWord } from '@sonde/contract/text/known-word';
import { withLocalTimes } from '../../../browser/page/local-times.ts';
import type { SslAnswer } from '../query.ts';

const sources = { stapled: 'stapled response', ocsp: 'OCSP responder', crl: 'revocation list' } as const;

/** What is known about a certificate's revocation, with the source; times in the visitor's zone and in UTC. */
export function revocationWords(revocation: SslAnswer['revocation']): string {
  return withLocalTimes(inUtc(revocation));
}

function inUtc(revocation: SslAnswer['revocation']): string {
  if (revocation === null) return 'not asked';
  const { status, source, revokedAt, thisUpdate, why } = revocation;
  if (status === 'unknown') return why === null ? 'unknown' : `unknown: ${why}`;
  const said =
    source === null
      ? ''
      : ` (${knownWord(sources, source, source)}${thisUpdate === null ? '' : ` of ${formatUtc(thisUpdate)}`})`;
  if (status === 'good') return `not revoked${said}`;
  return `revoked${revokedAt === null ? '' : ` on ${formatUtc(revokedAt)}`}${said}`;
}

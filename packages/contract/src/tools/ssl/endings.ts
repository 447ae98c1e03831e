import type { Ending } from '../../finding/ending/ending.ts';
import { shortName } from '../../text/distinguished-name.ts';
import type { ReadAnswerOf } from '../../tool.ts';
import type { ssl } from './contract.ts';

/**
 * Every certificate that clients receive, and the issuers above it that clients need; roots are excluded, since servers have no
 * control over them.
 */
export function certificateEndings({
  domain,
  validUntil,
  certificateChain,
  builtChain,
  servedCertificates,
}: ReadAnswerOf<typeof ssl>): Ending[] {
  const ending = (about: string, ends: string | null): Ending => ({ about, kind: 'certificate', ends });
  const others = servedCertificates.filter(({ number }) => number !== 1);
  const host = domain ?? 'the server';
  // Where the path is known, only what is on it counts: the end of an unneeded certificate harms nobody.
  const path = builtChain.length > 0 ? builtChain.filter(({ origin }) => origin === 'server') : certificateChain;
  const above = path.slice(1).filter(({ subject, issuer }) => subject !== issuer);
  return [
    ending(host, validUntil),
    ...others.map((one) => ending(`certificate ${one.number} of ${host}`, one.validUntil)),
    ...above.map((one) => ending(shortName(one.subject ?? 'a certificate without a name'), one.validUntil)),
  ];
}

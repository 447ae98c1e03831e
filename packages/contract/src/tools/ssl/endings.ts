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
  const served = (number: number) => servedCertificates.find((one) => one.number === number);
  /** Of what is served, also since when it is valid. */
  const own = (about: string, number: number, ends: string | null): Ending => {
    const one = served(number);
    const life = one === undefined ? {} : { begins: one.validFrom, id: one.fingerprint };
    return { ...ending(about, ends), ...life };
  };
  const others = servedCertificates.filter(({ number }) => number !== 1);
  const host = domain ?? 'the server';
  // Where the path is known, only what is on it counts: the end of an unneeded certificate harms nobody.
  const path = builtChain.length > 0 ? builtChain.filter(({ origin }) => origin === 'server') : certificateChain;
  const above = path.slice(1).filter(({ subject, issuer }) => subject !== issuer);
  return [
    own(host, 1, validUntil),
    ...others.map((one) => own(`certificate ${one.number} of ${host}`, one.number, one.validUntil)),
    ...above.map((one) => ending(shortName(one.subject ?? 'a certificate without a name'), one.validUntil)),
  ];
}

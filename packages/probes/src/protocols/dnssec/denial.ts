import type { ResourceRecord } from '../dns-message/message.ts';
import { nameKey } from '../dns-message/name.ts';
import type { Denial, DeniedQuestion } from './denied-question.ts';
import { nsecDenial, nsecsAbout } from './nsec.ts';
import { nsec3Denial, nsec3sAbout, type Sha1 } from './nsec3.ts';
import { types } from './records.ts';

/**
 * Judges a denial of existence (RFC 4035 section 5.4, RFC 5155 section 8).
 * @param records NSEC and NSEC3 records of `zone` whose signatures verify
 */
export function denialOf(
  records: readonly ResourceRecord[],
  zone: string,
  question: DeniedQuestion,
  sha1: Sha1,
): Denial {
  const asked = { ...question, name: nameKey(question.name) };
  const nsec = records.filter(({ type }) => type === types.nsec);
  if (nsec.length > 0) return { method: 'nsec', result: nsecDenial(nsec, zone, asked) ? 'proven' : 'not-proven' };
  const nsec3 = records.filter(({ type }) => type === types.nsec3);
  if (nsec3.length > 0) return { method: 'nsec3', result: nsec3Denial(nsec3, zone, asked, sha1) };
  return { method: null, result: 'not-proven' };
}

/**
 * The NSEC and NSEC3 records that are about a name, the names above it, or the wildcards there. They are selected before any
 * signature is checked, so that a flood of records costs little (CVE-2023-50868).
 */
export function denialsAbout(
  records: readonly ResourceRecord[],
  zone: string,
  name: string,
  sha1: Sha1,
): ResourceRecord[] {
  const nsec = records.filter(({ type }) => type === types.nsec);
  const nsec3 = records.filter(({ type }) => type === types.nsec3);
  return [...nsecsAbout(nsec, zone, name), ...nsec3sAbout(nsec3, zone, name, sha1)];
}

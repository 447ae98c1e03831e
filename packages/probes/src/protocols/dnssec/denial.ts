import type { ResourceRecord } from '../dns-message/message.ts';
import { nameKey } from '../dns-message/name.ts';
import { nsecDenial } from './nsec.ts';
import { nsec3Denial, type Sha1 } from './nsec3.ts';
import { types } from './records.ts';

/** What is to be proven not to exist. */
export interface DeniedQuestion {
  readonly name: string;
  /** A mnemonic. */
  readonly type: string;
  /** `name`: the whole name; `data`: records of the type at the name; `delegation`: a DS at a delegation. */
  readonly what: 'name' | 'data' | 'delegation';
}

/** What verified NSEC or NSEC3 records prove. */
export interface Denial {
  /** Null where neither was there. */
  readonly method: 'nsec' | 'nsec3' | null;
  /**
   * `opt-out`: only that no signed delegation is there (RFC 5155 section 6). `too-many-iterations`: not computed, and
   * resolvers treat the answer as unsigned (RFC 9276 section 3.2).
   */
  readonly result: 'proven' | 'opt-out' | 'too-many-iterations' | 'not-proven';
}

/**
 * Judges a denial of existence (RFC 4035 section 5.4, RFC 5155 section 8).
 * @param records NSEC and NSEC3 records of `zone` whose signatures hold.
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

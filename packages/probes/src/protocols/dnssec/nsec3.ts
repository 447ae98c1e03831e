import { toBase32Hex } from '../dns-message/base-encodings.ts';
import type { ResourceRecord } from '../dns-message/message.ts';
import { labelsOf, nameKey, nameToWire } from '../dns-message/name.ts';
import { join } from '../octets.ts';
import type { Denial, DeniedQuestion } from './denied-question.ts';
import { isSameName, isWithin, labelCount, lastLabels, namesOfDenial, wildcardOf } from './names.ts';
import { isUnsignedDelegation } from './nsec.ts';
import { typesOf } from './records.ts';

export type Sha1 = (data: Uint8Array) => Uint8Array;

/** Denials with more iterations are treated as unsigned, as by BIND and Unbound (RFC 9276 section 3.2, CVE-2023-50868). */
const MAX_ITERATIONS = 150;
/** Names hashed per denial: a name with many labels would require as many hashes. */
const MAX_HASHED_NAMES = 32;
const SHA1_ALGORITHM = '1';
const OPT_OUT = 1;

interface Nsec3 {
  /** Upper-case base32hex, which sorts like the octets. */
  readonly hash: string;
  readonly next: string;
  readonly isOptOut: boolean;
  readonly types: ReadonlySet<string>;
}

/** Hashes names with the parameters of one chain; null when the limit is reached. */
type Hash = (name: string) => string | null;

/** Whether NSEC3 records prove that something does not exist (RFC 5155 section 8). */
export function nsec3Denial(
  records: readonly ResourceRecord[],
  zone: string,
  asked: DeniedQuestion,
  sha1: Sha1,
): Denial['result'] {
  const chain = readChain(records, zone);
  if (chain === null) return 'not-proven';
  if (chain.iterations > MAX_ITERATIONS) return 'too-many-iterations';
  const hash = limitedHash(chain.salt, chain.iterations, sha1);
  const match = (name: string) => {
    const hashed = hash(name);
    return chain.records.find((one) => one.hash === hashed);
  };
  const own = match(asked.name);
  if (own !== undefined) return ownResult(own, asked);
  const encloser = closestEncloser(asked.name, zone, match);
  if (encloser === null) return 'not-proven';
  const cover = coverOf(chain.records, hash(lastLabels(asked.name, labelCount(encloser) + 1)));
  if (cover === undefined) return 'not-proven';
  if (asked.what === 'delegation') return cover.isOptOut ? 'opt-out' : 'not-proven';
  const wildcard = wildcardOf(encloser);
  if (asked.what === 'name') {
    if (coverOf(chain.records, hash(wildcard)) === undefined) return 'not-proven';
    return cover.isOptOut ? 'opt-out' : 'proven';
  }
  const atWildcard = match(wildcard);
  if (atWildcard !== undefined) return hasNot(atWildcard.types, asked.type) ? 'proven' : 'not-proven';
  return cover.isOptOut && asked.type === 'DS' ? 'opt-out' : 'not-proven';
}

/** Whether the name that a wildcard answered for is itself proven not to exist (RFC 5155 section 8.8). */
export function nsec3Covers(records: readonly ResourceRecord[], zone: string, nextCloser: string, sha1: Sha1): boolean {
  const chain = readChain(records, zone);
  if (chain === null || chain.iterations > MAX_ITERATIONS) return false;
  return coverOf(chain.records, limitedHash(chain.salt, chain.iterations, sha1)(nextCloser)) !== undefined;
}

/** The records that match or cover the hash of a name relevant to a denial; all records if hashing is not allowed. */
export function nsec3sAbout(
  records: readonly ResourceRecord[],
  zone: string,
  name: string,
  sha1: Sha1,
): readonly ResourceRecord[] {
  const chain = readChain(records, zone);
  if (chain === null || chain.iterations > MAX_ITERATIONS) return records;
  const hash = limitedHash(chain.salt, chain.iterations, sha1);
  const hashes = namesOfDenial(name, zone).map(hash);
  const wanted = new Set(hashes.flatMap((one) => coverOf(chain.records, one)?.hash ?? one ?? []));
  return records.filter(({ name: owner }) => wanted.has((labelsOf(owner)[0] ?? '').toUpperCase()));
}

function ownResult(own: Nsec3, asked: DeniedQuestion): Denial['result'] {
  const holds =
    asked.what === 'delegation'
      ? isUnsignedDelegation(own.types)
      : asked.what === 'data' && hasNot(own.types, asked.type);
  return holds ? 'proven' : 'not-proven';
}

function hasNot(types: ReadonlySet<string>, type: string): boolean {
  if (types.has('NS') && !types.has('SOA') && type !== 'DS') return false;
  return !types.has(type) && !types.has('CNAME');
}

/** The first of the names, longest first, that is in the chain and not a delegation (RFC 5155 section 8.3). */
function closestEncloser(name: string, zone: string, match: (name: string) => Nsec3 | undefined): string | null {
  for (let count = labelCount(name) - 1; count >= labelCount(zone); count--) {
    const ancestor = lastLabels(name, count);
    const found = match(ancestor);
    if (found === undefined) continue;
    const isCut = (found.types.has('NS') && !found.types.has('SOA')) || found.types.has('DNAME');
    return isCut ? null : ancestor;
  }
  return null;
}

/** The record whose hash precedes a hash and whose next one follows it; the last record of a chain leads to the first. */
function coverOf(records: readonly Nsec3[], hashed: string | null): Nsec3 | undefined {
  if (hashed === null) return undefined;
  return records.find(({ hash, next }) =>
    hash < next ? hash < hashed && hashed < next : hashed !== hash && (hashed > hash || hashed < next),
  );
}

interface Chain {
  readonly iterations: number;
  readonly salt: Uint8Array;
  readonly records: readonly Nsec3[];
}

/** The records with the parameters of the first; null if its algorithm is unknown (RFC 5155 section 8.1). */
function readChain(records: readonly ResourceRecord[], zone: string): Chain | null {
  const usable = records.filter(({ name, fields }) => {
    const labels = labelsOf(name);
    return fields[0] === SHA1_ALGORITHM && isSameName(labels.slice(1).join('.') || '.', zone) && isWithin(name, zone);
  });
  const [, , iterations = '0', salt = '-'] = usable[0]?.fields ?? [];
  if (usable.length === 0) return null;
  const same = usable.filter(({ fields }) => fields[2] === iterations && fields[3] === salt);
  return {
    iterations: Number(iterations),
    salt: fromHex(salt),
    records: same.map(({ name, fields: [, flags = '0', , , next = '', bitMap = ''] }) => ({
      hash: (labelsOf(name)[0] ?? '').toUpperCase(),
      next: next.toUpperCase(),
      isOptOut: (Number(flags) & OPT_OUT) !== 0,
      types: typesOf(bitMap),
    })),
  };
}

function limitedHash(salt: Uint8Array, iterations: number, sha1: Sha1): Hash {
  const known = new Map<string, string>();
  return (name) => {
    const key = nameKey(name);
    const before = known.get(key);
    if (before !== undefined) return before;
    if (known.size >= MAX_HASHED_NAMES) return null;
    const hashed = nsec3Hash(key, salt, iterations, sha1);
    known.set(key, hashed);
    return hashed;
  };
}

/** The hashed owner name in upper-case base32hex (RFC 5155 section 5). */
export function nsec3Hash(name: string, salt: Uint8Array, iterations: number, sha1: Sha1): string {
  let hashed = sha1(join(nameToWire(nameKey(name)), salt));
  for (let round = 0; round < iterations; round++) hashed = sha1(join(hashed, salt));
  return toBase32Hex(hashed);
}

function fromHex(text: string): Uint8Array {
  const pairs = text === '-' ? [] : (text.match(/../g) ?? []);
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}

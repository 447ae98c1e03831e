import type { ResourceRecord } from '../dns-message/message.ts';
import type { DeniedQuestion } from './denied-question.ts';
import { compareNames, isSameName, isWithin, labelCount, lastLabels, namesOfDenial, wildcardOf } from './names.ts';
import { typesOf } from './records.ts';

interface Nsec {
  readonly owner: string;
  readonly next: string;
  readonly types: ReadonlySet<string>;
}

/** Whether NSEC records prove that something does not exist (RFC 4035 section 5.4). */
export function nsecDenial(records: readonly ResourceRecord[], zone: string, asked: DeniedQuestion): boolean {
  const chain = records.map(({ name, fields: [next = '', bitMap = ''] }) => ({
    owner: name,
    next,
    types: typesOf(bitMap),
  }));
  const own = chain.find(({ owner }) => isSameName(owner, asked.name));
  if (asked.what === 'delegation') return own !== undefined && isUnsignedDelegation(own.types);
  if (own !== undefined) return asked.what === 'data' && hasNot(own.types, asked.type);
  if (asked.what === 'data' && isEmptyNonTerminal(chain, asked.name)) return true;
  const covering = chain.find((nsec) => covers(nsec, asked.name, zone));
  if (covering === undefined) return false;
  const wildcard = wildcardOf(closestEncloser(covering, asked.name));
  if (asked.what === 'name') return chain.some((nsec) => covers(nsec, wildcard, zone));
  const atWildcard = chain.find(({ owner }) => isSameName(owner, wildcard));
  return atWildcard !== undefined && hasNot(atWildcard.types, asked.type);
}

/** Whether the name that a wildcard answered for is itself proven not to exist (RFC 4035 section 5.3.4). */
export function nsecCovers(records: readonly ResourceRecord[], zone: string, name: string): boolean {
  return records.some(({ name: owner, fields: [next = '', bitMap = ''] }) =>
    covers({ owner, next, types: typesOf(bitMap) }, name, zone),
  );
}

/** The records that match or cover a name relevant to a denial. */
export function nsecsAbout(records: readonly ResourceRecord[], zone: string, name: string): ResourceRecord[] {
  const wanted = namesOfDenial(name, zone);
  return records.filter(({ name: owner, fields: [next = '', bitMap = ''] }) =>
    wanted.some((one) => isSameName(owner, one) || covers({ owner, next, types: typesOf(bitMap) }, one, zone)),
  );
}

/** NS without SOA: the parent's side of a delegation (RFC 4035 section 5.2). */
export function isUnsignedDelegation(types: ReadonlySet<string>): boolean {
  return types.has('NS') && !types.has('SOA') && !types.has('DS');
}

function hasNot(types: ReadonlySet<string>, type: string): boolean {
  // At a delegation, the parent is authoritative only for the DS (RFC 6840 section 4.1).
  if (types.has('NS') && !types.has('SOA') && type !== 'DS') return false;
  return !types.has(type) && !types.has('CNAME');
}

/** The NSEC before it has a next name below the name, which therefore exists without records of its own. */
function isEmptyNonTerminal(chain: readonly Nsec[], name: string): boolean {
  return chain.some(
    ({ owner, next }) => compareNames(owner, name) < 0 && isWithin(next, name) && !isSameName(next, name),
  );
}

/** Between owner and next name; the last NSEC of a zone points to its apex. */
function covers({ owner, next, types }: Nsec, name: string, zone: string): boolean {
  if (!isWithin(owner, zone) || !isWithin(name, zone)) return false;
  // The NSEC of a delegation or a DNAME proves nothing about names below it (RFC 6840 section 4.1).
  const isCut = (types.has('NS') && !types.has('SOA')) || types.has('DNAME');
  if (isCut && isWithin(name, owner)) return false;
  if (compareNames(owner, name) >= 0) return false;
  return isSameName(next, zone) || (compareNames(name, next) < 0 && !isWithin(next, name));
}

/** The longest existing ancestor of the denied name: the part shared with a neighbour in the chain. */
function closestEncloser({ owner, next }: Nsec, name: string): string {
  for (let count = labelCount(name) - 1; count > 0; count--) {
    const ancestor = lastLabels(name, count);
    if (isWithin(owner, ancestor) || isWithin(next, ancestor)) return ancestor;
  }
  return '.';
}

import type { Gap, MacRegistration } from '@sonde/contract';
import { inPairs } from '@sonde/contract/targets/mac-address';
import { readBits } from '@sonde/contract/tools/mac/data/bits';
import type { Assignment, RegistryIndex } from './registry-text.ts';
import { UNPUBLISHED } from './vendor-index.ts';

/** Lengths of IEEE assignments in hex digits, longest first: the longest prefix determines the owner. */
const PREFIX_DIGITS = [9, 7, 6] as const;

export const OLD_AFTER_DAYS = 180;
const OLD_AFTER_MS = OLD_AFTER_DAYS * 24 * 60 * 60 * 1000;

/** The assignments that cover an address or a prefix, the longest first. */
export function registrationsOf(digits: string, registry: RegistryIndex): MacRegistration[] {
  const lengths = PREFIX_DIGITS.filter((length) => length <= digits.length);
  return lengths.flatMap((length) =>
    registry.find(digits.slice(0, length).toUpperCase()).map((found) => registrationOf(found)),
  );
}

function registrationOf({ registry, prefix, owner, address, country }: Assignment): MacRegistration {
  const digits = prefix.toLowerCase();
  const free = 12 - digits.length;
  return {
    registry,
    prefix: inPairs(digits),
    bits: digits.length * 4,
    owner: owner === UNPUBLISHED ? null : owner,
    address: address === '' ? null : address,
    country: country === '' ? null : country,
    rangeFirst: inPairs(digits + '0'.repeat(free)),
    rangeLast: inPairs(digits + 'f'.repeat(free)),
    size: 16 ** free,
  };
}

/**
 * Only operators' copies have the registry of CIDs. A CID starts only addresses of the extended-local quadrant, as do some
 * historic blocks, which are registered.
 */
export function gapsOf(digits: string, isRegistered: boolean, registry: RegistryIndex | null): Gap[] {
  if (registry === null) return [{ part: 'registry', code: 'source-failed' }];
  const gaps: Gap[] = [];
  const isOld = Date.now() - Date.parse(`${registry.date}T00:00:00Z`) > OLD_AFTER_MS;
  if (isOld) gaps.push({ part: 'registry-old', code: 'source-failed' });
  const mayBeCid = !isRegistered && readBits(digits).slap === 'extended-local';
  if (mayBeCid && !registry.registries.has('CID')) gaps.push({ part: 'CID', code: 'source-failed' });
  return gaps;
}

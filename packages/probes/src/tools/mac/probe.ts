import type { DataOf, Gap, MacRegistration, Tools } from '@sonde/contract';
import { toIpv6 } from '@sonde/contract/targets/ipv6';
import { inPairs, toMacAddress } from '@sonde/contract/targets/mac-address';
import { macOfIpv6 } from '@sonde/contract/targets/mac-query';
import type { Probe } from '../../probe.ts';
import { readBits } from '../../protocols/mac-address/bits.ts';
import { conventionsOf } from '../../protocols/mac-address/blocks.ts';
import { interfaceIdOf, linkLocalOf } from '../../protocols/mac-address/interface-id.ts';
import { macRegistry } from './registry.ts';
import type { Assignment, RegistryIndex } from './registry-text.ts';

type Data = DataOf<Tools['mac']>;

/** Lengths of what the IEEE assigns, in hex digits, the longest first: the longest prefix names the owner. */
const PREFIX_DIGITS = [9, 7, 6] as const;

/** How the registry writes an owner who chose not to be published. */
const UNPUBLISHED = 'Private';

const OLD_AFTER_MS = 180 * 24 * 60 * 60 * 1000;

/** What the address itself tells, and who has its prefix. Contacts nobody. */
export const probeMac: Probe<Tools['mac']> = async ({ mac: target }, { data, signal }) => {
  const fromIpv6 = toMacAddress(target) === null ? toIpv6(target) : null;
  const address = fromIpv6 === null ? target : (macOfIpv6(fromIpv6) ?? target);
  const [written = ''] = address.split('/');
  const digits = written.replaceAll(':', '');
  const registry = await data.of(macRegistry).current();
  signal.throwIfAborted();
  const registrations = registry === null ? [] : registrationsOf(digits, registry);
  return {
    data: {
      mac: address,
      fromIpv6,
      ...readBits(digits),
      registrations,
      conventions: conventionsOf(digits),
      forms: formsOf(digits),
      ipv6LinkLocal: linkLocal(digits),
      registryDate: registry?.date ?? null,
    },
    gaps: gapsOf(digits, registrations.length > 0, registry),
  };
};

function registrationsOf(digits: string, registry: RegistryIndex): MacRegistration[] {
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

const isWhole = (digits: string) => digits.length === 12 || digits.length === 16;

function formsOf(digits: string): Data['forms'] {
  return {
    colon: inPairs(digits),
    hyphen: inPairs(digits.toUpperCase(), '-'),
    cisco: (digits.match(/.{1,4}/g) ?? []).join('.'),
    bare: digits,
    eui64: digits.length === 12 ? inPairs(interfaceIdOf(digits)) : null,
  };
}

/** Only a station makes an address for itself: neither a group, nor the address of nobody. */
function linkLocal(digits: string): string | null {
  return isWhole(digits) && readBits(digits).kind === 'unicast' ? linkLocalOf(interfaceIdOf(digits)) : null;
}

/**
 * The registry of CIDs is in the copies of operators alone; a CID begins an address of the extended-local quadrant only, as
 * do some historic blocks, which are registered.
 */
function gapsOf(digits: string, isRegistered: boolean, registry: RegistryIndex | null): Gap[] {
  if (registry === null) return [{ part: 'registry', code: 'source-failed' }];
  const gaps: Gap[] = [];
  const isOld = Date.now() - Date.parse(`${registry.date}T00:00:00Z`) > OLD_AFTER_MS;
  if (isOld) gaps.push({ part: 'registry-old', code: 'source-failed' });
  const mayBeCid = !isRegistered && readBits(digits).slap === 'extended-local';
  if (mayBeCid && !registry.registries.has('CID')) gaps.push({ part: 'CID', code: 'source-failed' });
  return gaps;
}

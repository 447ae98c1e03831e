import type { Gap, MacListEntry, macList, macVendorSearch } from '@sonde/contract';
import { VENDOR_PAGE } from '@sonde/contract';
import { toIpv6 } from '@sonde/contract/targets/ipv6';
import { toMacAddress } from '@sonde/contract/targets/mac-address';
import { macOfIpv6, readMacQuery } from '@sonde/contract/targets/mac-query';
import { readBits } from '@sonde/contract/tools/mac/data/bits';
import { conventionsOf } from '@sonde/contract/tools/mac/data/blocks';
import type { CallHandler } from '../../call-handler.ts';
import { gapsOf, registrationsOf } from './registrations.ts';
import { macRegistry } from './registry.ts';
import type { RegistryIndex } from './registry-text.ts';
import { vendorIndexOf } from './vendor-index.ts';

/** Maximum number of names listed; the assignments of all of them can be paged through. */
const MAX_OWNERS = 100;

const searchVendors: CallHandler<typeof macVendorSearch> = async ({ q, page }, data) => {
  const registry = await data.of(macRegistry).current();
  const found = registry === null ? [] : vendorIndexOf(registry).search(q);
  const assignments = found.flatMap((one) => one.assignments);
  return {
    q,
    owners: found.slice(0, MAX_OWNERS).map((one) => ({ owner: one.owner, assignments: one.assignments.length })),
    ownerCount: found.length,
    assignments: assignments.slice((page - 1) * VENDOR_PAGE, page * VENDOR_PAGE),
    assignmentCount: assignments.length,
    page,
    pageCount: Math.ceil(assignments.length / VENDOR_PAGE),
    registryDate: registry?.date ?? null,
    gaps: registryGaps(registry),
  };
};

const lookUpList: CallHandler<typeof macList> = async ({ macs }, data) => {
  const registry = await data.of(macRegistry).current();
  const found = macs.map((given) => entryOf(given, registry));
  const gaps = new Map(found.flatMap((one) => one.gaps).map((gap) => [gap.part, gap]));
  for (const gap of registryGaps(registry)) gaps.set(gap.part, gap);
  return { entries: found.map(({ entry }) => entry), registryDate: registry?.date ?? null, gaps: [...gaps.values()] };
};

export const macCalls = { macVendors: searchVendors, macList: lookUpList };

/** Gaps that apply to every query: no company identifier starts with the broadcast address. */
const registryGaps = (registry: RegistryIndex | null) => gapsOf('ffffffffffff', false, registry);

const unknown = { kind: null, scope: null, owner: null, registry: null, prefix: null, use: null, isDivided: false };

function entryOf(given: string, registry: RegistryIndex | null): { entry: MacListEntry; gaps: Gap[] } {
  const read = readMacQuery(given);
  if ('problem' in read) return { entry: { given, mac: null, problem: read.problem, ...unknown }, gaps: [] };
  const ipv6 = toMacAddress(read.target) === null ? toIpv6(read.target) : null;
  const mac = (ipv6 === null ? null : macOfIpv6(ipv6)) ?? read.target;
  const digits = mac.replace(/\/.*/, '').replaceAll(':', '');
  const { kind, scope } = readBits(digits);
  const registrations = registry === null ? [] : registrationsOf(digits, registry);
  const [first] = registrations;
  const [use] = conventionsOf(digits);
  const entry = {
    given,
    mac,
    problem: null,
    kind,
    scope,
    owner: first?.owner ?? null,
    registry: first?.registry ?? null,
    prefix: first?.prefix ?? null,
    use: use === undefined ? null : [use.what, use.value].filter(Boolean).join(': '),
    isDivided: mac.includes('/') && registry?.isDivided(digits.toUpperCase()) === true,
  };
  return { entry, gaps: gapsOf(digits, registrations.length > 0, registry) };
}

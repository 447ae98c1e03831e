import type { DataOf, Tools } from '@sonde/contract';
import { toIpv6 } from '@sonde/contract/targets/ipv6';
import { inPairs, toMacAddress } from '@sonde/contract/targets/mac-address';
import { macOfIpv6 } from '@sonde/contract/targets/mac-query';
import { readBits } from '@sonde/contract/tools/mac/data/bits';
import { conventionsOf } from '@sonde/contract/tools/mac/data/blocks';
import { interfaceIdOf, linkLocalOf } from '@sonde/contract/tools/mac/data/interface-id';
import type { Probe } from '../../probe.ts';
import { gapsOf, registrationsOf } from './registrations.ts';
import { macRegistry } from './registry.ts';

type Data = DataOf<Tools['mac']>;

/** What the address itself reveals, and the owner of its prefix. Contacts nobody. */
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

/** Only stations form such an address: neither a group address nor the null address. */
function linkLocal(digits: string): string | null {
  return isWhole(digits) && readBits(digits).kind === 'unicast' ? linkLocalOf(interfaceIdOf(digits)) : null;
}

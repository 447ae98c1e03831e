// mac/: what MAC addresses reveal without the registry (IEEE 802, RFC 9542), and the calls beside the lookup.

import type { DataOf } from '../../../tool.ts';
import type { mac } from '../contract.ts';

type MacData = DataOf<typeof mac>;

/** The individual/group bit of the first octet (IEEE 802, section 8.2). */
const GROUP = 1n;
/** The universal/local bit of the first octet. */
const LOCAL = 2n;

/** The quadrants of local unicast addresses, by the second hex digit (IEEE 802c, RFC 8948 section 3.1). */
const QUADRANTS: Readonly<Record<string, MacData['slap']>> = {
  2: 'administratively-assigned',
  6: 'reserved',
  a: 'extended-local',
  e: 'standard-assigned',
};

/**
 * Decodes the type of an address (individual or group) and who assigned it.
 * @param digits 6 to 16 lower-case hex digits: an address, or the beginning of one.
 */
export function readBits(digits: string): Pick<MacData, 'kind' | 'scope' | 'slap'> {
  const first = BigInt(`0x${digits.slice(0, 2)}`);
  const isGroup = (first & GROUP) !== 0n;
  const isLocal = (first & LOCAL) !== 0n;
  const scope = isLocal ? 'local' : 'universal';
  const isWhole = digits.length >= 12;
  if (isWhole && /^f+$/.test(digits)) return { kind: 'broadcast', scope, slap: null };
  if (isWhole && /^0+$/.test(digits)) return { kind: 'none', scope, slap: null };
  const slap = isLocal && !isGroup ? (QUADRANTS[digits.charAt(1)] ?? null) : null;
  return { kind: isGroup ? 'multicast' : 'unicast', scope, slap };
}

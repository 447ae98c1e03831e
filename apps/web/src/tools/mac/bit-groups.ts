import type { MacAnswer } from './query.ts';

/** What a bit belongs to: the two flags of the first octet, the assigned prefix, or what its holder chose. */
export type BitKind = 'multicast' | 'local' | 'prefix' | 'device';

export interface BitGroup {
  readonly group: BitKind;
  readonly title: string;
  readonly text: string;
}

interface Octet {
  readonly digits: string;
  readonly bits: readonly { readonly isOne: boolean; readonly group: BitKind }[];
}

const OCTETS = 6;
/** In the order in which they are written: the two flags are the last bits of the first octet (IEEE 802, clause 8). */
const LOCAL_BIT = 6;
const MULTICAST_BIT = 7;

type MacBits = Pick<MacAnswer, 'mac' | 'registrations'>;

/** The bits of an address in groups. Without a registration, no bit is said to belong to a prefix. */
export function bitGroups(data: MacBits): { readonly octets: readonly Octet[]; readonly groups: readonly BitGroup[] } {
  const digits = (data.mac ?? '').replace(/[^\da-f]/gi, '').toLowerCase();
  const pairs = digits.length === 2 * OCTETS ? (digits.match(/../g) ?? []) : [];
  // The longest prefix is the one that its owner got.
  const registered = data.registrations.toSorted((a, b) => (b.bits ?? 0) - (a.bits ?? 0))[0] ?? null;
  const prefixBits = registered?.bits ?? 0;
  const octets = pairs.map((pair, octet) => ({
    digits: pair,
    bits: [...Number.parseInt(pair, 16).toString(2).padStart(8, '0')].map((bit, index) => ({
      isOne: bit === '1',
      group: groupOf(octet, index, prefixBits),
    })),
  }));
  return { octets, groups: meanings(octets, prefixBits, registered?.owner ?? null) };
}

function groupOf(octet: number, index: number, prefixBits: number): BitKind {
  if (octet === 0 && index === MULTICAST_BIT) return 'multicast';
  if (octet === 0 && index === LOCAL_BIT) return 'local';
  return octet * 8 + index < prefixBits ? 'prefix' : 'device';
}

function meanings(octets: readonly Octet[], prefixBits: number, owner: string | null): BitGroup[] {
  const bitOf = (group: BitKind) => {
    const bit = octets[0]?.bits.find((one) => one.group === group);
    return bit === undefined ? 'not known' : bit.isOne ? '1' : '0';
  };
  return [
    { group: 'multicast', title: 'Group bit', text: bitOf('multicast') },
    { group: 'local', title: 'Local bit', text: bitOf('local') },
    ...(prefixBits === 0
      ? []
      : [{ group: 'prefix', title: `Prefix of ${prefixBits} bits`, text: owner ?? 'owner not published' } as const]),
    {
      group: 'device',
      title: `${8 * OCTETS - Math.max(prefixBits, 0)} bits`,
      text: prefixBits === 0 ? 'belong to no assigned prefix' : 'chosen by the owner of the prefix',
    },
  ];
}

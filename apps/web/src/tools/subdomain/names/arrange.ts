import type { ReadSubdomain } from '../query.ts';

export const orders = ['name', 'address'] as const;
export type NameOrder = (typeof orders)[number];

/** The names that contain the text, or have an address that does. */
export function matching(names: readonly ReadSubdomain[], text: string): readonly ReadSubdomain[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return names;
  return names.filter(({ subdomain, ipv4List, ipv6List }) =>
    [subdomain, ...ipv4List, ...ipv6List].some((one) => one.includes(wanted)),
  );
}

/** By name, from the domain down; or by the first address, IPv4 before IPv6, names without addresses last. */
export function ordered(names: readonly ReadSubdomain[], order: NameOrder): readonly ReadSubdomain[] {
  if (order === 'name') return names;
  const keyed = names.map((one) => ({ one, key: addressKey(one.ipv4List[0] ?? one.ipv6List[0]) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ one }) => one);
}

/** Pads numbers, so that addresses compare as text. */
function addressKey(address: string | undefined): string {
  if (address === undefined) return '~';
  const parts = address.split(/[.:]/).map((part) => part.padStart(4, '0'));
  return (address.includes(':') ? '6' : '4') + parts.join('.');
}

export interface AddressGroup {
  readonly address: string;
  readonly names: readonly string[];
}

/** The names of each address, the most shared address first. */
export function byAddress(names: readonly ReadSubdomain[]): readonly AddressGroup[] {
  const groups = new Map<string, string[]>();
  for (const { subdomain, ipv4List, ipv6List } of names) {
    for (const address of [...ipv4List, ...ipv6List]) {
      const group = groups.get(address);
      if (group === undefined) groups.set(address, [subdomain]);
      else group.push(subdomain);
    }
  }
  return [...groups]
    .map(([address, list]) => ({ address, names: list }))
    .sort((a, b) => b.names.length - a.names.length);
}

export interface NameCounts {
  readonly names: number;
  readonly ipv4: number;
  readonly ipv6: number;
}

/** Names and distinct addresses. */
export function countsOf(names: Iterable<ReadSubdomain>): NameCounts {
  const ipv4 = new Set<string>();
  const ipv6 = new Set<string>();
  let count = 0;
  for (const { ipv4List, ipv6List } of names) {
    count += 1;
    for (const address of ipv4List) ipv4.add(address);
    for (const address of ipv6List) ipv6.add(address);
  }
  return { names: count, ipv4: ipv4.size, ipv6: ipv6.size };
}

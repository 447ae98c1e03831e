import { toAsNumber } from './as-number.ts';
import { toDnsName, toHostName } from './domain.ts';
import { toIpv4 } from './ipv4.ts';
import { toIpv6 } from './ipv6.ts';
import { toMacAddress } from './mac-address.ts';

/**
 * The kinds of target with their readers, which return the canonical form of a text of that kind, and null for any other
 * text. Texts are tried in this order: `aaaa.bbbb.cafe` is a domain name and not a MAC address; eight pairs of hex digits
 * are a MAC address and not an IPv6 address.
 */
const readers = {
  'as-number': toAsNumber,
  ipv4: toIpv4,
  domain: toHostName,
  'mac-address': toMacAddress,
  ipv6: toIpv6,
  /** A name with a label that begins with an underscore (RFC 8552); no host has such a name. */
  'dns-name': toDnsName,
} as const satisfies Readonly<Record<string, (text: string) => string | null>>;

/** The kind of a target. Each tool's contract lists the kinds that its query accepts. */
export type TargetKind = keyof typeof readers | 'url';

const readable = Object.keys(readers) as readonly (keyof typeof readers)[];

export const targetKinds: readonly TargetKind[] = [...readable, 'url'];

/** Kinds that have addresses and can be contacted. */
export const hostKinds = ['domain', 'ipv4', 'ipv6'] as const satisfies readonly TargetKind[];

/** A target in its canonical form. */
export interface Target {
  readonly kind: TargetKind;
  readonly target: string;
}

/**
 * Reads a text as a target of one of these kinds, with nothing around it; null if it is none of them. URLs are handled by
 * `readTargetOrUrl`, which is not part of a page's first load.
 */
export function readTarget(text: string, kinds: readonly TargetKind[] = readable): Target | null {
  for (const kind of readable) {
    const target = kinds.includes(kind) ? readers[kind](text) : null;
    if (target !== null) return { kind, target };
  }
  return null;
}

import { networkInterfaces } from 'node:os';
import type { DenyList } from './deny-list.ts';
import { contains, formatAddress, type IpAddress, type IpNetwork, parseAddress } from './ip-address.ts';
import { embeddedIpv4 } from './nat64.ts';
import { specialUseOf } from './special-use.ts';

export interface Refusal {
  readonly reason: 'special-use' | 'denied';
  readonly why: string;
}

/** Null for an address that may be contacted. */
export type Judge = (address: IpAddress, canonical: string) => Refusal | null;

export interface JudgeOptions {
  readonly allowed: readonly IpNetwork[];
  readonly denied: DenyList;
  readonly ownAddresses: () => readonly string[];
  /** The prefixes under which this network reaches IPv4 by IPv6. */
  readonly translationPrefixes: () => readonly IpNetwork[];
}

/** Judges addresses. Reads this machine's addresses from the system for each host, since they may change. */
export function createJudge({ allowed, denied, ownAddresses, translationPrefixes }: JudgeOptions): () => Judge {
  return () => {
    const own = new Set(ownAddresses());
    const prefixes = translationPrefixes();
    const judgeItself: Judge = (address, canonical) => {
      if (denied.hasAddress(address)) return { reason: 'denied', why: `${canonical} is denied` };
      if (allowed.some((network) => contains(network, address))) return null;
      const use = specialUseOf(address);
      if (use !== null) return { reason: 'special-use', why: `${canonical} is ${use.name} (${use.prefix})` };
      // A public address of this machine would reach services that listen here for local use only.
      return own.has(canonical) ? { reason: 'special-use', why: `${canonical} is an address of this machine` } : null;
    };
    return (address, canonical) => {
      const refusal = judgeItself(address, canonical);
      if (refusal !== null) return refusal;
      for (const prefix of prefixes) {
        if (!contains(prefix, address)) continue;
        const behind = embeddedIpv4(address, prefix.prefixLength);
        const refused = judgeItself(behind, formatAddress(behind));
        if (refused !== null) return { reason: refused.reason, why: `${canonical} leads by NAT64: ${refused.why}` };
      }
      return null;
    };
  };
}

export function interfaceAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((entries = []) =>
    entries.flatMap(({ address }) => parseAddress(address) ?? []).map(formatAddress),
  );
}

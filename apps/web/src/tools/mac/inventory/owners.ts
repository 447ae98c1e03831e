import { MAX_LIST, type MacListEntry, mac, macList } from '@sonde/contract';
import { readBits } from '@sonde/contract/tools/mac/data/bits';
import { askCall } from '../../../browser/api/ask.ts';

/** The owners of address blocks; null if nobody is registered. */
export interface Owners {
  /** By MAC address in canonical form. */
  readonly byMac: ReadonlyMap<string, string>;
  readonly registryDate: string | null;
  /** The parts of the answers that are missing. */
  readonly gaps: readonly { readonly part: string }[];
}

const digitsOf = (address: string) => address.replaceAll(':', '');
const prefixOf = (address: string, bits: number) => `${digitsOf(address).slice(0, bits / 4)}/${bits}`;

/**
 * Requests the owners. The server learns only the first 24 bits, which many devices share, and 36 bits for blocks that
 * the IEEE has divided; nothing about group addresses.
 */
export async function ownersOf(addresses: readonly string[], signal: AbortSignal): Promise<Owners> {
  const stations = addresses.filter((address) => readBits(digitsOf(address)).kind === 'unicast');
  const wide = await ask(
    stations.map((address) => prefixOf(address, 24)),
    signal,
  );
  const divided = stations.filter((address) => wide.entries.get(prefixOf(address, 24))?.isDivided === true);
  const narrow = await ask(
    divided.map((address) => prefixOf(address, 36)),
    signal,
  );
  const byMac = new Map<string, string>();
  for (const address of stations) {
    const entry = narrow.entries.get(prefixOf(address, 36)) ?? wide.entries.get(prefixOf(address, 24));
    if (entry?.registry != null) byMac.set(address, entry.owner ?? 'Not published');
  }
  return { byMac, registryDate: wide.registryDate, gaps: [...wide.gaps, ...narrow.gaps] };
}

type Entry = Pick<MacListEntry, 'owner' | 'registry' | 'isDivided'>;

async function ask(prefixes: readonly string[], signal: AbortSignal) {
  const all = [...new Set(prefixes)];
  const entries = new Map<string, Entry>();
  const gaps: { readonly part: string }[] = [];
  let registryDate: string | null = null;
  for (let from = 0; from < all.length; from += MAX_LIST) {
    const answer = await askCall(mac, macList, { macs: all.slice(from, from + MAX_LIST) }, signal);
    for (const entry of answer.entries) {
      entries.set(entry.given, {
        owner: entry.owner,
        registry: entry.registry,
        isDivided: entry.isDivided ?? false,
      } as Entry);
    }
    registryDate = answer.registryDate;
    gaps.push(...answer.gaps);
  }
  return { entries, registryDate, gaps };
}

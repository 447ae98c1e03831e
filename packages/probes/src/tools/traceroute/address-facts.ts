import { type KnownOfAddress, nothingKnownOfAddress } from '@sonde/contract';
import { toReverseName } from '@sonde/contract/targets/reverse-name';
import { resultWithin, withDeadline } from '../../async/deadline.ts';
import type { LocalData } from '../../data/data.ts';
import type { Net } from '../../net/net.ts';
import { NetFailure } from '../../net/net.ts';
import { followAliases } from '../../protocols/dns-message/chain.ts';
import { typeNumber } from '../../protocols/dns-message/record-types.ts';

const PTR = typeNumber('PTR');
const NAME_TIMEOUT_MS = 2_000;
/** Milliseconds to wait for pending names once the trace has ended. */
const LAST_WAIT_MS = 300;

/** Parts of what is known that could not be determined for at least one address. */
export type MissingPart = 'names' | 'asn' | 'places';

/** Finds names, networks and places of addresses while a trace runs. */
export interface AddressFacts {
  /** Starts to look up an address; a second call for the same one does nothing. */
  ask(address: string): void;
  readonly known: ReadonlyMap<string, KnownOfAddress>;
  readonly missing: ReadonlySet<MissingPart>;
  /** Waits briefly for pending results; those still missing are gaps. */
  settle(): Promise<void>;
}

/** `onKnown` is called whenever more is known about an address. */
export function createAddressFacts(
  net: Net,
  data: LocalData,
  signal: AbortSignal,
  onKnown: (address: string, known: KnownOfAddress) => void,
): AddressFacts {
  const known = new Map<string, KnownOfAddress>();
  const missing = new Set<MissingPart>();
  const pending = new Set<Promise<void>>();
  let isOver = false;
  const learn = (address: string, facts: Partial<KnownOfAddress>) => {
    if (isOver || signal.aborted) return;
    const all = { ...nothingKnownOfAddress, ...known.get(address), ...facts };
    known.set(address, all);
    onKnown(address, all);
  };
  const track = (work: Promise<void>) => {
    pending.add(work);
    void work.finally(() => pending.delete(work));
  };
  return {
    known,
    missing,
    ask(address) {
      if (known.has(address)) return;
      known.set(address, nothingKnownOfAddress);
      track(
        findName(net, address, signal).then(
          (found) => found !== null && learn(address, found),
          () => void missing.add('names'),
        ) as Promise<void>,
      );
      track(
        findRecords(data, address).then(({ facts, absent }) => {
          for (const part of absent) missing.add(part);
          if (facts.asn != null || facts.country != null) learn(address, facts);
        }),
      );
    },
    async settle() {
      await resultWithin(Promise.allSettled(pending), LAST_WAIT_MS);
      if (pending.size > 0) missing.add('names');
      isOver = true;
    },
  };
}

/** Null if the address has no name, or may not be queried. Rejects when the resolver fails. */
async function findName(
  net: Net,
  address: string,
  signal: AbortSignal,
): Promise<Pick<KnownOfAddress, 'name' | 'nameConfirmed'> | null> {
  const reverse = toReverseName(address) ?? '';
  return withDeadline({ timeoutMs: NAME_TIMEOUT_MS, what: reverse }, [signal], async (within) => {
    const name = await askName(net, reverse, within);
    if (name === null) return null;
    const addresses = await net.resolve(name, within).catch(() => []);
    return { name, nameConfirmed: addresses.some((one) => one.address === address) };
  });
}

async function askName(net: Net, reverse: string, signal: AbortSignal): Promise<string | null> {
  try {
    const { message } = await net.ask({ name: reverse, type: PTR }, signal);
    return followAliases(message.answers, reverse, PTR).records.find(({ type }) => type === PTR)?.fields[0] ?? null;
  } catch (error) {
    // Names of private networks are not queried.
    if (error instanceof NetFailure && (error.reason === 'special-use' || error.reason === 'denied')) return null;
    throw error;
  }
}

async function findRecords(
  data: LocalData,
  address: string,
): Promise<{ facts: Partial<KnownOfAddress>; absent: readonly MissingPart[] }> {
  const { city, network, missing } = await data.geo.databases.find(address);
  const { asNumber = null, asName = null } = network ?? {};
  return {
    facts: {
      asn: asNumber === null ? null : `AS${asNumber}`,
      asName,
      country: city?.countryCode ?? null,
      city: city?.city ?? null,
      latitude: city?.latitude ?? null,
      longitude: city?.longitude ?? null,
    },
    absent: missing.map((database) => (database === 'asn' ? 'asn' : 'places')),
  };
}

import { nameKey } from '../../protocols/dns-message/name.ts';
import { typeNumber } from '../../protocols/dns-message/record-types.ts';
import { isWithin, labelCount } from '../../protocols/dnssec/names.ts';
import type { Asker } from './asker.ts';
import { A, AAAA, addressesIn, familyOf, glueFor, NS, nsNames } from './name-servers.ts';

/** What the walk found out about the name of a server. */
export interface HostAddresses {
  readonly addresses: readonly string[];
  /** The name is an alias, which a name server must not be (RFC 2181 section 10.3). */
  readonly isAlias: boolean;
}

/** Finds addresses by asking downwards from the root, or from the nearest known zone. */
export interface HostFinder {
  addressesOf(name: string): Promise<HostAddresses>;
  /** Remembers the addresses of a zone's servers. */
  learn(zone: string, addresses: readonly string[]): void;
  /** From now on, no IPv6 address is asked. */
  dropIpv6(): void;
}

const CNAME = typeNumber('CNAME');
/** How long a chain of name servers whose names depend on other name servers may be. */
const MAX_DEPTH = 4;
const MAX_REFERRALS = 12;
/** At most this many servers of each zone on the way are asked, until one answers. */
const MAX_ASKED_SERVERS = 3;
const MAX_NAMES_WITHOUT_GLUE = 2;
const nothing: HostAddresses = { addresses: [], isAlias: false };

export function createHostFinder(asker: Asker): HostFinder {
  const zones = new Map<string, readonly string[]>();
  const found = new Map<string, HostAddresses>();
  let mayUseIpv6 = true;

  const usable = (addresses: readonly string[]) =>
    addresses.filter((address) => mayUseIpv6 || familyOf(address) === 4).toSorted((a, b) => familyOf(a) - familyOf(b));

  const nearestZone = (name: string): string | null => {
    const known = [...zones.keys()].filter((zone) => isWithin(name, zone));
    return known.sort((a, b) => labelCount(b) - labelCount(a))[0] ?? null;
  };

  /** `path` holds the names whose search led here, which detects cycles. */
  const find = async (name: string, path: readonly string[]): Promise<HostAddresses> => {
    const key = nameKey(name);
    const before = found.get(key);
    if (before !== undefined) return before;
    if (path.includes(key) || path.length >= MAX_DEPTH) return nothing;
    const outcome = await descend(key, [...path, key]);
    // A name that a cycle or the depth limit cut off may be found on another path.
    if (path.length === 0 || outcome.addresses.length > 0) found.set(key, outcome);
    return outcome;
  };

  const descend = async (name: string, path: readonly string[]): Promise<HostAddresses> => {
    let zone = nearestZone(name);
    for (let step = 0; step < MAX_REFERRALS && zone !== null; step++) {
      const said = await askSome(zone, name);
      if (said === null) return nothing;
      const { answers, authorities, additionals } = said;
      if (answers.some((record) => record.type === CNAME && nameKey(record.name) === name)) {
        return { addresses: [], isAlias: true };
      }
      const addresses = addressesIn(answers, name);
      if (addresses.length > 0) return { addresses, isAlias: false };
      const cut = cutBelow(authorities, zone, name);
      if (cut === null) return nothing;
      const names = nsNames(authorities, cut);
      const glue = glueFor(names, additionals, zone).map(({ address }) => address);
      zones.set(cut, glue.length > 0 ? glue : await withoutGlue(names, path));
      zone = cut;
    }
    return nothing;
  };

  const withoutGlue = async (names: readonly string[], path: readonly string[]): Promise<string[]> => {
    const some = names.slice(0, MAX_NAMES_WITHOUT_GLUE);
    return (await Promise.all(some.map((name) => find(name, path)))).flatMap(({ addresses }) => addresses);
  };

  /** Both address families, combined, from the first server that answers. */
  const askSome = async (zone: string, name: string) => {
    for (const address of usable(zones.get(zone) ?? []).slice(0, MAX_ASKED_SERVERS)) {
      const said = await Promise.all([A, AAAA].map((type) => asker.ask(address, { name, type })));
      const messages = said.flatMap(({ reply }) =>
        reply !== null && [0, 3].includes(reply.message.rcode) ? reply.message : [],
      );
      if (messages.length === 0) continue;
      return {
        answers: messages.flatMap(({ answers }) => answers),
        authorities: messages.flatMap(({ authorities }) => authorities),
        additionals: messages.flatMap(({ additionals }) => additionals),
      };
    }
    return null;
  };

  return {
    addressesOf: (name) => find(name, []),
    learn: (zone, addresses) => void zones.set(nameKey(zone), addresses),
    dropIpv6: () => {
      mayUseIpv6 = false;
    },
  };
}

/** The zone that a referral leads to: below the zone that was asked, and at or above the name. Null: no referral. */
function cutBelow(authorities: readonly { name: string; type: number }[], zone: string, name: string): string | null {
  const cut = authorities.find(
    (record) =>
      record.type === NS &&
      isWithin(name, record.name) &&
      isWithin(record.name, zone) &&
      labelCount(record.name) > labelCount(zone),
  );
  return cut === undefined ? null : nameKey(cut.name);
}

import type { Answer } from 'dns-packet';
import type { Zone } from '../zone.ts';
import { type NameServers, topRecords } from '../zones.ts';
import type { Authority } from './authority.ts';
import { recordOf, type ServedZone, type Signing, servedZone } from './served-zone.ts';
import { createKey, dsOf, KEY_SIGNING_KEY, type Period, ZONE_KEY, type ZoneKey } from './zone-keys.ts';

/** The zones of the demo as a tree from the root down, each with its name servers. */
export interface Tree {
  readonly authorities: Readonly<Record<keyof NameServers, Authority>>;
  /** Lines of a zone file: the servers of the root, and the DS record of its key. */
  readonly hints: string;
  readonly anchors: string;
}

const DAY_SECONDS = 86_400;

/** Signs the zones that are to be signed; times are relative to `nowSeconds`. */
export function treeOf(zones: readonly Zone[], at: NameServers, nowSeconds: number): Tree {
  const all = [...zones, ...topLevelZones(zones)];
  const keys = new Map(all.filter(({ dnssec }) => dnssec !== undefined).map(({ name }) => [name, keysOfZone()]));
  const served = new Map(all.map((zone) => [zone.name, versionsOf(zone, all, keys, at, nowSeconds)]));
  const below = all.filter(({ name }) => name.includes('.'));
  const on = (server: 'first' | 'second') => below.flatMap(({ name }) => served.get(name)?.[server] ?? []);
  const silentZones = below.filter(({ trouble }) => trouble === 'silent').map(({ name }) => name);
  const top = all.filter(({ name }) => name !== '' && !name.includes('.'));
  const authorityOf = (id: string, own: readonly ServedZone[]): Authority => ({ id, zones: own, silentZones: [] });
  const rootKey = keys.get('')?.[0];
  if (rootKey === undefined) throw new Error('the root must be signed');
  const { keyTag, algorithm, digestType, digest } = dsOf('', rootKey);
  return {
    authorities: {
      root: authorityOf('root', served.get('')?.first ?? []),
      top: authorityOf(
        'top',
        top.flatMap(({ name }) => served.get(name)?.first ?? []),
      ),
      ns1: { ...authorityOf('ns1', on('first')), silentZones },
      ns2: { ...authorityOf('ns2', on('second')), silentZones },
    },
    hints: `. 3600000 IN NS a.root-servers.test.\na.root-servers.test. 3600000 IN A ${at.root}\n`,
    anchors: `. IN DS ${keyTag} ${algorithm} ${digestType} ${digest.toString('hex').toUpperCase()}\n`,
  };
}

/** The implied zones between the root and the others, such as com. */
function topLevelZones(zones: readonly Zone[]): Zone[] {
  const known = new Set(zones.map(({ name }) => name));
  const labels = zones.map(({ name }) => name.slice(name.lastIndexOf('.') + 1));
  const missing = [...new Set(labels)].filter((name) => !known.has(name));
  return missing.map((name) => ({ name, records: topRecords('a.nic.test') }));
}

interface Versions {
  readonly first: readonly ServedZone[];
  readonly second: readonly ServedZone[];
}

/** A zone as its two servers serve it; empty if neither of them is configured for it. */
function versionsOf(
  zone: Zone,
  all: readonly Zone[],
  keys: ReadonlyMap<string, readonly ZoneKey[]>,
  at: NameServers,
  nowSeconds: number,
): Versions {
  const { name, dnssec, trouble } = zone;
  if (trouble === 'lame' || trouble === 'silent') return { first: [], second: [] };
  const children = all.filter((other) => parentOf(other.name, all) === name);
  const records = [...own(zone), ...children.flatMap((child) => delegationOf(child, keys.get(child.name), at))];
  const signing = (period: Period): Signing | null => {
    const ownKeys = keys.get(name);
    return ownKeys === undefined ? null : { keys: ownKeys, period };
  };
  const from = Math.floor(nowSeconds) - DAY_SECONDS;
  const usual = servedZone(name, records, signing({ from, until: from + 15 * DAY_SECONDS }));
  if (dnssec === 'changed') {
    const spoiled = withOtherSerial(usual);
    return { first: [spoiled], second: [spoiled] };
  }
  if (dnssec !== 'late-copy') return { first: [usual], second: [usual] };
  const past = { from: from - 30 * DAY_SECONDS, until: from - 8 * DAY_SECONDS };
  return { first: [usual], second: [servedZone(name, records.map(earlier), signing(past))] };
}

/** Names are relative to the zone, and `@` is the zone. */
function own({ name, records }: Zone): Answer[] {
  const absolute = (owner: string) => (owner === '@' ? name : name === '' ? owner : `${owner}.${name}`);
  return records.map(([owner, type, data]) => recordOf(absolute(owner), type, data));
}

/** The parent's records for a child: its name servers, their addresses, and the DS record of its key. */
function delegationOf(child: Zone, keys: readonly ZoneKey[] | undefined, at: NameServers): Answer[] {
  const isTop = !child.name.includes('.');
  const hosts = isTop
    ? [['a.nic.test', at.top] as const]
    : ([
        ['ns1.test', at.ns1],
        ['ns2.test', at.ns2],
      ] as const);
  const ns = hosts.map(([host]) => recordOf(child.name, 'NS', host));
  // The addresses of the others are records of the zone test itself.
  const glue = isTop && child.name === 'test' ? hosts.map(([host, address]) => recordOf(host, 'A', address)) : [];
  const named = child.dnssec === 'other-key' ? createKey(KEY_SIGNING_KEY) : keys?.[0];
  return [...ns, ...glue, ...(named === undefined ? [] : [recordOf(child.name, 'DS', dsOf(child.name, named))])];
}

/** The closest zone above. */
function parentOf(name: string, all: readonly Zone[]): string | null {
  if (name === '') return null;
  const above = all.filter((zone) => zone.name !== name && (zone.name === '' || name.endsWith(`.${zone.name}`)));
  return above.toSorted((a, b) => b.name.length - a.name.length)[0]?.name ?? null;
}

function keysOfZone(): ZoneKey[] {
  return [createKey(KEY_SIGNING_KEY), createKey(ZONE_KEY)];
}

const CHANGES = 14;

/** The record on a server that no longer receives zone transfers. */
function earlier(record: Answer): Answer {
  return record.type === 'SOA' ? withSerial(record, (serial) => serial - CHANGES) : record;
}

function withSerial(record: Answer & { type: 'SOA' }, change: (serial: number) => number): Answer {
  return { ...record, data: { ...record.data, serial: change(record.data.serial ?? 0) } };
}

/** As if somebody had edited the signed file. */
function withOtherSerial(zone: ServedZone): ServedZone {
  const apex = new Map(zone.names.get(zone.name));
  const soa = apex.get('SOA');
  if (soa !== undefined) {
    const records = soa.records.map((one) => (one.type === 'SOA' ? withSerial(one, (serial) => serial + 1) : one));
    apex.set('SOA', { ...soa, records });
  }
  return { ...zone, names: new Map([...zone.names, [zone.name, apex]]) };
}

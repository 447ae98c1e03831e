import { startNameServer } from './name-server.ts';
import type { Place } from './place.ts';
import type { Zone, ZoneRecord } from './zone.ts';

/** A place of the demo: on this machine as all of it, with a resolver of its own. */
export interface ElsewhereSpec {
  readonly id: string;
  readonly name: string;
  readonly city: string;
  readonly country: string;
  /** Latitude and longitude of the city, as an operator would state them. */
  readonly at: string;
  /** How long its resolver takes to answer. */
  readonly delayMs: number;
  /** What its resolver answers, made of what that of the server does. */
  readonly seen: (zones: readonly Zone[], old: OldCopies) => readonly Zone[];
}

/** What is answered where a resolver differs. */
export interface OldCopies {
  /** The address of a web server that shop.test no longer uses. */
  readonly formerShop: string;
  /** changing.test as it was some minutes ago. */
  readonly formerChanging: Zone;
}

/** One that agrees, one that is slow and uses another server, one that filters and has old records. */
export const elsewhere: readonly ElsewhereSpec[] = [
  {
    id: 'frankfurt',
    name: 'Frankfurt',
    city: 'Frankfurt am Main',
    country: 'DE',
    at: '50.11,8.68',
    delayMs: 0,
    seen: (zones) => zones,
  },
  {
    id: 'singapore',
    name: 'Singapore',
    city: 'Singapore',
    country: 'SG',
    at: '1.29,103.85',
    delayMs: 350,
    seen: (zones, { formerShop }) =>
      zones.map((zone) => (zone.name === 'shop.test' ? movedTo(zone, formerShop) : zone)),
  },
  {
    id: 'new-york',
    name: 'New York',
    city: 'New York',
    country: 'US',
    at: '40.71,-74.01',
    delayMs: 60,
    seen: (zones, { formerChanging }) =>
      zones
        .filter(({ name }) => name !== FILTERED)
        .map((zone) => (zone.name === formerChanging.name ? formerChanging : zone)),
  },
];

/** A zone that the resolver in New York denies. */
const FILTERED = 'wild.test';

const movedTo = (zone: Zone, address: string): Zone => ({
  ...zone,
  records: zone.records.map((record): ZoneRecord => (isApexAddress(record) ? ['@', 'A', address] : record)),
});

const isApexAddress = ([owner, type]: ZoneRecord) => owner === '@' && type === 'A';

/** Where the agent of a place finds its resolver. */
export interface ElsewhereResolver extends Pick<ElsewhereSpec, 'id'> {
  /** `ip:port`. */
  readonly resolver: string;
}

/** Starts the resolvers of the places, on addresses from `firstHost` on. @throws if one cannot be started. */
export async function startElsewhere(
  firstHost: number,
  zones: readonly Zone[],
  old: OldCopies,
): Promise<{ readonly resolvers: readonly ElsewhereResolver[]; stop(): Promise<void> }> {
  const started: { readonly id: string; readonly server: Place & { stop(): Promise<void> } }[] = [];
  const stop = async () => {
    await Promise.all(started.map(({ server }) => server.stop()));
  };
  try {
    for (const [index, { id, delayMs, seen }] of elsewhere.entries())
      started.push({ id, server: await startNameServer(firstHost + index, () => seen(zones, old), delayMs) });
  } catch (error) {
    await stop();
    throw error;
  }
  const resolvers = started.map(({ id, server }) => ({ id, resolver: `${server.address}:${server.port}` }));
  return { resolvers, stop };
}

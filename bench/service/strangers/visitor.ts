import { setTimeout as wait } from 'node:timers/promises';
import { ask, pathOf } from './ask.ts';
import type { Aim } from './attack.ts';
import { registries } from './world.ts';

/** What good visitors do, by what they wait for. */
export const errands = ['cached', 'dns', 'whois', 'ssl', 'subdomain'] as const;
export type Errand = (typeof errands)[number];

export interface Visit {
  readonly errand: Errand;
  readonly status: number;
  readonly ms: number;
}

const VISITORS_AT_ONCE = 4;
/** A registry is asked once a second. Each has a visitor half as often, so that nobody waits for the one before. */
const BETWEEN_MS = 1_100;
/** A search keeps a core busy: with more at a time there would be none left for the others, with or without an attack. */
const SEARCHING_PLACE = 0;
/** Nobody waits longer. What is refused or dropped is no answer, and counts as much. */
export const LONGEST_MS = 15_000;

/**
 * Good visitors until the signal fires; those who are here then get their answers. Four at a time, each from an address
 * of its own and with one lookup of every kind; only every fourth searches for names. What they ask nobody has asked
 * before, but for the first, which lies ready.
 */
export async function goodVisitors(aim: Aim, phase: number, signal: AbortSignal): Promise<Visit[]> {
  const places = Array.from({ length: VISITORS_AT_ONCE }, (_, place) => place);
  const lists = await Promise.all(places.map((place) => visitorsOf(aim, phase, place, signal)));
  return lists.flat();
}

async function visitorsOf(aim: Aim, phase: number, place: number, signal: AbortSignal): Promise<Visit[]> {
  const visits: Visit[] = [];
  for (let number = 0; !signal.aborted; number += 1) {
    const startedAtMs = performance.now();
    const registry = registries.good[place + VISITORS_AT_ONCE * (number % 2)] ?? '';
    const isSearching = place === SEARCHING_PLACE;
    visits.push(...(await visit(aim, { name: `${phase}-${place}-${number}`, registry, isSearching })));
    const leftMs = startedAtMs + BETWEEN_MS - performance.now();
    if (leftMs > 0) await wait(leftMs, undefined, { signal }).catch(() => undefined);
  }
  return visits;
}

interface Visitor {
  /** Nobody else's. */
  readonly name: string;
  readonly registry: string;
  readonly isSearching: boolean;
}

async function visit({ address, world }: Aim, { name, registry, isSearching }: Visitor): Promise<Visit[]> {
  const serial = serialOf(name);
  const from = loopbackAddress(100, serial);
  const paths: Record<Errand, string> = {
    cached: pathOf('dnsRecords', { domain: 'cached.names-1.test' }),
    dns: pathOf('dnsRecords', { domain: `visit-${name}.names-1.test` }),
    whois: pathOf('whois', { ipOrDomain: `visit-${name}.${registry}` }),
    ssl: pathOf('sslInfo', { domain: `${loopbackAddress(101, serial)}:${world.tlsPort}` }),
    subdomain: pathOf('subdomainFinder', { domain: `good-${serial}.test` }),
  };
  const visits: Visit[] = [];
  for (const errand of errands) {
    if (errand === 'subdomain' && !isSearching) continue;
    const { status, ms } = await ask({ address, from, path: paths[errand] }, AbortSignal.timeout(LONGEST_MS));
    visits.push({ errand, status, ms });
  }
  return visits;
}

const serials = new Map<string, number>();
function serialOf(name: string): number {
  const serial = serials.get(name) ?? serials.size + 1;
  serials.set(name, serial);
  return serial;
}

/** One for each number, from a network of 65,000. */
function loopbackAddress(network: number, number: number): string {
  return `127.${network}.${Math.floor(number / 250)}.${(number % 250) + 1}`;
}

import { setTimeout as wait } from 'node:timers/promises';
import { sized } from '../../effort.ts';
import type { Aim } from './attack.ts';
import { callApi, pathOf } from './call-api.ts';
import { registries } from './targets.ts';

/** The lookups of ordinary visitors. */
export const lookupKinds = ['cached', 'dns', 'whois', 'ssl', 'subdomain'] as const;
export type LookupKind = (typeof lookupKinds)[number];

export interface Visit {
  readonly kind: LookupKind;
  readonly status: number;
  readonly ms: number;
}

const VISITORS_AT_ONCE = 4;
/** A registry may be queried once per second. Each is used half as often, so that no visitor waits for another. */
const BETWEEN_MS = 1_100;
/** Only one visitor searches for subdomains (none in a smoke run): more searches would use up the CPU even without an attack. */
const SEARCHING_PLACE = sized(0, { smoke: -1 });
/** The timeout of a visitor. Refused and dropped calls count as this long. */
export const LONGEST_MS = 15_000;

/**
 * Ordinary visitors until the signal fires; the last ones are waited for. Four at a time, each from a different address
 * and with one lookup of every kind, except that only one of the four searches for subdomains. Every lookup is new, except
 * for the cached one.
 */
export async function ordinaryVisitors(aim: Aim, phase: number, signal: AbortSignal): Promise<Visit[]> {
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
  /** Unique. */
  readonly name: string;
  readonly registry: string;
  readonly isSearching: boolean;
}

async function visit({ address, targets }: Aim, { name, registry, isSearching }: Visitor): Promise<Visit[]> {
  const serial = serialOf(name);
  const from = loopbackAddress(100, serial);
  const paths: Record<LookupKind, string> = {
    cached: pathOf('dnsRecords', { domain: 'cached.names-1.test' }),
    dns: pathOf('dnsRecords', { domain: `visit-${name}.names-1.test` }),
    whois: pathOf('whois', { ipOrDomain: `visit-${name}.${registry}` }),
    ssl: pathOf('sslInfo', { domain: `${loopbackAddress(101, serial)}:${targets.tlsPort}` }),
    subdomain: pathOf('subdomainFinder', { domain: `good-${serial}.test` }),
  };
  const visits: Visit[] = [];
  for (const kind of lookupKinds) {
    if (kind === 'subdomain' && !isSearching) continue;
    const { status, ms } = await callApi({ address, from, path: paths[kind] }, AbortSignal.timeout(LONGEST_MS));
    visits.push({ kind, status, ms });
  }
  return visits;
}

const serials = new Map<string, number>();
function serialOf(name: string): number {
  const serial = serials.get(name) ?? serials.size + 1;
  serials.set(name, serial);
  return serial;
}

/** A different address for each number, from a network of 65,000. */
function loopbackAddress(network: number, number: number): string {
  return `127.${network}.${Math.floor(number / 250)}.${(number % 250) + 1}`;
}

import { manyNames } from '@sonde/lab';
import type { Served } from '../service/processes.ts';

/** What one call that asks places brought. */
export interface PlacesCall {
  /** Until the whole answer was here. */
  readonly ms: number;
  /** How long the slowest agent says that it took. */
  readonly slowestMs: number;
  /** Places by the state of their answers. */
  readonly states: Readonly<Record<string, number>>;
}

interface Said {
  readonly _data: { readonly places: readonly { readonly state: string; readonly measuredMs: number | null }[] };
}

/** As many clients as there are addresses: each may have only a few of these calls at once. */
let calls = 0;
const nextClient = () => {
  calls += 1;
  return `10.2.${calls % 250}.${(Math.floor(calls / 250) % 250) + 1}`;
};

/** Asks places about the DNS of a name; the places do not query it. @throws if the call fails */
export async function askPlaces({ address }: Served, domain: string, from: readonly string[]): Promise<PlacesCall> {
  const startedAtMs = performance.now();
  const { text, status } = await get(`${address}/api/v2/places/dns?domain=${domain}&from=${from.join(',')}`);
  const ms = performance.now() - startedAtMs;
  if (status !== 200) throw new Error(`places: ${status} ${text}`);
  const { places } = (JSON.parse(text) as Said)._data;
  const states: Record<string, number> = {};
  for (const { state } of places) states[state] = (states[state] ?? 0) + 1;
  return { ms, states, slowestMs: Math.max(...places.map(({ measuredMs }) => measuredMs ?? 0)) };
}

/** A visitor's plain lookup of the DNS of a name, by the server itself. @throws if it fails */
export async function askPlainly({ address }: Served, domain: string): Promise<{ ms: number; data: object }> {
  const startedAtMs = performance.now();
  const { text, status } = await get(`${address}/api/v2/dnsRecords?domain=${domain}`);
  const ms = performance.now() - startedAtMs;
  if (status !== 200) throw new Error(`${domain}: ${status} ${text}`);
  return { ms, data: (JSON.parse(text) as { readonly _data: object })._data };
}

async function get(url: string): Promise<{ text: string; status: number }> {
  const response = await fetch(url, { headers: { 'x-forwarded-for': nextClient() } });
  return { text: await response.text(), status: response.status };
}

/** Names of the lab, each once. */
export function* freshNames(): Generator<string, never> {
  const { existing, zone } = manyNames();
  // The others have no address.
  for (const [index, name] of existing.entries()) if (index % 20 >= 4) yield `${name}.${zone}`;
  throw new Error('all names were asked for');
}

/** So many places at a time, in turn. */
export function inTurn(places: readonly string[]): (count: number) => string[] {
  let next = 0;
  return (count) =>
    Array.from({ length: count }, () => {
      next += 1;
      return places[(next - 1) % places.length] ?? '';
    });
}

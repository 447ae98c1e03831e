import { setTimeout as wait } from 'node:timers/promises';
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
export async function askPlaces(
  { address }: Served,
  domain: string,
  from: readonly string[],
  headers: Readonly<Record<string, string>> = {},
): Promise<PlacesCall> {
  const startedAtMs = performance.now();
  const url = `${address}/api/v2/places/dns?domain=${domain}&from=${from.join(',')}`;
  const { text, status } = await get(url, headers);
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

/**
 * How often servers said that they are overloaded. They do when their timers are late by half a second in the mean of one, which a thousand answers at
 * once cause on a machine that has no processor left for them: a limit of the product, and no fault.
 */
export const refused = { calls: 0 };
const OVERLOADED = 503;
const PAUSE_MS = 1_000;
const MAX_ATTEMPTS = 30;

/** A call that an overloaded server refuses is made again, and the time that this takes is part of its own. */
async function get(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ text: string; status: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url, { headers: { 'x-forwarded-for': nextClient(), ...headers } });
    const text = await response.text();
    if (response.status !== OVERLOADED || attempt === MAX_ATTEMPTS) return { text, status: response.status };
    refused.calls += 1;
    await wait(PAUSE_MS);
  }
}

/** Names of the lab; each comes again after minutes only, when no answer is kept any more. */
export function* freshNames(): Generator<string, never> {
  const { existing, zone } = manyNames();
  // The others have no address.
  const names = existing.filter((_, index) => index % 20 >= 4);
  for (;;) for (const name of names) yield `${name}.${zone}`;
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

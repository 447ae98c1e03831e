import { setTimeout as wait } from 'node:timers/promises';
import { type ApiReply, type Call, callApi } from './call-api.ts';
import type { TargetAddresses } from './targets.ts';

/** The target of an attack. */
export interface Aim {
  /** The URL of the measured server. */
  readonly address: string;
  readonly targets: TargetAddresses;
}

/**
 * A way to keep a service from serving its other visitors. It continues until the signal fires, and then resolves;
 * replies of the server are ignored.
 */
export type Attack = (aim: Aim, signal: AbortSignal) => Promise<void>;

/** The pause after a refused call: repeating it at once achieves nothing, and would only load the shared machine. */
const PAUSE_MS = 50;
const REFUSED = new Set([0, 429, 503]);

/** Repeats calls from all addresses, `each` at a time from every one. */
export async function repeatCalls(
  callers: { readonly addresses: readonly string[]; readonly each: number },
  callOf: (number: number, from: string) => Call,
  signal: AbortSignal,
): Promise<void> {
  let number = 0;
  const caller = async (from: string) => {
    while (!signal.aborted) {
      number += 1;
      const asked = await callApi(callOf(number, from), signal);
      await rest(asked, signal);
    }
  };
  const everybody = callers.addresses.flatMap((from) => Array.from({ length: callers.each }, () => caller(from)));
  await Promise.all(everybody);
}

async function rest({ status }: ApiReply, signal: AbortSignal): Promise<void> {
  if (REFUSED.has(status)) await wait(PAUSE_MS, undefined, { signal }).catch(() => undefined);
}

/** Loopback addresses; for a server, each is a different client. */
export function addressesOf(network: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${network}.${index + 1}`);
}

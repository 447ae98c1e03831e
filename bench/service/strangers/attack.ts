import { setTimeout as wait } from 'node:timers/promises';
import { type Asked, ask, type Call } from './ask.ts';
import type { WorldAddresses } from './world.ts';

/** Whom an attack is directed at, and with what. */
export interface Aim {
  /** Of the server that is measured. */
  readonly address: string;
  readonly world: WorldAddresses;
}

/**
 * One way to take a service from its other visitors. It goes on until the signal fires, and resolves then; what the
 * server says to it does not matter.
 */
export type Attack = (aim: Aim, signal: AbortSignal) => Promise<void>;

/** What is refused is not asked again at once: nobody gains anything by that, and the machine is shared. */
const BREATH_MS = 50;
const REFUSED = new Set([0, 429, 503]);

/** Asks one call after the other, from so many addresses, so many at a time from each. */
export async function askAllTheTime(
  callers: { readonly addresses: readonly string[]; readonly each: number },
  callOf: (number: number, from: string) => Call,
  signal: AbortSignal,
): Promise<void> {
  let number = 0;
  const caller = async (from: string) => {
    while (!signal.aborted) {
      number += 1;
      const asked = await ask(callOf(number, from), signal);
      await rest(asked, signal);
    }
  };
  const everybody = callers.addresses.flatMap((from) => Array.from({ length: callers.each }, () => caller(from)));
  await Promise.all(everybody);
}

async function rest({ status }: Asked, signal: AbortSignal): Promise<void> {
  if (REFUSED.has(status)) await wait(BREATH_MS, undefined, { signal }).catch(() => undefined);
}

/** Addresses of loopback: to a server, each is another client. */
export function addressesOf(network: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${network}.${index + 1}`);
}

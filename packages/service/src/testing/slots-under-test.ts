import { vi } from 'vitest';
import type { SlotRequest } from '../capacity/fair-order.ts';
import { createLookupSlots, type LookupSlots } from '../capacity/lookup-slots.ts';
import { createRequestersByLookup } from '../capacity/requesters.ts';

export const never = (): AbortSignal => new AbortController().signal;

/** Runs the work in a slot. */
export async function run<T>(
  slots: LookupSlots,
  request: SlotRequest,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const slot = await slots.enter(request, signal);
  return work(slot.signal).finally(slot.leave);
}

/** Lookups of one tool; each ends on demand of the test, or when its signal is aborted. */
export function setUp(lookups: number, perTarget = 1) {
  const slots = createLookupSlots({ lookups, perTarget });
  const requesters = createRequestersByLookup();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const running = new Set<string>();
  /** Starts a lookup of the client; by default its name is also its target. */
  function look(client: string, name: string, { target = name, signal = never() } = {}) {
    const work = (until: AbortSignal) =>
      new Promise<string>((resolve, reject) => {
        begun.push(name);
        running.add(name);
        ends.set(name, () => resolve(name));
        until.addEventListener('abort', () => reject(until.reason), { once: true });
      }).finally(() => running.delete(name));
    const { requesters: those, leave } = requesters.join(client, name);
    const found = run(slots, { requesters: those, target }, signal, work).finally(leave);
    found.catch(() => undefined);
    return found;
  }
  /** Joins a lookup of another client. */
  const join = (client: string, name: string, until: Promise<unknown>) =>
    until.finally(requesters.join(client, name).leave);
  const end = async (...names: string[]) => {
    for (const name of names) ends.get(name)?.();
    await settle();
  };
  return { slots, look, join, begun, running, end };
}

/** Runs everything that is due without a timer. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 5; round += 1) await vi.advanceTimersByTimeAsync(0);
}
/** The time after which a lookup is slow. */
export const SLOW_MS = 1_500;
export const many = (count: number) => Array.from({ length: count }, (_, index) => index);

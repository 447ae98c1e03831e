import { setTimeout as sleep } from 'node:timers/promises';
import { ToolError } from '@sonde/contract';
import type { AllowanceStore } from '../../limits/allowance.ts';
import type { GuardedAddress } from '../../net/net.ts';

/** What one check may take of the connections that all checks together may make to an address. */
export interface AddressAllowance {
  /**
   * Sets aside what a usual check takes, before the first connection to the address. Waits for it, but not for long.
   * @throws ToolError `rate-limited`, or the signal's reason
   */
  admit(address: GuardedAddress, signal: AbortSignal): Promise<void>;
  /**
   * Takes leave for one connection to an address that was not admitted, without waiting for it.
   * @throws ToolError `rate-limited`, or the signal's reason
   */
  takeOne(address: string, signal: AbortSignal): Promise<void>;
  /**
   * Takes leave for one connection to an admitted address, out of what was set aside or of what there is besides.
   * @throws ToolError `rate-limited` when there is none in time, or the signal's reason
   */
  take(address: string, signal: AbortSignal): Promise<void>;
  /** Whether `take` would give leave without waiting. */
  isAtHand(address: string): boolean;
  /** Gives back what was set aside and not used. */
  end(): void;
}

/** A check of a modern site takes 17 to 30: who begins with less would hold others up in the middle. */
const SET_ASIDE = 25;
/** For a check that takes more; fetched while so many are left, so that no question waits for a shared counter. */
const SET_ASIDE_LATER = 8;
/** As long as for a place. */
const MAX_WAIT_MS = 2000;
/** In the middle, all waits together: a check that goes on at the pace of the refill would only run into its deadline. */
const MAX_WAITS_LATER_MS = 4000;

const unlimited: AddressAllowance = {
  admit: async () => {},
  takeOne: async () => {},
  take: async () => {},
  isAtHand: () => true,
  end: () => {},
};

/** `connections` is shared by all checks; null where there is no bound. */
export function createAddressAllowance(connections: AllowanceStore | null): AddressAllowance {
  if (connections === null) return unlimited;
  const left = new Map<string, number>();
  let more: Promise<void> | null = null;
  let waitLeftMs = MAX_WAITS_LATER_MS;
  let isOver = false;

  const giveBack = () => {
    for (const [address, units] of left) if (units > 0) void connections.take(keyOf(address), -units);
    left.clear();
  };
  const setAside = async (address: string, units: number, maxWaitMs: number, signal: AbortSignal) => {
    const lastMs = performance.now() + maxWaitMs;
    for (;;) {
      const { isAllowed, retryInMs } = await connections.take(keyOf(address), units);
      if (isAllowed) left.set(address, (left.get(address) ?? 0) + units);
      // The race of the first connections may be over by now, and the whole check.
      if (isOver) giveBack();
      signal.throwIfAborted();
      if (isAllowed) return;
      if (performance.now() + retryInMs > lastMs) throw spent(retryInMs);
      await sleep(retryInMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  };
  const isAtHand = (address: string) => (left.get(address) ?? 0) > 0;
  /** Once for all who wait: each for itself would take far more than they need. */
  const setMoreAside = (address: string, signal: AbortSignal) => {
    const startedAtMs = performance.now();
    more ??= setAside(address, SET_ASIDE_LATER, waitLeftMs, signal).finally(() => {
      waitLeftMs -= performance.now() - startedAtMs;
      more = null;
    });
    return more;
  };
  return {
    admit: ({ address }, signal) => setAside(address, SET_ASIDE, MAX_WAIT_MS, signal),
    async takeOne(address, signal) {
      const { isAllowed, retryInMs } = await connections.take(keyOf(address), 1);
      signal.throwIfAborted();
      if (!isAllowed) throw spent(retryInMs);
    },
    isAtHand,
    async take(address, signal) {
      while (!isAtHand(address)) await setMoreAside(address, signal);
      const remaining = (left.get(address) ?? 0) - 1;
      left.set(address, remaining);
      // Whoever needs them hears why there are none.
      if (remaining < SET_ASIDE_LATER) setMoreAside(address, signal).catch(() => {});
    },
    end() {
      isOver = true;
      giveBack();
    },
  };
}

/** Clients of our own have allowances in the same store, by their addresses. */
function keyOf(address: string): string {
  return `tls ${address}`;
}

function spent(retryInMs: number): ToolError {
  const retryAfterSeconds = Math.max(1, Math.ceil(retryInMs / 1000));
  const when = retryAfterSeconds === 1 ? 'in a second' : `in ${retryAfterSeconds} seconds`;
  return new ToolError(
    'rate-limited',
    `Many checks of servers at this address were made just now. Please try again ${when}.`,
    { retryAfterSeconds },
  );
}

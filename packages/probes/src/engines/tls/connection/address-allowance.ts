import { ToolError } from '@sonde/contract';
import { sleep } from '../../../async/sleep.ts';
import type { FairAllowance } from '../../../limits/fair-allowance.ts';
import type { GuardedAddress } from '../../../net/net.ts';
import { clientsOf } from '../../../work/work.ts';

/** One check's share of the connections that all checks together may open to an address. */
export interface AddressAllowance {
  /**
   * Reserves what an ordinary check needs, before the first connection to the address; waits briefly if necessary.
   * @throws ToolError `rate-limited`, or the signal's reason
   */
  admit(address: GuardedAddress, signal: AbortSignal): Promise<void>;
  /**
   * Takes one connection to an address without a reservation or waiting.
   * @throws ToolError `rate-limited`, or the signal's reason
   */
  takeOne(address: string, signal: AbortSignal): Promise<void>;
  /**
   * Takes one connection to an admitted address, from the reservation or by extending it.
   * @throws ToolError `rate-limited` when none becomes free in time, or the signal's reason
   */
  take(address: string, signal: AbortSignal): Promise<void>;
  /** Whether `take` would succeed without waiting. */
  isAtHand(address: string): boolean;
  /** Returns what was reserved but not used. */
  end(): void;
}

/** A check of a modern site needs 17 to 30: with smaller reservations, checks would block one another halfway. */
const SET_ASIDE = 25;
/** For a check that needs more. Reserved while this many are left, so that no exchange waits for the shared counter. */
const SET_ASIDE_LATER = 8;
/** Milliseconds, as long as a request waits for a slot. */
const MAX_WAIT_MS = 2000;
/** Milliseconds for all waits during a check: with longer ones, at the refill rate, it would only miss its deadline. */
const MAX_WAITS_LATER_MS = 4000;

const unlimited: AddressAllowance = {
  admit: async () => {},
  takeOne: async () => {},
  take: async () => {},
  isAtHand: () => true,
  end: () => {},
};

interface SetAside {
  readonly address: string;
  readonly clients: readonly string[];
  readonly units: number;
}

/** `connections` is shared by all checks, and divided between their clients; null if there is no limit. */
export function createAddressAllowance(connections: FairAllowance | null): AddressAllowance {
  if (connections === null) return unlimited;
  const left = new Map<string, number>();
  const reservations: SetAside[] = [];
  let more: Promise<void> | null = null;
  let waitLeftMs = MAX_WAITS_LATER_MS;
  let isOver = false;

  const giveBack = () => {
    // To those for whom it was taken, who may have left meanwhile.
    for (const { address, clients, units } of reservations.splice(0).reverse()) {
      const unused = Math.min(units, left.get(address) ?? 0);
      if (unused <= 0) continue;
      left.set(address, (left.get(address) ?? 0) - unused);
      void connections.take(keyOf(address), -unused, clients);
    }
  };
  const setAside = async (address: string, units: number, maxWaitMs: number, signal: AbortSignal) => {
    const lastMs = performance.now() + maxWaitMs;
    for (;;) {
      const clients = clientsOf(signal);
      const { isAllowed, retryInMs } = await connections.take(keyOf(address), units, clients);
      if (isAllowed) {
        left.set(address, (left.get(address) ?? 0) + units);
        reservations.push({ address, clients, units });
      }
      // In the meantime, another address may have won the race of the first connections, or the check may be over.
      if (isOver) giveBack();
      signal.throwIfAborted();
      if (isAllowed) return;
      if (performance.now() + retryInMs > lastMs) throw spent(retryInMs);
      await sleep(retryInMs, signal);
    }
  };
  const isAtHand = (address: string) => (left.get(address) ?? 0) > 0;
  /** One reservation for all waiters: separate ones would take far more than they need. */
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
      const { isAllowed, retryInMs } = await connections.take(keyOf(address), 1, clientsOf(signal));
      signal.throwIfAborted();
      if (!isAllowed) throw spent(retryInMs);
    },
    isAtHand,
    async take(address, signal) {
      while (!isAtHand(address)) await setMoreAside(address, signal);
      const remaining = (left.get(address) ?? 0) - 1;
      left.set(address, remaining);
      // A failure is reported to the next caller that needs a connection.
      if (remaining < SET_ASIDE_LATER) setMoreAside(address, signal).catch(() => {});
    },
    end() {
      isOver = true;
      giveBack();
    },
  };
}

/** The allowances of our own clients are in the same store, under the bare address. */
function keyOf(address: string): string {
  return `tls ${address}`;
}

function spent(retryInMs: number): ToolError {
  const retryAfterSeconds = Math.max(1, Math.ceil(retryInMs / 1000));
  const when = retryAfterSeconds === 1 ? 'in a second' : `in ${retryAfterSeconds} seconds`;
  return new ToolError(
    'rate-limited',
    `Many servers at this address have just been checked. Please try again ${when}.`,
    { retryAfterSeconds },
  );
}

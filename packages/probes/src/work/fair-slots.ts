import type { Release } from '../async/semaphore.ts';
import { onAbort } from '../async/signals.ts';
import { createShares } from '../limits/shares.ts';
import { nobody, type WorkOwner } from './work.ts';

/**
 * Divides a number of slots among clients. The next slot goes to the client that holds fewest, and among its lookups to the
 * one that holds fewest; lookups of lists come after those of all visitors.
 */
export interface FairSlots {
  readonly inUse: number;
  readonly waiting: number;
  /**
   * Waits for a slot. It may be taken back in favour of a client that holds fewer: then whoever holds it continues without
   * one, and more than `slots` are under way for a while.
   * @throws the signal's reason if it fires first
   */
  acquire(signal: AbortSignal, owner?: WorkOwner): Promise<Release>;
}

/**
 * A client may hold this many times as many slots as are free (dynamic thresholds, Choudhury and Hahne 1998): alone four
 * fifths of them, so that a client that comes later finds some.
 */
const SHARE_OF_FREE = 4;
/** The same for lists, which leave half to visitors. */
const BACKGROUND_SHARE_OF_FREE = 1;

interface HeldSlot {
  readonly clients: readonly string[];
}

/** One lookup with the slots that it holds and those that it waits for, both in order of arrival. */
interface Party {
  readonly owner: WorkOwner;
  readonly held: Set<HeldSlot>;
  readonly waiting: Set<() => void>;
}

export function createFairSlots(slots: number): FairSlots {
  return new Slots(slots);
}

class Slots implements FairSlots {
  readonly #slots: number;
  readonly #parties = new Map<WorkOwner, Party>();
  readonly #shares = createShares();
  inUse = 0;
  waiting = 0;

  constructor(slots: number) {
    this.#slots = slots;
  }

  async acquire(signal: AbortSignal, owner: WorkOwner = nobody): Promise<Release> {
    signal.throwIfAborted();
    const party = this.#partyOf(owner);
    if (party.waiting.size === 0 && this.#mayHoldMore(party)) return this.#take(party);
    return new Promise<Release>((resolve, reject) => {
      const leave = () => {
        party.waiting.delete(start);
        this.waiting -= 1;
        detach();
      };
      const start = () => {
        leave();
        resolve(this.#take(party));
      };
      party.waiting.add(start);
      this.waiting += 1;
      const detach = onAbort(signal, () => {
        leave();
        this.#forgetIdle(party);
        reject(signal.reason);
      });
      this.#admit();
    });
  }

  #partyOf(owner: WorkOwner): Party {
    const known = this.#parties.get(owner);
    if (known !== undefined) return known;
    const made: Party = { owner, held: new Set(), waiting: new Set() };
    this.#parties.set(owner, made);
    return made;
  }

  #forgetIdle(party: Party): void {
    if (party.held.size + party.waiting.size === 0) this.#parties.delete(party.owner);
  }

  /** How much a client holds; of several, that of the one that holds fewest. */
  readonly #shareOf = ({ owner, held }: Party): number => {
    const clients = owner.clients();
    if (clients.length === 0) return held.size;
    let fewest = Number.POSITIVE_INFINITY;
    for (const client of clients) fewest = Math.min(fewest, this.#shares.of(client));
    return fewest;
  };

  readonly #mayHoldMore = (party: Party): boolean => {
    const free = this.#slots - this.inUse;
    if (free <= 0) return false;
    // Work of this server itself, and of a program with one user.
    if (party.owner.clients().length === 0) return true;
    const most = party.owner.isBackground ? BACKGROUND_SHARE_OF_FREE : SHARE_OF_FREE;
    return this.#shareOf(party) < Math.max(1, most * free);
  };

  #take(party: Party): Release {
    // Those who wait for the lookup may change; the slot is counted for those of this moment.
    const slot: HeldSlot = { clients: party.owner.clients() };
    party.held.add(slot);
    this.inUse += 1;
    for (const client of slot.clients) this.#shares.add(client);
    return () => {
      if (!this.#leave(party, slot)) return;
      this.#forgetIdle(party);
      this.#admit();
    };
  }

  /** False if the slot had been given back or taken back before. */
  #leave(party: Party, slot: HeldSlot): boolean {
    if (!party.held.delete(slot)) return false;
    this.inUse -= 1;
    for (const client of slot.clients) this.#shares.remove(client);
    return true;
  }

  #admit(): void {
    while (this.waiting > 0) {
      const next =
        this.#lightest((party) => party.waiting.size > 0 && this.#mayHoldMore(party)) ??
        this.#takingBack(this.#lightest((party) => party.waiting.size > 0));
      const [start] = next?.waiting ?? [];
      if (start === undefined) return;
      start();
    }
  }

  /** Takes back the oldest slot of the client that holds most; null if the two would merely swap places. */
  #takingBack(next: Party | null): Party | null {
    const loser = this.#heaviest();
    const [oldest] = loser?.held ?? [];
    if (next === null || loser === null || oldest === undefined || this.inUse < this.#slots) return null;
    const isForVisitor = loser.owner.isBackground && !next.owner.isBackground;
    if (!isForVisitor && this.#shareOf(loser) <= this.#shareOf(next) + 1) return null;
    this.#leave(loser, oldest);
    return next;
  }

  /** Of the lookups that fit, the one whose turn it is; among equals, the one that has waited longest. */
  #lightest(fits: (party: Party) => boolean): Party | null {
    let [best, bestShare] = [null as Party | null, 0];
    for (const party of this.#parties.values()) {
      if (!fits(party)) continue;
      const share = this.#shareOf(party);
      if (best === null || isLighter(party, share, best, bestShare)) [best, bestShare] = [party, share];
    }
    return best;
  }

  /** Of the lookups that hold something, the one that has to give first. */
  #heaviest(): Party | null {
    let [worst, worstShare] = [null as Party | null, 0];
    for (const party of this.#parties.values()) {
      if (party.held.size === 0) continue;
      const share = this.#shareOf(party);
      if (worst === null || isLighter(worst, worstShare, party, share)) [worst, worstShare] = [party, share];
    }
    return worst;
  }
}

function isLighter(one: Party, share: number, other: Party, otherShare: number): boolean {
  if (one.owner.isBackground !== other.owner.isBackground) return other.owner.isBackground;
  if (share !== otherShare) return share < otherShare;
  return one.held.size < other.held.size;
}

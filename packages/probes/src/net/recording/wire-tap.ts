// net/recording/: keeps what a lookup sends and receives, where somebody has asked for it.

import type { EvidencePurpose, EvidenceService } from '@sonde/contract/evidence/evidence';

/** The other side of an exchange. */
export interface WirePeer {
  /** A literal address. */
  readonly address: string;
  /** Null where the transport has none. */
  readonly port: number | null;
}

export interface ExchangeStart {
  readonly service: EvidenceService;
  readonly transport: 'udp' | 'tcp' | 'icmp';
  readonly peer: WirePeer;
  /** The name or address that was connected to, where that was not the peer's address. */
  readonly host?: string;
  /** It is a resolver or service of the operator: its address is not told. */
  readonly isOperators: boolean;
  /** Why none of its octets may be kept. */
  readonly withheld?: string;
  /** The exchange whose TLS carries this one, in plaintext. */
  readonly within?: TappedExchange;
}

/** One exchange that is being recorded. Whatever is told after its end is left out. */
export interface TappedExchange {
  /** Its TCP connection is open. */
  opened(): void;
  sent(octets: Uint8Array): void;
  received(octets: Uint8Array): void;
  /** Something came or went of which there are no octets. */
  noted(direction: 'out' | 'in', words: string): void;
  /** What it is made for is known when it is used, which may be long after it began. */
  usedFor(purpose: EvidencePurpose): void;
  /** @param failure what it ended with; absent where it ended as it should. */
  end(failure?: unknown): void;
}

/** What the sockets tell while a lookup is recorded. */
export interface WireTap {
  begin(start: ExchangeStart): TappedExchange;
}

const taps = new WeakMap<AbortSignal, WireTap>();

/** The tap of the lookup that this signal belongs to; undefined, and that at once, where nothing is recorded. */
export function tapOf(signal: AbortSignal): WireTap | undefined {
  return taps.get(signal);
}

export function attachTap(signal: AbortSignal, tap: WireTap): void {
  taps.set(signal, tap);
}

/**
 * A lookup is known to the sockets by its signal, as every wait has one: what is derived from the signal of a recorded
 * lookup is recorded too.
 */
export function inheritTap(derived: AbortSignal, parents: readonly AbortSignal[]): void {
  for (const parent of parents) {
    const tap = taps.get(parent);
    if (tap !== undefined) {
      taps.set(derived, tap);
      return;
    }
  }
}

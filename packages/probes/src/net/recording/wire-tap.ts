// net/recording/: records what a lookup sends and receives, if requested.

import type { EvidencePurpose, EvidenceService } from '@sonde/contract/evidence/evidence';
import { createSignalContext } from '../../async/signals.ts';

/** The other side of an exchange. */
export interface WirePeer {
  /** A literal address. */
  readonly address: string;
  /** Null if the transport has no ports. */
  readonly port: number | null;
}

export interface ExchangeStart {
  readonly service: EvidenceService;
  readonly transport: 'udp' | 'tcp' | 'icmp';
  readonly peer: WirePeer;
  /** The name or address that the caller connected to, if other than the peer's address. */
  readonly host?: string;
  /** True for a resolver or service of the operator, whose address is not disclosed. */
  readonly isOperators: boolean;
  /** Why its octets are not recorded, as a sentence. */
  readonly withheld?: string;
  /** The TLS exchange that carries this one, which is recorded as plaintext. */
  readonly within?: TappedExchange;
}

/** An exchange that is being recorded. Calls after its end are ignored. */
export interface TappedExchange {
  /** Call when its TCP connection is established. */
  opened(): void;
  sent(octets: Uint8Array): void;
  received(octets: Uint8Array): void;
  /** Records something that was sent or received, but whose octets are not available. */
  noted(direction: 'out' | 'in', words: string): void;
  /** Sets the purpose, which may only be known when a connection opened earlier is used. */
  usedFor(purpose: EvidencePurpose): void;
  /** @param failure why it ended early; absent if it ended normally. */
  end(failure?: unknown): void;
}

/** Receives what sockets send and receive while a lookup is recorded. */
export interface WireTap {
  begin(start: ExchangeStart): TappedExchange;
}

/**
 * Sockets identify their lookup by its signal, which every wait has, so whatever runs under a signal derived from that of a recorded
 * lookup is recorded as well.
 */
const taps = createSignalContext<WireTap>();

/** The tap of the lookup to which this signal belongs; undefined if it is not recorded. */
export const tapOf = taps.of;

export const attachTap = taps.attach;

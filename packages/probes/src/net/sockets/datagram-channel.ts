// Exchanges of datagrams: part of net.ts, which re-exports these types.

import type { GuardedAddress } from '../connect-target.ts';

/** How much one exchange of datagrams may send and receive. */
export interface DatagramLimits {
  /** Datagrams; one more fails with `work-limit`. */
  readonly maxSent: number;
  /** Datagrams; one more ends the exchange with `too-large`. */
  readonly maxReceived: number;
  /** Octets of all datagrams received; more end the exchange with `too-large`. */
  readonly maxBytes: number;
}

/** Datagrams to and from exactly the address and port that the guard allowed. */
export interface DatagramChannel {
  readonly address: GuardedAddress;
  /** How many datagrams have arrived and can be received at once. */
  readonly waiting: number;
  /** @throws NetFailure `work-limit`, what the system reports about earlier datagrams, or the signal's reason */
  send(datagram: Uint8Array): Promise<void>;
  /**
   * The next datagram, or null if none arrives within `ms` milliseconds. One reader at a time.
   * @throws NetFailure `connection-refused` if the port is closed, `too-large`, or the signal's reason
   */
  receive(ms: number): Promise<Uint8Array | null>;
  close(): void;
}

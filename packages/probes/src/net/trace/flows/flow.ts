import type { MplsLabel } from '../../../protocols/icmp-extensions/extensions.ts';
import type { GuardedAddress } from '../../net.ts';

export const traceMethods = ['icmp', 'udp', 'tcp'] as const;
export type TraceMethod = (typeof traceMethods)[number];

/** A response to one probe. */
export interface ProbeResponse {
  /**
   * `exceeded`: a router dropped the probe at the end of its TTL; `target`: the target itself answered; `error`: another
   * host refused it; `too-big`: it does not fit into the next link.
   */
  readonly kind: 'exceeded' | 'target' | 'error' | 'too-big';
  /** The sender of the response, in network order; null if the system does not report it. */
  readonly from: Uint8Array | null;
  readonly timeMs: number;
  readonly labels: readonly MplsLabel[];
  /** The ICMP error in words; null for `exceeded` and for replies. */
  readonly meaning: string | null;
  /** For `too-big`: the MTU of the next link; null if the router does not state it. */
  readonly mtu: number | null;
}

export type OnResponse = (response: ProbeResponse) => void;

export interface ProbeOptions {
  /** Size of the whole IP packet in bytes, sent unfragmented; default: a small packet. */
  readonly packetBytes?: number;
  /** True if no other probe is pending: an error that quotes too little to identify its probe must be about this one. */
  readonly isAlone?: boolean;
}

/** Probes to one target that take the same path through routers which choose paths by flow. */
export interface Flow {
  /**
   * Sends a probe with this TTL or hop limit. Responses are reported until the returned function is called.
   * @throws NetFailure `unreachable` when this machine has no route, PacketTooBig when its own link is narrower
   */
  probe(ttl: number, onResponse: OnResponse, options?: ProbeOptions): () => void;
  /** Whether the system passes on ICMP extensions. */
  readonly readsLabels: boolean;
  /** Errors that quoted too little to identify their probe. */
  readonly unmatched: number;
  /** Reports responses that have arrived but are still unread. */
  poll(): void;
  close(): void;
}

/** One way to send probes from this machine. */
export interface FlowKind {
  readonly method: TraceMethod;
  /** Whether it uses a privilege that ordinary programs lack. */
  readonly isPrivileged: boolean;
  /** @throws Error when this machine does not permit it */
  open(address: GuardedAddress, port: number): Flow;
}

/** The packet is larger than the MTU of the first link. */
export class PacketTooBig extends Error {
  override readonly name = 'PacketTooBig';
}

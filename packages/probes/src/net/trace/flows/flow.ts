import type { MplsLabel } from '../../../protocols/icmp-extensions/extensions.ts';
import type { GuardedAddress } from '../../net.ts';

export const traceMethods = ['icmp', 'udp', 'tcp'] as const;
export type TraceMethod = (typeof traceMethods)[number];

/** What came back for one probe. */
export interface ProbeResponse {
  /**
   * `exceeded`: a router dropped it at the end of its TTL; `target`: the target itself answered; `error`: somebody else
   * refused it; `too-big`: it does not fit into the next link.
   */
  readonly kind: 'exceeded' | 'target' | 'error' | 'too-big';
  /** Who answered, in network order; null where the system does not tell. */
  readonly from: Uint8Array | null;
  readonly timeMs: number;
  readonly labels: readonly MplsLabel[];
  /** The ICMP error in words; null for `exceeded` and for replies. */
  readonly meaning: string | null;
  /** For `too-big`: the MTU of the next link; null where the router does not say. */
  readonly mtu: number | null;
}

export type OnResponse = (response: ProbeResponse) => void;

export interface ProbeOptions {
  /** Size of the whole IP packet in bytes, which is then not fragmented; default: a small packet. */
  readonly packetBytes?: number;
  /** It is the only one that waits: an error that quotes too little to tell its probe belongs to it. */
  readonly isAlone?: boolean;
}

/** Probes to one target that take the same path wherever routers choose the path by flow. */
export interface Flow {
  /**
   * Sends a probe with this TTL or hop limit. It is reported on until the function that it returns is called.
   * @throws NetFailure `unreachable` when there is no route from this machine, PacketTooBig where its own link is narrower.
   */
  probe(ttl: number, onResponse: OnResponse, options?: ProbeOptions): () => void;
  /** Whether the system hands out ICMP extensions. */
  readonly readsLabels: boolean;
  /** Errors that quoted too little to tell which probe they are about. */
  readonly unmatched: number;
  /** Reports what has arrived but was not read yet. */
  poll(): void;
  close(): void;
}

/** One way to send probes from this machine. */
export interface FlowKind {
  readonly method: TraceMethod;
  /** Whether it takes a privilege that not every program has. */
  readonly isPrivileged: boolean;
  /** @throws Error when this machine does not allow it. */
  open(address: GuardedAddress, port: number): Flow;
}

/** The packet is larger than what the first link takes. */
export class PacketTooBig extends Error {
  override readonly name = 'PacketTooBig';
}

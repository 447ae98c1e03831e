/** A link from the client's side, with its delay in each direction. */
export interface PathCable {
  readonly near: string;
  readonly far: string;
  readonly delayMs: number;
}

const cable = (near: string, far: string, delayMs: number): PathCable => ({ near, far, delayMs });

/**
 * The main path has eight routers and a round trip of 100 ms. Between the third and the fifth router are three branches
 * of equal cost; from the sixth on, a second path uses a link as slow as a satellite.
 */
export const cables: readonly PathCable[] = [
  cable('client', 'r1', 1),
  cable('r1', 'r2', 4),
  cable('r2', 'r3', 5),
  cable('r3', 'r4', 10),
  cable('r4', 'r5', 15),
  cable('r5', 'r6', 5),
  cable('r6', 'r7', 5),
  cable('r7', 'r8', 3),
  cable('r8', 'target', 2),
  cable('r3', 'b1', 10),
  cable('r3', 'b2', 10),
  cable('r3', 'b3', 10),
  cable('b1', 'r5', 15),
  cable('b2', 'r5', 15),
  cable('b3', 'r5', 15),
  cable('r6', 's7', 300),
  cable('s7', 's8', 1),
  cable('s8', 'star', 1),
  cable('r6', 'w1', 1),
  cable('w1', 'w3', 1),
];

export const branches = ['b1', 'b2', 'b3'] as const;
export const pathNamespaces: readonly string[] = [
  ...new Set([...cables.flatMap(({ near, far }) => [near, far]), 'w2']),
];
export const mainPath = ['client', 'r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7', 'r8', 'target'] as const;
/**
 * Behind the sixth router, two namespaces hand packets to each other over many cables, so that each cable is a hop: 33 routers,
 * and the target at hop 34.
 */
export const LONG_CABLES = 26;
export const longTarget = '45.91.2.10';
export const longNetwork = '45.91.2.0/24';
/** Only IPv4: the kernel tells the inbound interface by its address there only. */
export function longCable(index: number, side: 1 | 2): string {
  return `45.91.200.${4 * index + side}`;
}

/** After the sixth router. */
export const slowPath = ['r6', 's7', 's8', 'star'] as const;
/** Round trips from the client to each hop of the main path, in milliseconds. */
export const mainPathMs = [2, 10, 20, 40, 70, 80, 90, 96, 100] as const;

/** The addresses of one side of a cable: 1 is the side of the client. */
export function sideOf(index: number, side: 1 | 2): { readonly ipv4: string; readonly ipv6: string } {
  return { ipv4: `45.91.${100 + index}.${side}`, ipv6: `2a0e:97c1:${100 + index}::${side}` };
}

/** The address from which a node answers the client: that of its side of the cable towards the client. */
export function addressOf(far: string, near: string): { readonly ipv4: string; readonly ipv6: string } {
  const index = cables.findIndex((one) => one.near === near && one.far === far);
  if (index < 0) throw new Error(`there is no cable from ${near} to ${far}`);
  return sideOf(index, 2);
}

/**
 * Addresses of the target, and what happens to packets on the way to each. For those from 31 on, a program takes the
 * place of the fifth router and answers like certain routers.
 */
export const pathTargets = {
  plain: 10,
  /** The fourth router does not answer. */
  hole: 11,
  /** The last three routers do not answer. */
  quietEnd: 12,
  /** Neither the target nor the sixth router answers. */
  silent: 13,
  /** The eighth router refuses the packets. */
  prohibited: 14,
  /** The eighth router has no route to the host. */
  unreachable: 15,
  /** The eighth router has it in a LAN, where nobody answers to it. */
  switchedOff: 22,
  /** One packet in five is lost on the fifth link. */
  lossy: 16,
  /** The target itself drops one packet in two. */
  lossyTarget: 23,
  /** The link after the fourth router has an MTU of 1400 bytes, and the router reports it. */
  narrow: 17,
  /** The same, but the router does not report it. */
  blackHole: 18,
  /** The fifth router sends packets back to the fourth. */
  loop: 19,
  /** Balanced across the three branches. */
  shared: 20,
  /** Its port 9443 drops packets; 443 is open, all others are closed. */
  ports: 21,
  /** Answers with a stack of two MPLS labels: as RFC 4884 specifies, in the older format, and malformed. */
  labels: 31,
  oldLabels: 32,
  shortQuote: 33,
  badChecksum: 34,
  pastTheEnd: 35,
  unknownClass: 36,
  /** Forged answers: for another destination, with another tag, and an echo reply with another cookie. */
  forged: 37,
} as const;

export type PathTargetName = keyof typeof pathTargets;

export const targetNetwork = { ipv4: '45.91.0.0/24', ipv6: '2a0e:97c1:ffff::/64' } as const;
export const slowNetwork = { ipv4: '45.91.1.0/24', ipv6: '2a0e:97c1:fffe::/64' } as const;
/** At the end of the slow path. */
export const slowTarget = { ipv4: '45.91.1.10', ipv6: '2a0e:97c1:fffe::10' } as const;

export function targetAddress(name: PathTargetName): { readonly ipv4: string; readonly ipv6: string } {
  const number = pathTargets[name];
  return { ipv4: `45.91.0.${number}`, ipv6: `2a0e:97c1:ffff::${number}` };
}

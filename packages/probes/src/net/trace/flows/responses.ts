import { readLabels } from '../../../protocols/icmp-extensions/extensions.ts';
import { icmpMeaning } from '../../../protocols/icmp-message/meaning-tables.ts';
import { isEqual } from '../../../protocols/octets.ts';
import type { ReceivedError } from '../../icmp/icmp-socket.ts';
import { roundTripMs, type SentAt } from '../../icmp/round-trip.ts';
import { type GuardedAddress, NetFailure } from '../../net.ts';
import { PacketTooBig, type ProbeResponse } from './flow.ts';

/** Levels, options and values as in Linux: ip(7), ipv6(7), and its uapi headers. */
export const IP_LEVEL = { 4: 0, 6: 41 } as const;
/** IP_TTL, IPV6_UNICAST_HOPS */
export const TTL_OPTION = { 4: 2, 6: 16 } as const;
/** IP_RECVERR_RFC4884, IPV6_RECVERR_RFC4884: Linux 5.9 or later; older kernels refuse them, and no labels are shown. */
export const EXTENSIONS_OPTION = { 4: 26, 6: 31 } as const;
/** IP_MTU_DISCOVER, IPV6_MTU_DISCOVER */
const MTU_DISCOVER_OPTION = { 4: 10, 6: 23 } as const;
/** Sets DF and ignores the cached path MTU; packets too big for the device are refused. */
const PMTUDISC_PROBE = 3;
export const IP_HEADER_BYTES = { 4: 20, 6: 40 } as const;

/** Sets an option; false if the kernel refuses it. */
type SetOption = (level: number, option: number, value: number) => boolean;

/** Sockets that trace by themselves: errors with labels, and DF on all packets. @returns whether it reads labels */
export function prepareSocket(family: 4 | 6, set: SetOption): boolean {
  const readsLabels = set(IP_LEVEL[family], EXTENSIONS_OPTION[family], 1);
  set(IP_LEVEL[family], MTU_DISCOVER_OPTION[family], PMTUDISC_PROBE);
  return readsLabels;
}

const EXCEEDED = { 4: 11, 6: 3 } as const;
const UNREACHABLE = { 4: 3, 6: 1 } as const;
const FRAGMENTATION_NEEDED = 4;
const PACKET_TOO_BIG = 2;
const EMSGSIZE = 90;
/** EAGAIN, ENOBUFS: no room for the packet at the moment; it counts as sent and lost. */
const FULL = [11, 105];

/**
 * The response that an ICMP error is to a probe; null if it is none.
 * @param quotedFrom how many bytes of our packet precede the quoted ones
 */
export function responseOf(
  family: 4 | 6,
  target: Uint8Array,
  sent: SentAt,
  { error, receivedAt, quoted }: Omit<ReceivedError, 'seq'>,
  quotedFrom: number,
): ProbeResponse | null {
  if (!error.isIcmp) return null;
  const { type, code, offender: from } = error;
  const meaning = icmpMeaning(family, type, code);
  if (meaning === null) return null;
  const labels = readLabels(quoted, error.extensionsAt, quotedFrom);
  const facts = { from, timeMs: roundTripMs(sent, receivedAt), labels, mtu: null };
  if (type === EXCEEDED[family]) return { ...facts, kind: 'exceeded', meaning: null };
  const isTooBig = family === 4 ? type === UNREACHABLE[4] && code === FRAGMENTATION_NEEDED : type === PACKET_TOO_BIG;
  if (isTooBig) return { ...facts, kind: 'too-big', meaning, mtu: error.info > 0 ? error.info : null };
  const isTarget = from !== null && isEqual(from, target);
  return {
    ...facts,
    kind: isTarget ? 'target' : 'error',
    meaning: isPortClosed(family, type, code) && isTarget ? null : meaning,
  };
}

/** Port unreachable: the target's own answer to a probe of a port without a listener. */
function isPortClosed(family: 4 | 6, type: number, code: number): boolean {
  return type === UNREACHABLE[family] && code === (family === 4 ? 3 : 4);
}

/** Classifies a failed send; returns if the packet merely counts as lost. @throws NetFailure, PacketTooBig */
export function notSent(errno: number, { address }: GuardedAddress): void {
  if (FULL.includes(errno)) return;
  if (errno === EMSGSIZE) throw new PacketTooBig(`too big for the first link to ${address}`);
  throw new NetFailure('unreachable', `no way to ${address} from here: errno ${errno}`);
}

import { parseAddress } from '../guard/ip-address.ts';
import type { GuardedAddress } from '../net.ts';
import { createTimeQueue, type Timed } from './time-queue.ts';

/** Decides when packets are sent: evenly, and in small groups while many are due. */
export interface Pacer {
  /** How packets to an address are scheduled. */
  to(address: GuardedAddress): Schedule;
}

/**
 * Calls `send` in a later turn, when the packet is due (by `performance.now()`) and may be sent. The returned function
 * cancels it.
 */
export type Schedule = (dueAtMs: number, send: () => void) => () => void;

/** Hundreds at once would queue in the system, and the queueing delay would be measured. */
const BETWEEN_PACKETS_MS = 1;
/**
 * Packets are sent at most this often, those that are due together: to wake the process costs more than to send a packet.
 * With nothing sent just before, a packet is sent when it is due.
 */
const BETWEEN_GROUPS_MS = 5;
/** At most 20 a second to one network, over all visitors. */
const BETWEEN_PACKETS_TO_NETWORK_MS = 50;
const MAX_NETWORKS = 1000;
/** Timers of Node are exact to a millisecond, and may fire as much too early. */
const TIMER_ERROR_MS = 1;

/** The network that usually belongs to one owner: a /24 of IPv4, a /48 of IPv6 (RFC 6177). */
export function ownersNetwork({ address }: GuardedAddress): string {
  const parsed = parseAddress(address);
  if (parsed === null) return address;
  const { family, value } = parsed;
  return family === 4 ? `4/${value >> 8n}` : `6/${value >> 80n}`;
}

interface WaitingPacket extends Timed {
  atMs: number;
  /** Whether `atMs` already respects the rate of the network. */
  hasTurn: boolean;
  readonly network: string;
  readonly send: () => void;
}

/** Returns when a packet may be sent to a network: at most one per `betweenMs`, in order of the calls. */
function createNetworkTurns(betweenMs: number, now: () => number): (network: string) => number {
  const freeAtMs = new Map<string, number>();
  return (network) => {
    const nowMs = now();
    if (freeAtMs.size > MAX_NETWORKS) {
      for (const [known, atMs] of freeAtMs) if (atMs <= nowMs) freeAtMs.delete(known);
    }
    const atMs = Math.max(nowMs, freeAtMs.get(network) ?? 0);
    freeAtMs.set(network, atMs + betweenMs);
    return atMs;
  };
}

export function createPacer(betweenToNetworkMs = BETWEEN_PACKETS_TO_NETWORK_MS, now = () => performance.now()): Pacer {
  const waiting = createTimeQueue<WaitingPacket>();
  const takeTurn = createNetworkTurns(betweenToNetworkMs, now);
  let freeAtMs = 0;
  let lastGroupAtMs = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  let timerAtMs = Infinity;

  const setTimer = () => {
    const atMs = Math.max(waiting.firstAtMs, lastGroupAtMs + BETWEEN_GROUPS_MS);
    if (atMs === timerAtMs) return;
    clearTimeout(timer);
    timerAtMs = atMs;
    if (atMs < Infinity) timer = setTimeout(sendGroup, Math.ceil(atMs - now()));
  };

  /** Whether a packet that is due may be sent now; otherwise it waits on. */
  const mayLeave = (packet: WaitingPacket, untilMs: number): boolean => {
    if (packet.hasTurn) return true;
    packet.hasTurn = true;
    packet.atMs = takeTurn(packet.network);
    if (packet.atMs > untilMs) waiting.add(packet);
    return packet.atMs <= untilMs;
  };

  const sendGroup = () => {
    lastGroupAtMs = now();
    timerAtMs = Infinity;
    const untilMs = lastGroupAtMs + TIMER_ERROR_MS;
    // What could have been sent since the last group is made up for, and no more.
    freeAtMs = Math.max(freeAtMs, lastGroupAtMs - BETWEEN_GROUPS_MS);
    while (freeAtMs + BETWEEN_PACKETS_MS <= untilMs) {
      const packet = waiting.takeUntil(untilMs);
      if (packet === null) break;
      if (!mayLeave(packet, untilMs)) continue;
      freeAtMs += BETWEEN_PACKETS_MS;
      packet.send();
    }
    setTimer();
  };

  return {
    to(address) {
      const network = ownersNetwork(address);
      return (dueAtMs, send) => {
        const packet = { atMs: dueAtMs, hasTurn: false, network, send };
        waiting.add(packet);
        setTimer();
        return () => {
          waiting.remove(packet);
          setTimer();
        };
      };
    },
  };
}

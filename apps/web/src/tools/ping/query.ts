import { ping, type Reading } from '@sonde/contract';
import { ask } from '../../ask.ts';
import type { LookupPartsOptions } from '../lookup-parts.ts';

export type PingAnswer = Reading<typeof ping.answer>;
type PingPart = Reading<typeof ping.progress>;

/** Fixed by the specification (sections 7 and 9): packets, and seconds between them. */
export const COUNT = 5;
export const INTERVAL_S = 2;

/** What is known of a ping, while it runs and afterwards. */
export interface PingKnown {
  readonly host: string;
  readonly address: string | null;
  readonly method: PingAnswer['method'];
  readonly packetSize: number | null;
  /** Those that were sent. */
  readonly packets: readonly KnownPacket[];
  readonly duplicates: number;
  readonly late: number;
  /** The server's own figures; null before its answer, and for a ping that was cancelled. */
  readonly summary: Pick<PingAnswer, 'statistics' | 'roundTripTime' | 'ttl'> | null;
}

type Packet = PingAnswer['packets'][number];

export interface KnownPacket extends Packet {
  /** False as long as an answer may come. */
  readonly isSettled: boolean;
}

/** Asks when the button is pressed, and once more after a second, whatever went wrong (section 4). */
export function pingLookup(host: string, isAsked: boolean): LookupPartsOptions<PingAnswer, PingPart, PingKnown> {
  return {
    queryKey: ['ping', host],
    queryFn: ({ signal, onPart, fresh }) =>
      ask(ping, { host, count: String(COUNT), interval: String(INTERVAL_S), ...fresh }, signal, onPart),
    enabled: isAsked,
    retry: 1,
    retryDelay: 1000,
    addParts: (known, parts) => parts.reduce(addPart, known ?? nothingKnown(host)),
  };
}

export function nothingKnown(host: string): PingKnown {
  return { host, address: null, method: null, packetSize: null, packets: [], duplicates: 0, late: 0, summary: null };
}

/** What a cancelled ping has measured: a packet that was still on its way is neither received nor lost. */
export function settledOf(known: PingKnown): PingKnown {
  return { ...known, packets: known.packets.filter(({ isSettled }) => isSettled) };
}

export function knownOf(answer: PingAnswer): PingKnown {
  const { host, address, method, packetSize, duplicates, late } = answer;
  const packets = answer.packets.map((packet) => ({ ...packet, isSettled: true }));
  return { host, address, method, packetSize, packets, duplicates: duplicates ?? 0, late: late ?? 0, summary: answer };
}

function addPart(known: PingKnown, part: PingPart): PingKnown {
  const settle = (seq: number, fate: Partial<KnownPacket>): PingKnown => ({
    ...known,
    packets: known.packets.map((one) => (one.seq === seq ? { ...one, ...fate, isSettled: true } : one)),
  });
  switch (part.kind) {
    case 'session':
      return { ...known, address: part.address, method: part.method, packetSize: part.packetSize };
    case 'sent':
      return { ...known, packets: [...known.packets, waiting(part.seq)] };
    case 'reply':
      return settle(part.seq, { timeMs: part.timeMs, ttl: part.ttl });
    case 'lost':
      return settle(part.seq, {});
    case 'error':
      return settle(part.seq, { error: { meaning: part.meaning, router: part.router } });
    case 'duplicate':
      return { ...known, duplicates: known.duplicates + 1 };
    case 'late':
      return { ...known, late: known.late + 1 };
  }
}

function waiting(seq: number): KnownPacket {
  return { seq, timeMs: null, ttl: null, error: null, isSettled: false };
}

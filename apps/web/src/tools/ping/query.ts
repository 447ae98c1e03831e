import { ping, type Reading } from '@sonde/contract';
import type { KnownPacket, PingKnown } from '@sonde/contract/tools/ping/tables';
import { ask } from '../../browser/api/ask.ts';
import type { LookupPartsOptions } from '../lookup/lookup-parts.ts';

export type PingAnswer = Reading<typeof ping.answer>;
type PingPart = Reading<typeof ping.progress>;

/** Fixed by the specification (sections 7 and 9): packets, and seconds between them. */
export const COUNT = 5;
export const INTERVAL_S = 2;

/** Runs when the button is pressed, and retries once after a second, whatever the failure (section 4). */
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

/** After how many milliseconds a ping ends. */
export const deadlineOf = (host: string): number =>
  ping.deadlineMs(ping.query.parse({ host, count: String(COUNT), interval: String(INTERVAL_S) }));

export function nothingKnown(host: string): PingKnown {
  return { host, address: null, method: null, packetSize: null, packets: [], duplicates: 0, late: 0, summary: null };
}

/** What a cancelled ping has measured: pending packets count as neither received nor lost. */
export function settledOf(known: PingKnown): PingKnown {
  return { ...known, packets: known.packets.filter(({ isSettled }) => isSettled) };
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

import { onAbort } from '../../async/signals.ts';
import type { GuardedAddress, PingEvent, RepliedBy } from '../net.ts';
import { tapOf, type WireTap } from '../recording/wire-tap.ts';
import type { Pacer, Schedule } from './pacer.ts';
import type { PingEngine, PingPlan, Report } from './ping-engine.ts';

/** A response to one packet; there may be several if replies are duplicated. */
export type PacketResponse =
  | ({ readonly kind: 'reply'; readonly timeMs: number; readonly ttl: number | null } & RepliedBy)
  | { readonly kind: 'error'; readonly meaning: string; readonly router: string | null };

export type Send = (onResponse: (response: PacketResponse) => void) => () => void;

/** Sends single packets; the engine decides when and how many. */
export interface PacketSender extends Pick<PingEngine, 'method' | 'name' | 'recordsOctets' | 'close'> {
  /**
   * Returns a function that sends one packet to an address. Responses are reported only after it has returned, until the
   * function that it returns is called.
   * @throws (when sending) EngineBroken, NetFailure `unreachable` when this machine has no route
   */
  to(address: GuardedAddress, tap?: WireTap): Send;
  /** Reports responses that have arrived but are still unread because the process was busy. */
  poll(): void;
}

/** Pings by sending packets one at a time, spaced so that they do not queue behind each other. */
export function createPacketEngine(sender: PacketSender, pacer: Pacer): PingEngine {
  const run: PingEngine['run'] = (address, plan, report, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const finish = (settle: () => void) => {
        stopSending();
        packets.stop();
        detach();
        settle();
      };
      const packets = createPackets(plan, sender.to(address, tapOf(signal)), sender.poll, report, () =>
        finish(resolve),
      );
      const stopSending = sendInTime(plan, pacer.to(address), (seq) => {
        try {
          packets.begin(seq);
        } catch (error) {
          finish(() => reject(error));
        }
      });
      const detach = onAbort(signal, () => finish(() => reject(signal.reason)));
    });
  return { ...sender, run };
}

/** Calls `send` for each packet when it is due and its schedule permits. Due times count from the first, to avoid drift. */
function sendInTime({ count, intervalMs }: PingPlan, schedule: Schedule, send: (seq: number) => void): () => void {
  let firstAtMs = 0;
  const plan = (seq: number, dueAtMs: number): (() => void) =>
    schedule(dueAtMs, () => {
      if (seq === 1) firstAtMs = performance.now();
      if (seq < count) cancel = plan(seq + 1, firstAtMs + seq * intervalMs);
      send(seq);
    });
  let cancel = plan(1, performance.now());
  return () => cancel();
}

interface PingPackets {
  begin(seq: number): void;
  stop(): void;
}

/** The packets of one ping, from sending until the last response. */
function createPackets(
  { count, replyTimeoutMs }: PingPlan,
  send: Send,
  poll: () => void,
  report: Report,
  onAllSettled: () => void,
): PingPackets {
  const endings: (() => void)[] = [];
  let settledCount = 0;
  const settle = (event: PingEvent) => {
    report(event);
    settledCount += 1;
    if (settledCount === count) onAllSettled();
  };
  return {
    begin(seq) {
      let state: 'open' | 'answered' | 'given up' = 'open';
      const giveUp = (event: PingEvent) => {
        clearTimeout(timer);
        state = 'given up';
        settle(event);
      };
      const forget = send((response) => {
        const isLate = response.kind === 'reply' && response.timeMs > replyTimeoutMs;
        if (state === 'open' && isLate) giveUp({ kind: 'lost', seq });
        if (state !== 'open') {
          if (response.kind === 'reply') report(repeatedReply(state === 'answered', seq, response.timeMs));
        } else if (response.kind === 'error') {
          giveUp({ kind: 'error', seq, meaning: response.meaning, router: response.router });
        } else {
          clearTimeout(timer);
          state = 'answered';
          settle({ ...response, seq });
        }
      });
      report({ kind: 'sent', seq });
      const timer = setTimeout(() => {
        poll();
        if (state === 'open') giveUp({ kind: 'lost', seq });
      }, replyTimeoutMs);
      endings.push(forget, () => clearTimeout(timer));
    },
    stop: () => {
      for (const end of endings) end();
    },
  };
}

function repeatedReply(isAnswered: boolean, seq: number, timeMs: number): PingEvent {
  return isAnswered ? { kind: 'duplicate', seq } : { kind: 'late', seq, timeMs };
}

import { onAbort } from '../../async/signals.ts';
import type { GuardedAddress, PingEvent } from '../net.ts';
import type { Lane, Pacer } from './pacer.ts';
import type { PingEngine, PingPlan, Report } from './ping-engine.ts';

/** What is heard of one packet. More than once where replies are doubled. */
export type PacketNews =
  | { readonly kind: 'reply'; readonly timeMs: number; readonly ttl: number | null }
  | { readonly kind: 'error'; readonly meaning: string; readonly router: string | null };

export type Send = (onNews: (news: PacketNews) => void) => () => void;

/** Sends single packets; when and how many is decided here. */
export interface PacketSender extends Pick<PingEngine, 'method' | 'name' | 'close'> {
  /**
   * How to send one packet to an address: it is sent now, and what is heard of it is told, never before it returns,
   * until the function it returns is called.
   * @throws (the sending) EngineBroken, NetFailure `unreachable` when there is no route from this machine.
   */
  to(address: GuardedAddress): Send;
  /** Tells of news that have come and were not told yet, because the process was busy. */
  look(): void;
}

/** Pings by sending packets one by one, at a pace that keeps them from standing in line behind each other. */
export function createPacketEngine(sender: PacketSender, pacer: Pacer): PingEngine {
  const run: PingEngine['run'] = (address, plan, report, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const finish = (settle: () => void) => {
        stopSending();
        flights.stop();
        detach();
        settle();
      };
      const flights = createFlights(plan, sender.to(address), sender.look, report, () => finish(resolve));
      const stopSending = sendInTime(plan, pacer.to(address), (seq) => {
        try {
          flights.begin(seq);
        } catch (error) {
          finish(() => reject(error));
        }
      });
      const detach = onAbort(signal, () => finish(() => reject(signal.reason)));
    });
  return { ...sender, run };
}

/** Calls `send` for each packet when it is due and may pass; counted from the first, so that no delay adds up. */
function sendInTime({ count, intervalMs }: PingPlan, pass: Lane, send: (seq: number) => void): () => void {
  let leaveLine = () => {};
  let timer: NodeJS.Timeout | undefined;
  let firstAtMs = 0;
  const due = (seq: number) => {
    leaveLine = pass(() => {
      if (seq === 1) firstAtMs = performance.now();
      if (seq < count) timer = setTimeout(due, firstAtMs + seq * intervalMs - performance.now(), seq + 1);
      send(seq);
    });
  };
  timer = setTimeout(due, 0, 1);
  return () => {
    clearTimeout(timer);
    leaveLine();
  };
}

interface Flights {
  begin(seq: number): void;
  stop(): void;
}

/** The packets of one ping, from the sending to the last that is heard of them. */
function createFlights(
  { count, replyTimeoutMs }: PingPlan,
  send: Send,
  look: () => void,
  report: Report,
  onAllSettled: () => void,
): Flights {
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
      const forget = send((news) => {
        const isLate = news.kind === 'reply' && news.timeMs > replyTimeoutMs;
        if (state === 'open' && isLate) giveUp({ kind: 'lost', seq });
        if (state !== 'open') {
          if (news.kind === 'reply') report(againOf(state === 'answered', seq, news.timeMs));
        } else if (news.kind === 'error') {
          giveUp({ ...news, seq });
        } else {
          clearTimeout(timer);
          state = 'answered';
          settle({ ...news, seq });
        }
      });
      report({ kind: 'sent', seq });
      const timer = setTimeout(() => {
        look();
        if (state === 'open') giveUp({ kind: 'lost', seq });
      }, replyTimeoutMs);
      endings.push(forget, () => clearTimeout(timer));
    },
    stop: () => {
      for (const end of endings) end();
    },
  };
}

function againOf(isAnswered: boolean, seq: number, timeMs: number): PingEvent {
  return isAnswered ? { kind: 'duplicate', seq } : { kind: 'late', seq, timeMs };
}

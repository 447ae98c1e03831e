import type { TraceEvent, TraceListener, TraceSession } from '../net.ts';
import type { TappedExchange, WireTap } from './wire-tap.ts';

const WITHOUT_OCTETS = 'The operating system reports what routers answered, but not the octets of their packets.';

/** Passes on the events of a trace, and records an exchange for each probe that searches for a hop. */
export function recordedTrace(tap: WireTap, listener: TraceListener): TraceListener {
  const open = new Map<string, TappedExchange>();
  let session: TraceSession | null = null;
  const begin = (ttl: number): TappedExchange | null => {
    if (session === null) return null;
    const peer = { address: session.address.address, port: session.port };
    const one = { service: 'trace', transport: session.method, peer, isOperators: false } as const;
    const begun = tap.begin({ ...one, withheld: WITHOUT_OCTETS });
    begun.noted('out', `Probe with TTL ${ttl}`);
    return begun;
  };
  const record = (event: TraceEvent): void => {
    const key = `${event.ttl} ${event.round}`;
    if (event.kind === 'sent') {
      const begun = begin(event.ttl);
      if (begun !== null) open.set(key, begun);
      return;
    }
    const one = open.get(key);
    if (event.kind === 'answer') {
      const from = event.address ?? 'a router of our own network';
      one?.noted('in', `${event.error ?? 'Answer'} from ${from} after ${event.timeMs.toFixed(3)} ms`);
    }
    one?.end();
  };
  return {
    onSession: (told) => {
      session = told;
      listener.onSession(told);
    },
    onEvent: (event) => {
      record(event);
      listener.onEvent(event);
    },
  };
}

import type { GuardedAddress, PingEvent } from '../net.ts';
import type { TappedExchange, WireTap } from './wire-tap.ts';

/** Handshakes have no payload, and the ping command keeps its packets to itself. */
const WITHOUT_OCTETS = 'With this ping method, the octets of the packets are not available.';

/** Passes on the events of a ping, and records an exchange for each packet. */
export function recordedPings(
  tap: WireTap,
  { address }: GuardedAddress,
  method: 'icmp' | 'tcp',
  report: (event: PingEvent) => void,
): (event: PingEvent) => void {
  const open = new Map<number, TappedExchange>();
  return (event) => {
    const { kind, seq } = event;
    if (kind === 'sent') {
      const peer = { address, port: null };
      open.set(
        seq,
        tap.begin({ service: 'ping', transport: method, peer, isOperators: false, withheld: WITHOUT_OCTETS }),
      );
    } else {
      const one = open.get(seq);
      if (kind === 'reply') one?.noted('in', `Reply after ${event.timeMs.toFixed(3)} ms`);
      if (kind === 'error') one?.noted('in', `ICMP error: ${event.meaning}`);
      one?.end();
    }
    report(event);
  };
}

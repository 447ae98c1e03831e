import { setTimeout as wait } from 'node:timers/promises';
import { linkSignals, type Net, type NodeNet } from '@sonde/probes';
import { attachTap, tapOf, type WireTap } from '@sonde/probes/net/recording/wire-tap';

/**
 * A network layer whose connections are open after one round trip, as over a distance. The delay proxy of the lab accepts at once
 * and holds back what is sent until then, so a connection that is opened ahead would otherwise look open too early.
 */
export function distantNet(net: NodeNet, roundTripMs: number): Net {
  const connect: Net['connect'] = async (target, limits, signal) => {
    const openAtMs = performance.now() + roundTripMs;
    const own = linkSignals([signal]).signal;
    const tap = tapOf(signal);
    if (tap !== undefined) attachTap(own, openedLater(tap, roundTripMs));
    const connection = await net.connect(target, limits, own);
    await wait(Math.max(0, openAtMs - performance.now()), undefined, { signal });
    return connection;
  };
  return { ...net, connect };
}

/** Records connections as open when they are for the lookup. */
function openedLater(tap: WireTap, roundTripMs: number): WireTap {
  return {
    begin(start) {
      const openAtMs = performance.now() + roundTripMs;
      const exchange = tap.begin(start);
      // Not spread: its methods may be those of a class.
      return {
        sent: (octets) => exchange.sent(octets),
        received: (octets) => exchange.received(octets),
        noted: (direction, words) => exchange.noted(direction, words),
        usedFor: (purpose) => exchange.usedFor(purpose),
        end: (failure) => exchange.end(failure),
        opened: () => void setTimeout(() => exchange.opened(), Math.max(0, openAtMs - performance.now())),
      };
    },
  };
}

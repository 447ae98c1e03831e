import { setTimeout as wait } from 'node:timers/promises';
import type { Net, NodeNet } from '@sonde/probes';

/**
 * A network layer whose connections are open after one round trip, as over a distance. The delay proxy of the lab accepts at once
 * and holds back what is sent until then, so a connection that is opened ahead would otherwise look open too early.
 */
export function distantNet(net: NodeNet, roundTripMs: number): Net {
  const connect: Net['connect'] = async (target, limits, signal) => {
    const openAtMs = performance.now() + roundTripMs;
    const connection = await net.connect(target, limits, signal);
    await wait(Math.max(0, openAtMs - performance.now()), undefined, { signal });
    return connection;
  };
  return { ...net, connect };
}

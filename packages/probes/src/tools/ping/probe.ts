import { roundMs, type Tools } from '@sonde/contract';
import { hostFailure } from '../../engines/host-failure.ts';
import { NetFailure, type PingSession } from '../../net/net.ts';
import type { Probe } from '../../probe.ts';
import { PAYLOAD_BYTES } from '../../protocols/icmp-message/echo.ts';
import { count as countEvent, newTally, summarise } from './statistics.ts';

/**
 * Round-trip times to a host, packet by packet. That a host does not reply is an answer, too.
 * @throws ToolError `not-found` for a name that does not exist or has no address, `busy` if too many pings run or no ping
 * method works on this machine; NetFailure if the address cannot be found for another reason
 */
export const probePing: Probe<Tools['ping']> = async ({ host, count, interval }, { net, signal, report }) => {
  const tally = newTally();
  let session: PingSession | null = null;
  const target = { host, count, intervalMs: interval * 1000, budgetMs: count * interval * 1000 + 2000 };
  const listener = {
    onSession: (started: PingSession) => {
      session = started;
      report({ kind: 'session', ...facts(started) });
    },
    onEvent: (event: Parameters<typeof countEvent>[1]) => {
      countEvent(tally, event);
      report('timeMs' in event ? { ...event, timeMs: roundMs(event.timeMs) } : event);
    },
  };
  await net.ping(target, listener, signal).catch((error: unknown) => {
    throw error instanceof NetFailure ? hostFailure(error) : error;
  });
  const started = session as PingSession | null;
  if (started === null) throw new Error('a ping ended before it began');
  return { data: { host, ...facts(started), ...summarise(tally) }, gaps: [] };
};

function facts({ address, method }: PingSession) {
  return { address: address.address, method, packetSize: method === 'icmp' ? PAYLOAD_BYTES : 0 };
}

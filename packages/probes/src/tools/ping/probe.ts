import { type FailureReason, reasons, roundMs, ToolError, type Tools } from '@sonde/contract';
import { NetFailure, type PingSession } from '../../net/net.ts';
import type { Probe } from '../../probe.ts';
import { PAYLOAD_BYTES } from '../../protocols/icmp-message/echo.ts';
import { count as countEvent, newTally, summarise } from './statistics.ts';

const RETRY_AFTER_SECONDS = 5;

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
    throw error instanceof NetFailure ? inWords(error) : error;
  });
  const started = session as PingSession | null;
  if (started === null) throw new Error('a ping ended before it began');
  return { data: { host, ...facts(started), ...summarise(tally) }, gaps: [] };
};

function facts({ address, method }: PingSession) {
  return { address: address.address, method, packetSize: method === 'icmp' ? PAYLOAD_BYTES : 0 };
}

const words: Partial<Record<FailureReason, string>> = {
  nxdomain: 'This host name does not exist.',
  'no-address': 'This host name has no IP address.',
  servfail: 'The name servers of this host do not answer. Please try again.',
  'connection-refused': 'The resolver of this server cannot be reached.',
  timeout: 'The address of this host could not be found in time.',
  unreachable: 'This server has no route to the host.',
};

/** Gives a failure a more specific message, if there is one. */
function inWords(failure: NetFailure): NetFailure | ToolError {
  const { code, meaning } = reasons[failure.reason];
  const message = words[failure.reason];
  if (message === undefined && code !== 'busy') return failure;
  return new ToolError(code, message ?? meaning, {
    reason: failure.reason,
    cause: failure,
    ...(code === 'busy' && { retryAfterSeconds: RETRY_AFTER_SECONDS }),
  });
}

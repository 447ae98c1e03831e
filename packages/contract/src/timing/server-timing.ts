import type { LookupTiming, TimedExchange } from './timing.ts';

/**
 * The metrics of a `Server-Timing` field (W3C Server Timing), in order of appearance, each with its duration in
 * milliseconds. These names are stable; more may be added.
 */
export const timingMetrics = {
  total: 'From the request for the lookup until its answer was written. The description has the number of exchanges.',
  queued: 'Waiting for a slot of the tool.',
  resolved: 'Time with pending queries to the resolvers of this server.',
  connected: 'Time in which TCP connections were being established.',
  exchanged:
    'Time in which exchanges with all other peers went on, from the first octet sent to the last one received.',
  decoded: 'The rest of the time, without network activity: decoding, computing, judging.',
  written: 'Writing the answer as JSON.',
  exchange:
    'An exchange on the critical path, from its start to its last octet. The description states its number, service and peer, and its start in milliseconds after the start of the measurement.',
} as const;
export type TimingMetric = keyof typeof timingMetrics;

/** The stream event that carries the value of the field, as a JSON string, before the result. */
export const TIMING_EVENT = 'timing';

/** Proxies reject responses with header fields longer than a few kilobytes. */
const MAX_EXCHANGES = 16;

/** The value of a `Server-Timing` field. It includes the longest exchanges of the critical path, in order. */
export function serverTiming(timing: LookupTiming): string {
  const { totalMs, queuedMs, resolvedMs, connectedMs, exchangedMs, decodedMs, writtenMs, exchanges, leftOut } = timing;
  const count = `${exchanges.length + leftOut} exchanges`;
  return [
    metric('total', totalMs, leftOut === 0 ? count : `${count}, ${leftOut} of them not timed`),
    ...(queuedMs === null ? [] : [metric('queued', queuedMs)]),
    metric('resolved', resolvedMs),
    metric('connected', connectedMs),
    metric('exchanged', exchangedMs),
    metric('decoded', decodedMs),
    ...(writtenMs === null ? [] : [metric('written', writtenMs)]),
    ...longest(exchanges).map((one) =>
      metric('exchange', durationOf(one), `${nameOf(one)} at ${rounded(one.beganAtMs)}`),
    ),
  ].join(', ');
}

function longest(exchanges: readonly TimedExchange[]): TimedExchange[] {
  return exchanges
    .filter(({ isCritical }) => isCritical)
    .toSorted((a, b) => durationOf(b) - durationOf(a))
    .slice(0, MAX_EXCHANGES)
    .toSorted((a, b) => a.beganAtMs - b.beganAtMs);
}

const durationOf = ({ beganAtMs, answeredAtMs }: TimedExchange) => (answeredAtMs ?? beganAtMs) - beganAtMs;

/** Names an exchange by number, service and peer: `3 tls 192.0.2.1:443`. */
export function nameOf({ number, service, peer }: TimedExchange): string {
  if (peer === null) return `${number} ${service} ${service === 'dns' ? 'resolver' : 'service'}`;
  const { address, port } = peer;
  if (port === null) return `${number} ${service} ${address}`;
  return `${number} ${service} ${address.includes(':') ? `[${address}]` : address}:${port}`;
}

/** Descriptions consist of numbers, addresses and fixed words, none of which need escaping. */
function metric(name: TimingMetric, ms: number, description?: string): string {
  return `${name};dur=${rounded(ms)}${description === undefined ? '' : `;desc="${description}"`}`;
}

/** Rounds to hundredths of a millisecond: finer figures would be noise. */
const rounded = (ms: number) => Math.round(ms * 100) / 100;

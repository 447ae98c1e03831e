import type { NodeNet } from '@sonde/probes';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Stopping } from '../http/stopping.ts';
import type { ClientLimits } from '../limits/limits.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { createDataSetStates, registerDataSets } from './data-sets.ts';
import { type Reported, registerHealth } from './health.ts';
import { registerMyIp } from './my-ip.ts';

interface StatusParts extends Omit<Reported, 'datasets' | 'bestPingMethods'> {
  readonly stopping: Stopping;
  readonly limits: ClientLimits;
  readonly metrics: Metrics;
  readonly bestPingMethods?: NodeNet['bestPingMethods'];
  readonly wallClock?: () => number;
}

const noPingMethods: NodeNet['bestPingMethods'] = async () => ({ ipv4: null, ipv6: null });

/** Registers what tells about this server and its caller, and measures nothing. */
export function registerStatus(app: FastifyInstance, { updatesData }: Config, parts: StatusParts): void {
  const { stopping, limits, metrics, bestPingMethods = noPingMethods, ...reported } = parts;
  const datasets = createDataSetStates(reported.data, updatesData, parts.wallClock);
  metrics.watchDataSets(datasets);
  registerHealth(app, stopping, { ...reported, bestPingMethods, datasets });
  registerDataSets(app, datasets, limits);
  registerMyIp(app, limits);
}

import { type FailureCode, failures } from '@sonde/contract';
import { SONDE_VERSION } from '@sonde/contract/version';
import type { LookupSlots, LookupSource } from '@sonde/service';
import type { QueueCount } from '@sonde/service/jobs/jobs';
import type { Connections } from '../guards/connections.ts';
import type { DataSetStates } from '../status/data-sets.ts';
import { createRegistry, type MetricsRegistry } from './registry.ts';
import { createTally } from './tally.ts';

const DURATIONS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Counters and gauges about this server, without targets or clients. */
export interface Metrics {
  countAnswer(tool: string, code: FailureCode | null, source: LookupSource | null): void;
  observeMeasurement(tool: string, durationMs: number): void;
  /** Counts malformed entries of the shared store. */
  countDropped(count: number): void;
  watchConnections(connections: Connections): void;
  watchPlaces(places: ReadonlyMap<string, LookupSlots>): void;
  watchDataSets(datasets: DataSetStates): void;
  watchJobs(counts: () => Promise<readonly QueueCount[]>): void;
  /** All metrics in the text format of Prometheus. */
  text(): Promise<string>;
}

const ignore = () => {};

/** Used by a server without a metrics listener. */
export const noMetrics: Metrics = {
  countAnswer: ignore,
  observeMeasurement: ignore,
  countDropped: ignore,
  watchConnections: ignore,
  watchPlaces: ignore,
  watchDataSets: ignore,
  watchJobs: ignore,
  text: () => Promise.resolve(''),
};

export async function createMetrics(): Promise<Metrics> {
  const registry = await createRegistry();
  const answers = createTally();
  const failed = createTally();
  const dropped = createTally();
  dropped.add([], 0);
  registry.counter('sonde_answers_total', 'Answers by tool and by where they came from.', ['tool', 'source'], answers);
  registry.counter(
    'sonde_failures_total',
    'Answers that are failures, by code and by who is to blame.',
    ['tool', 'code', 'blame'],
    failed,
  );
  const durations = registry.histogram(
    'sonde_measurement_duration_seconds',
    'How long measurements took, waiting included.',
    ['tool'],
    DURATIONS_SECONDS,
  );
  registry.counter(
    'sonde_shared_entries_dropped_total',
    'Malformed entries of the shared store that were dropped.',
    [],
    dropped,
  );
  watchProcess(registry);
  return {
    countAnswer(tool, code, source) {
      answers.add([tool, source ?? 'none']);
      if (code !== null) failed.add([tool, code, failures[code].blame]);
    },
    countDropped: (count) => dropped.add([], count),
    observeMeasurement: (tool, durationMs) => durations.observe({ tool }, durationMs / 1000),
    watchPlaces(places) {
      const read = (field: 'running' | 'waiting') => [...places].map(([tool, place]) => [tool, place[field]] as const);
      registry.gauges('sonde_lookups_running', 'Lookups that run, by tool.', 'tool', () => read('running'));
      registry.gauges('sonde_queue_depth', 'Lookups that wait for a place, by tool.', 'tool', () => read('waiting'));
    },
    watchConnections(connections) {
      registry.gauge('sonde_connections', 'Open connections of clients.', () => connections.open);
    },
    watchDataSets(datasets) {
      registry.gauges('sonde_dataset_age_seconds', 'Age of the data on this machine, by data set.', 'dataset', () =>
        datasets.agesSeconds(),
      );
    },
    watchJobs(counts) {
      const read = (field: Exclude<keyof QueueCount, 'queue'>) => async () =>
        // The store may be away; then nothing is known of its jobs.
        (await counts().catch(() => [])).map((count) => [count.queue, count[field]] as const);
      registry.gauges('sonde_jobs_due', 'Jobs whose time has come, by queue.', 'queue', read('due'));
      registry.gauges(
        'sonde_jobs_oldest_seconds',
        'How long the oldest of these has been due, by queue.',
        'queue',
        read('oldestSeconds'),
      );
      registry.gauges('sonde_jobs_active', 'Jobs that run, by queue.', 'queue', read('active'));
      registry.gauges('sonde_jobs_dead', 'Jobs that were given up in the last 14 days.', 'queue', read('dead'));
    },
    text: registry.text,
  };
}

function watchProcess(registry: MetricsRegistry): void {
  registry.gauges('sonde_build_info', '1, with the version of Sonde.', 'version', () => [[SONDE_VERSION, 1]]);
  registry.gauge('process_uptime_seconds', 'Time since the start of the process.', () => process.uptime());
}

import { type FailureCode, failures } from '@sonde/contract';
import type { Connections } from '../limits/connections.ts';
import type { LookupPlaces } from '../limits/lookup-places.ts';
import type { LookupSource } from '../lookups/lookups.ts';
import { createExposition } from './exposition.ts';

const DURATIONS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export interface Metrics {
  countAnswer(tool: string, code: FailureCode | null, source: LookupSource | null): void;
  observeMeasurement(tool: string, durationMs: number): void;
  /** Entries of the store that servers share, which none of them can have written. */
  countDropped(count: number): void;
  watchConnections(connections: Connections): void;
  watchPlaces(places: ReadonlyMap<string, LookupPlaces>): void;
  /** In the text format of Prometheus. */
  text(): string;
}

/** What happens here, in numbers. No target and no client is in them. */
export function createMetrics(): Metrics {
  const exposition = createExposition();
  const answers = exposition.counter('sonde_answers_total', 'Answers by tool and by where they came from.');
  const failed = exposition.counter(
    'sonde_failures_total',
    'Answers that are failures, by code and by who is to blame.',
  );
  const durations = exposition.histogram(
    'sonde_measurement_duration_seconds',
    'How long measurements took, the wait for a place included.',
    DURATIONS_SECONDS,
  );
  const dropped = exposition.counter(
    'sonde_shared_entries_dropped_total',
    'Malformed entries of the shared store that were dropped.',
  );
  dropped.add({}, 0);
  watchProcess(exposition);
  return {
    countAnswer(tool, code, source) {
      answers.add({ tool, source: source ?? 'none' });
      if (code !== null) failed.add({ tool, code, blame: failures[code].blame });
    },
    countDropped: (count) => dropped.add({}, count),
    observeMeasurement: (tool, durationMs) => durations.observe({ tool }, durationMs / 1000),
    watchPlaces(places) {
      exposition.gauge('sonde_lookups_running', 'Lookups that run, by tool.', () =>
        [...places].map(([tool, { running }]) => [{ tool }, running]),
      );
      exposition.gauge('sonde_queue_depth', 'Lookups that wait for a place, by tool.', () =>
        [...places].map(([tool, { waiting }]) => [{ tool }, waiting]),
      );
    },
    watchConnections(connections) {
      exposition.gauge('sonde_connections', 'Open connections of clients.', () => [[{}, connections.open]]);
    },
    text: exposition.text,
  };
}

function watchProcess(exposition: ReturnType<typeof createExposition>): void {
  exposition.gauge('process_resident_memory_bytes', 'Resident memory of the process.', () => [
    [{}, process.memoryUsage.rss()],
  ]);
  exposition.gauge('nodejs_heap_size_used_bytes', 'Memory that JavaScript objects take.', () => [
    [{}, process.memoryUsage().heapUsed],
  ]);
  exposition.gauge('nodejs_active_resources', 'What keeps the process alive, by type.', () =>
    countEach(process.getActiveResourcesInfo()),
  );
  exposition.gauge('process_uptime_seconds', 'Time since the start of the process.', () => [[{}, process.uptime()]]);
}

function countEach(types: readonly string[]): [{ type: string }, number][] {
  const counts = new Map<string, number>();
  for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].map(([type, count]) => [{ type }, count]);
}

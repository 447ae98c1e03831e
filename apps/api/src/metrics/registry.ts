import type { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { CounterTally } from './tally.ts';

type Labelled = Iterable<readonly [string, number]>;

/** The metrics of one server in prom-client. Values are read only when the metrics are scraped. */
export interface MetricsRegistry {
  counter(name: string, help: string, labelNames: readonly string[], tally: CounterTally): void;
  gauge(name: string, help: string, read: () => number): void;
  /** Registers a gauge with one value for each value of a label. */
  gauges(name: string, help: string, labelName: string, read: () => Labelled | Promise<Labelled>): void;
  histogram(name: string, help: string, labelNames: readonly string[], buckets: readonly number[]): Histogram;
  text(): Promise<string>;
}

/** Processor time, memory, open files, event loop and garbage collection: the observers of Node behind them cannot be ended. */
let ofProcess: Registry | null = null;

function watchProcess(prom: Pick<typeof import('prom-client'), 'Registry' | 'collectDefaultMetrics'>): Registry {
  const register = new prom.Registry();
  prom.collectDefaultMetrics({ register });
  return register;
}

/** Creates a registry. Loads prom-client on demand, since a server without SONDE_METRICS does not need it. */
export async function createRegistry(): Promise<MetricsRegistry> {
  // The default export of CommonJS is there for Node and in a bundle, its names for Node only.
  const { default: prom } = await import('prom-client');
  const registry = new prom.Registry();
  const registers = [registry];
  ofProcess ??= watchProcess(prom);
  const ofThisProcess = ofProcess;
  return {
    counter(name, help, labelNames, tally) {
      const collect = () => {
        tally.writeTo(counter);
      };
      const counter: Counter = new prom.Counter({ name, help, labelNames, registers, collect });
    },
    gauge(name, help, read) {
      const collect = () => {
        gauge.set(read());
      };
      const gauge: Gauge = new prom.Gauge({ name, help, registers, collect });
    },
    gauges(name, help, labelName, read) {
      const collect = async () => {
        const values = await read();
        gauge.reset();
        for (const [value, number] of values) gauge.labels(value).set(number);
      };
      const gauge: Gauge = new prom.Gauge({ name, help, labelNames: [labelName], registers, collect });
    },
    histogram: (name, help, labelNames, buckets) =>
      new prom.Histogram({ name, help, labelNames, buckets: [...buckets], registers }),
    text: async () => `${await registry.metrics()}\n${await ofThisProcess.metrics()}`,
  };
}

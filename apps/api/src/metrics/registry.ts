import type { Counter, Gauge, Histogram } from 'prom-client';
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

/** Creates a registry. Loads prom-client on demand, since a server without SONDE_METRICS does not need it. */
export async function createRegistry(): Promise<MetricsRegistry> {
  // The default export of CommonJS is there for Node and in a bundle, its names for Node only.
  const { default: prom } = await import('prom-client');
  const registry = new prom.Registry();
  const registers = [registry];
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
    text: () => registry.metrics(),
  };
}

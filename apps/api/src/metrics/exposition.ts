/** A family of samples in the text format of Prometheus (version 0.0.4). */
interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  samples(): Iterable<readonly [suffix: string, labels: Labels, value: number]>;
}

export type Labels = Readonly<Record<string, string>>;

export interface Counter {
  /** Labels in the same order at every call. */
  add(labels: Labels, amount?: number): void;
}

export interface Histogram {
  observe(labels: Labels, value: number): void;
}

export interface Exposition {
  counter(name: string, help: string): Counter;
  /** Read when somebody asks. */
  gauge(name: string, help: string, read: () => Iterable<readonly [Labels, number]>): void;
  histogram(name: string, help: string, upTo: readonly number[]): Histogram;
  text(): string;
}

export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** What is counted here, for whoever keeps it over time. */
export function createExposition(): Exposition {
  const families: Family[] = [];
  return {
    counter(name, help) {
      const counts = new Map<string, { labels: Labels; value: number }>();
      families.push({
        name,
        help,
        type: 'counter',
        *samples() {
          for (const { labels, value } of counts.values()) yield ['', labels, value];
        },
      });
      return {
        add(labels, amount = 1) {
          entry(counts, labels, () => ({ labels, value: 0 })).value += amount;
        },
      };
    },
    gauge(name, help, read) {
      families.push({
        name,
        help,
        type: 'gauge',
        *samples() {
          for (const [labels, value] of read()) yield ['', labels, value];
        },
      });
    },
    histogram(name, help, upTo) {
      const { family, histogram } = createHistogram(name, help, upTo);
      families.push(family);
      return histogram;
    },
    text: () => families.map(format).join(''),
  };
}

function createHistogram(name: string, help: string, upTo: readonly number[]) {
  const distributions = new Map<string, { labels: Labels; counts: number[]; sum: number; count: number }>();
  const family: Family = {
    name,
    help,
    type: 'histogram',
    *samples() {
      for (const { labels, counts, sum, count } of distributions.values()) {
        for (const [index, le] of upTo.entries()) yield ['_bucket', { ...labels, le: String(le) }, counts[index] ?? 0];
        yield ['_bucket', { ...labels, le: '+Inf' }, count];
        yield ['_sum', labels, sum];
        yield ['_count', labels, count];
      }
    },
  };
  const histogram: Histogram = {
    observe(labels, value) {
      const one = entry(distributions, labels, () => ({ labels, counts: upTo.map(() => 0), sum: 0, count: 0 }));
      for (const [index, le] of upTo.entries()) if (value <= le) one.counts[index] = (one.counts[index] ?? 0) + 1;
      one.sum += value;
      one.count += 1;
    },
  };
  return { family, histogram };
}

function entry<Value>(entries: Map<string, Value>, labels: Labels, create: () => Value): Value {
  let key = '';
  for (const name in labels) key += `${labels[name]}\n`;
  const known = entries.get(key);
  if (known !== undefined) return known;
  const created = create();
  entries.set(key, created);
  return created;
}

function format({ name, help, type, samples }: Family): string {
  const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
  for (const [suffix, labels, value] of samples()) lines.push(`${name}${suffix}${formatLabels(labels)} ${value}`);
  return `${lines.join('\n')}\n`;
}

function formatLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeValue(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escapeValue(value: string): string {
  return value.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`));
}

import { readFile } from 'node:fs/promises';
import { runCommand, startBalancer, startDnsLab, startRedisLab } from '@sonde/lab';
import { type BenchReport, rounded, spreadOf, timed } from '../report.ts';
import { type ServedSonde, serveSonde } from '../service/processes.ts';

const SIZES = [1, 2, 4] as const;
const ROUNDS = 3;
const SECONDS = 3;
const LOOKUPS = 400;
const AT_ONCE = 24;
const CONNECTIONS = 64;

interface Round {
  readonly cachedPerSecond: number;
  readonly lookupsPerSecond: number;
}

interface Fleet {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * How many requests per second one, two and four servers behind nginx answer with one shared store: from the cache, and
 * for new names. Everything runs on this machine, including the load generator: more servers than cores gain nothing.
 */
export async function run(): Promise<BenchReport> {
  const [lab, redis] = await Promise.all([startDnsLab(), startRedisLab()]);
  try {
    const rounds = new Map<number, Round[]>(SIZES.map((size) => [size, []]));
    for (let number = 0; number < ROUNDS; number += 1) {
      for (const size of SIZES) {
        const fleet = await launch(size, lab.resolver, redis.url);
        try {
          rounds.get(size)?.push(await measure(fleet.url, `${size}-${number}`));
        } finally {
          await fleet.stop();
        }
      }
    }
    return {
      conditions: { sizes: SIZES, seconds: SECONDS, lookups: LOOKUPS, atOnce: AT_ONCE, connections: CONNECTIONS },
      targets: [],
      lines: SIZES.map((size) => line(size, rounds.get(size) ?? [], rounds.get(1) ?? [])),
      rounds: [...rounds].map(([size, all]) => ({ size, all })),
    };
  } finally {
    await Promise.all([lab.stop(), redis.stop()]);
  }
}

async function launch(size: number, resolver: string, store: string): Promise<Fleet> {
  const variables = { SONDE_REDIS_URL: store, SONDE_TRUST_PROXY: '127.0.0.1' };
  const servers = await Promise.all(Array.from({ length: size }, () => serveSonde(resolver, variables)));
  const site = await readFile(new URL('../../deploy/nginx/sonde.conf', import.meta.url), 'utf8');
  const balancer = await startBalancer(
    site,
    servers.map(({ address }) => Number(new URL(address).port)),
  );
  return {
    url: balancer.url,
    stop: async () => {
      await balancer.stop();
      await Promise.all(servers.map((server: ServedSonde) => server.stop()));
    },
  };
}

async function measure(url: string, label: string): Promise<Round> {
  const cached = `${url}/api/v2/dnsRecords?domain=plain.test`;
  // Each server caches what it has seen.
  await runCommand('wrk', ['-t1', `-c${CONNECTIONS}`, '-d1s', cached]);
  const said = await runCommand('wrk', ['-t1', `-c${CONNECTIONS}`, `-d${SECONDS}s`, cached]);
  if (/Non-2xx|Socket errors/.test(said)) throw new Error(`not every request was answered: ${said}`);
  const { ms } = await timed(() => lookUpAll(url, label));
  return {
    cachedPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(said)?.[1]),
    lookupsPerSecond: rounded((LOOKUPS / ms) * 1000),
  };
}

/** New names, each of which is measured. */
async function lookUpAll(url: string, label: string): Promise<void> {
  const names = Array.from({ length: LOOKUPS }, (_, index) => `scale-${label}-${index}.plain.test`);
  const next = async (): Promise<void> => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      const response = await fetch(`${url}/api/v2/dnsRecords?domain=${name}`);
      await response.arrayBuffer();
      if (response.status !== 404) throw new Error(`${name} was answered with ${response.status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

function line(size: number, rounds: readonly Round[], alone: readonly Round[]): string {
  const median = (all: readonly Round[], pick: (round: Round) => number) => spreadOf(all.map(pick)).median;
  const told = (['cachedPerSecond', 'lookupsPerSecond'] as const).map((what) => {
    const value = median(rounds, (round) => round[what]);
    const ratio = rounded(value / median(alone, (round) => round[what]));
    return `${what === 'cachedPerSecond' ? 'cached' : 'lookups'} ${Math.round(value)}/s (${ratio})`;
  });
  return `${size} ${size === 1 ? 'server ' : 'servers'}  ${told.join('   ')}`;
}

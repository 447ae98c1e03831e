import { readFileSync } from 'node:fs';
import {
  bundledFiles,
  checkQuery,
  createNodeData,
  measure,
  NetFailure,
  type NodeData,
  readDataSettings,
} from '@sonde/probes';
import { Reader, type Response } from 'mmdb-lib';
import { sized } from '../effort.ts';
import { type BenchReport, rounded, spreadOf, type Target } from '../report.ts';

const LOOKUPS = sized(100_000, { smoke: 500 });
/** The complete lookup is reported without a limit: the bare library does not do most of it. */
const WHOLE_LOOKUPS = sized(10_000, { smoke: 50 });
const ROUNDS = sized(9, { quick: 3, smoke: 1 });
const LEAST_RATIO = 0.8;

/** A network that never answers. */
const nobody = () => Promise.reject(new NetFailure('nxdomain', 'nobody'));

type Family = 'IPv4' | 'IPv6';
const families = ['IPv4', 'IPv6'] as const;

/** Looks up one list of addresses for some seconds; returns how many of them have a place. */
interface Contender {
  readonly name: string;
  run(addresses: readonly string[], family: Family): Promise<number>;
}

interface Round {
  readonly family: Family;
  /** Lookups per second of each contender, in the order in which they ran. */
  readonly perSecond: Readonly<Record<string, number>>;
}

/**
 * Our database reader compared with a library without limits, on the same files and addresses: places and networks of
 * random addresses, in one process, in alternating order.
 */
export async function run(): Promise<BenchReport> {
  const before = process.memoryUsage().rss;
  const sonde = ourDatabases();
  await sonde.run(randomAddresses('IPv4', 10), 'IPv4');
  await sonde.run(randomAddresses('IPv6', 10), 'IPv6');
  const loadedMb = rounded((process.memoryUsage().rss - before) / 1e6);
  const contenders = [sonde, bareLibrary()];
  const measured: Round[] = [];
  for (const family of families) measured.push(...(await series(family, contenders)));
  const wholePerSecond = await wholeLookup();
  const ratios = families.map((family) => ratioOf(measured, family));
  const fileMb = rounded(
    [...bundledFiles('city'), ...bundledFiles('asn')].reduce((sum, path) => sum + sizeMb(path), 0),
  );
  return {
    conditions: { lookups: LOOKUPS, rounds: ROUNDS, files: fileMb },
    targets: ratios.map(
      (ratio, index): Target => ({
        what: `lookups per second against the bare library, ${families[index]}, median`,
        value: ratio.median,
        limit: LEAST_RATIO,
        isMet: ratio.median >= LEAST_RATIO,
      }),
    ),
    lines: [
      ...families.map((family) => lineOf(measured, family)),
      `whole lookup with country, time zone and local time: ${wholePerSecond} per second`,
      `memory for databases of ${fileMb} MB: ${loadedMb} MB`,
    ],
    rounds: measured,
  };
}

async function series(family: Family, contenders: readonly Contender[]): Promise<Round[]> {
  const rounds: Round[] = [];
  // The first round warms up and is left out.
  for (let number = 0; number <= ROUNDS; number += 1) {
    const addresses = randomAddresses(family, LOOKUPS);
    const order = number % 2 === 0 ? contenders : [...contenders].reverse();
    const perSecond: Record<string, number> = {};
    const found = new Set<number>();
    for (const contender of order) {
      const start = performance.now();
      found.add(await contender.run(addresses, family));
      perSecond[contender.name] = Math.round((addresses.length * 1000) / (performance.now() - start));
    }
    if (found.size > 1) throw new Error(`they find different numbers of places: ${[...found].join(', ')}`);
    if (number > 0) rounds.push({ family, perSecond });
  }
  return rounds;
}

function ourDatabases(): Contender {
  const { databases } = openData().geo;
  return {
    name: 'sonde',
    async run(addresses) {
      let places = 0;
      for (const address of addresses) if ((await databases.find(address)).city !== null) places += 1;
      return places;
    },
  };
}

function bareLibrary(): Contender {
  const [city4 = '', city6 = ''] = bundledFiles('city');
  const [asn = ''] = bundledFiles('asn');
  const open = (path: string) => new Reader<Response>(readFileSync(path));
  const places = { IPv4: open(city4), IPv6: open(city6) };
  const networks = open(asn);
  return {
    name: 'mmdb-lib',
    async run(addresses, family) {
      let found = 0;
      for (const address of addresses) {
        if (places[family].get(address) !== null) found += 1;
        networks.get(address);
      }
      return found;
    },
  };
}

/** From the query to the answer of the contract, with a resolver that knows no reverse name. */
async function wholeLookup(): Promise<number> {
  const data = openData();
  const net = { ask: nobody, resolve: nobody, connect: nobody, fetch: nobody } as never;
  const { signal } = new AbortController();
  const addresses = randomAddresses('IPv4', WHOLE_LOOKUPS);
  const start = performance.now();
  for (const ipOrDomain of addresses) await measure(checkQuery('geo', { ipOrDomain }), { net, data, signal });
  return Math.round((WHOLE_LOOKUPS * 1000) / (performance.now() - start));
}

function openData(): NodeData {
  const { settings, problems } = readDataSettings({});
  if (settings === null) throw new Error(problems.join(' '));
  return createNodeData(settings, { fetch: nobody });
}

function randomAddresses(family: Family, count: number): string[] {
  const number = (below: number) => Math.floor(Math.random() * below);
  const group = () => number(0x10000).toString(16);
  return Array.from({ length: count }, () =>
    family === 'IPv4'
      ? `${1 + number(223)}.${number(256)}.${number(256)}.${number(256)}`
      : `2${number(0x1000).toString(16).padStart(3, '0')}:${group()}:${group()}::${group()}`,
  );
}

function ratioOf(rounds: readonly Round[], family: Family) {
  const own = rounds.filter((round) => round.family === family);
  return spreadOf(own.map(({ perSecond }) => (perSecond['sonde'] ?? 0) / (perSecond['mmdb-lib'] ?? 1)));
}

function lineOf(rounds: readonly Round[], family: Family): string {
  const own = rounds.filter((round) => round.family === family);
  const median = (name: string) => Math.round(spreadOf(own.map(({ perSecond }) => perSecond[name] ?? 0)).median);
  const ratio = ratioOf(rounds, family);
  return `${family}: sonde ${median('sonde')}/s, mmdb-lib ${median('mmdb-lib')}/s, ratio ${ratio.median} (${ratio.best}-${ratio.worst})`;
}

function sizeMb(path: string): number {
  return readFileSync(path).length / 1e6;
}

/**
 * One contender in a process of its own: `contender.ts NAME`. Prints one line of JSON: the time of the first lookup and
 * of later ones, retained memory, and the owners found.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { macList } from '@sonde/contract';
import { sized } from '../effort.ts';
import { addresses } from './addresses.ts';

export interface Measured {
  readonly firstMs: number;
  readonly eachMs: number;
  readonly memoryMb: number;
  /** Null if there is no such call. */
  readonly listMs: number | null;
  /** The owners of the first addresses; empty for none. */
  readonly owners: readonly string[];
}

interface Contender {
  find(address: string): string | Promise<string>;
  /** Looks up all in one call. */
  findAll?(all: readonly string[]): Promise<unknown>;
}

const LOOKUPS = sized(2_000, { smoke: 20 });
/** Fewer, because each scan reads everything. */
const SCANS = sized(50, { smoke: 1 });
const COMPARED = sized(1_000, { smoke: 5 });

type Entries = Readonly<Record<string, string>>;
const readEntries = () =>
  JSON.parse(readFileSync(createRequire(import.meta.url).resolve('oui-data'), 'utf8')) as Entries;
const digitsOf = (address: string) => address.replaceAll(':', '').toUpperCase();
// Some names have two spaces where others have one.
const ownerOf = (entry: string | undefined) => entry?.split('\n')[0]?.replaceAll(/\s+/g, ' ').trim() ?? '';

/** Loads the code of a contender; called, it loads its data. */
const contenders: Readonly<Record<string, () => Promise<() => Contender>>> = {
  async sonde() {
    const probes = await import('@sonde/probes');
    const { answerCall, checkQuery, createNodeData, createNodeNet, loadTools, measure, readEngineSettings } = probes;
    // As a server does before it listens: what is measured is the data.
    await loadTools();
    return () => {
      const { settings } = readEngineSettings({ SONDE_RESOLVERS: '127.0.0.1:9', SONDE_DATA_DIR: '/nonexistent' });
      if (settings === null) throw new Error('the settings are wrong');
      const net = createNodeNet(settings.net);
      const data = createNodeData(settings.data, net);
      const signal = new AbortController().signal;
      return {
        // Everything that a visitor gets, including bits, conventions, notations and findings.
        async find(mac) {
          const { registrations } = await measure(checkQuery('mac', { mac }), { net, data, signal });
          return registrations[0]?.owner ?? '';
        },
        findAll: (macs) => answerCall('mac', macList, { macs }, data),
      };
    };
  },
  /** What npm's `oui` command does with these data, without starting a process per address. */
  async oui() {
    return () => {
      const entries = readEntries();
      return {
        find(address) {
          const digits = digitsOf(address);
          return ownerOf(
            [9, 7, 6].map((length) => entries[digits.slice(0, length)]).find((entry) => entry !== undefined),
          );
        },
      };
    };
  },
  async scan() {
    return () => {
      const entries = Object.entries(readEntries());
      return {
        find(address) {
          const digits = digitsOf(address);
          const found = entries.filter(([prefix]) => digits.startsWith(prefix));
          return ownerOf(found.sort(([a], [b]) => b.length - a.length)[0]?.[1]);
        },
      };
    };
  },
};

const name = process.argv[2] ?? '';
const collect = globalThis.gc ?? (() => {});
const load = contenders[name];
if (load === undefined) throw new Error(`there is no contender ${name}`);
const create = await load();
collect();
const before = process.memoryUsage.rss();
const startedAt = performance.now();
const contender = create();
await contender.find('00:1b:63:84:45:e6');
const firstMs = performance.now() - startedAt;
// Retained memory: measured later, it would include garbage of thousands of lookups.
collect();
const memoryMb = (process.memoryUsage.rss() - before) / 1e6;
const all = addresses(LOOKUPS);
const measured = all.slice(0, name === 'scan' ? SCANS : LOOKUPS);
const loopAt = performance.now();
for (const address of measured) await contender.find(address);
const eachMs = (performance.now() - loopAt) / measured.length;
await contender.findAll?.(all);
const listAt = performance.now();
await contender.findAll?.(all);
const listMs = contender.findAll === undefined ? null : performance.now() - listAt;
const owners: string[] = [];
for (const address of addresses(COMPARED)) owners.push(await contender.find(address));
const said: Measured = { firstMs, eachMs, memoryMb, listMs, owners };
process.stdout.write(`${JSON.stringify(said)}\n`, () => process.exit(0));

import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { digServer, findCommand } from '@sonde/lab';
import { createMemoryBudget, createNodeNet, readLimitSettings, readNetSettings } from '@sonde/probes';
import { createZonePermits } from '@sonde/probes/tools/subdomain/zone-permits';
import { rounded } from '../report.ts';

/** Duration of one run, and the number of names that it found. */
export interface Run {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly found: number;
}

/** A program that looks up the addresses of many names. */
export interface Contender {
  readonly name: string;
  /** How many names it must find. Peers count NOERROR replies, which dangling aliases (one name in twenty) do not get. */
  readonly existing: number;
  run(): Promise<Run>;
}

/** One candidate in twenty exists. */
const existingAmong = (candidates: number) => candidates / 20;
/** Of all 100,000 candidates. */
const WITH_NOERROR = 4750;
export const ZONE = 'many.test';
/** The default allows 2,000 queries per second, and 20,000 in ten minutes. */
export const ZONE_BUDGET = '10000000/1s,100000000/600s';
const A = 1;

/**
 * The engine as a search uses it, with fresh sockets and a raised budget, and without the rate limit of a resolver. With
 * `isPaced`, the rate limit is that of a resolver in the own network, 10,000 queries per second.
 */
export async function askMany(
  server: string,
  transport: 'tcp' | 'udp',
  prefixes: Iterable<string>,
  isPaced = false,
): Promise<Run & { readonly failed: number }> {
  const { settings, problems } = readNetSettings({ SONDE_RESOLVERS: server });
  if (settings === null) throw new Error(problems.join(' '));
  const { settings: limits } = readLimitSettings({ SONDE_ZONE_BUDGET: ZONE_BUDGET });
  const budget = createMemoryBudget(limits?.zoneBudget ?? [], () => performance.now());
  const permits = createZonePermits(budget, ZONE);
  const net = createNodeNet(settings, {
    bulk: { transports: [transport], ...(!isPaced && { questionsPerSecond: Number.POSITIVE_INFINITY }) },
  });
  const cpuBefore = process.cpuUsage();
  const startedAtMs = performance.now();
  let found = 0;
  let failed = 0;
  try {
    const question = { zone: ZONE, type: A, prefixes, permits };
    for await (const { answers, failures } of net.askMany(question, AbortSignal.timeout(300_000))) {
      found += answers.length;
      failed += failures.length;
    }
  } finally {
    permits.close();
    net.close();
  }
  const { user, system } = process.cpuUsage(cpuBefore);
  return { wallMs: rounded(performance.now() - startedAtMs), cpuMs: (user + system) / 1000, found, failed };
}

export function sonde(server: string, transport: 'tcp' | 'udp', candidates: readonly string[]): Contender {
  return {
    name: `sonde, ${transport}`,
    existing: existingAmong(candidates.length),
    run: () => askMany(server, transport, candidates),
  };
}

/** With the pacing of production. It determines the duration, so one run is enough. */
export function paced(server: string, candidates: readonly string[]): Contender {
  return {
    name: 'sonde, paced',
    existing: existingAmong(candidates.length),
    run: () => askMany(server, 'tcp', candidates, true),
  };
}

/** dnsperf reads its queries from a file; it counts answers without decoding them. */
export async function dnsperf(
  server: string,
  transport: 'tcp' | 'udp',
  words: string,
  candidates: readonly string[],
): Promise<Contender> {
  const file = `${words}.queries`;
  await writeFile(file, candidates.map((name) => `${name}.${ZONE} A\n`).join(''));
  const [at = '', , port = ''] = digServer(server);
  const address = at.slice(1);
  const args = [
    '-s',
    address,
    '-p',
    port,
    '-d',
    file,
    '-n',
    '1',
    '-m',
    transport,
    '-c',
    '4',
    '-q',
    '200',
    '-O',
    'suppress=timeout',
  ];
  return {
    name: `dnsperf, ${transport}`,
    existing: WITH_NOERROR,
    run: async () => {
      const { output, wallMs, cpuMs } = await timedProcess(findCommand('dnsperf'), args);
      return { wallMs, cpuMs, found: Number(/NOERROR (\d+)/.exec(output)?.[1] ?? 0) };
    },
  };
}

/** massdns from the path in `MASSDNS`, with the concurrency that is fastest on loopback. */
export async function massdns(path: string, server: string, words: string): Promise<Contender> {
  const file = `${words}.names`;
  const resolvers = `${words}.resolvers`;
  const names = (await readFile(words, 'utf8')).split('\n');
  await writeFile(file, names.map((name) => `${name}.${ZONE}\n`).join(''));
  await writeFile(resolvers, `${server}\n`);
  const out = `${words}.found`;
  return {
    name: 'massdns',
    existing: WITH_NOERROR,
    run: async () => {
      const args = ['-r', resolvers, '-t', 'A', '-s', '100', '-o', 'Je', '-w', out, '-q', file];
      const { wallMs, cpuMs } = await timedProcess(path, args);
      const lines = (await readFile(out, 'utf8')).split('\n');
      return { wallMs, cpuMs, found: lines.filter((line) => line.includes('"NOERROR"')).length };
    },
  };
}

/** The shell keyword `time` measures the processor time of a command. */
async function timedProcess(command: string, args: readonly string[]) {
  const script = 'TIMEFORMAT="%R %U %S"; time "$@"';
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script, 'bash', command, ...args], {
    maxBuffer: 64 * 1024 * 1024,
    timeout: 300_000,
  });
  const [real = 0, user = 0, system = 0] = stderr.trim().split('\n').at(-1)?.split(' ').map(Number) ?? [];
  return { output: stdout, wallMs: real * 1000, cpuMs: rounded((user + system) * 1000) };
}

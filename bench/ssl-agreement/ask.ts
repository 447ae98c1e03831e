import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '@sonde/lab';
import { createTargetLimits, defaultLimitSettings } from '@sonde/probes';
import { noData } from '@sonde/probes/testing/no-data';
import { createSslProbe } from '@sonde/probes/tools/ssl/probe';
import { sized } from '../effort.ts';
import { openLabNet } from '../ssl/lab-net.ts';
import type { StartTls } from './servers.ts';

/** The server that the tools check. */
export interface Target {
  readonly host: string;
  readonly port: number;
  readonly startTls: StartTls | null;
  /** PEM file of the trust anchor. */
  readonly caFile: string;
  /** Folder for files of the tools. */
  readonly directory: string;
}

export type SondeReport = Awaited<ReturnType<ReturnType<typeof createSslProbe>>>;

/**
 * testssl.sh is a shell script that forks for every byte that it reads. Where a fork takes two milliseconds and others run
 * beside it, servers with many suites take it more than twenty minutes.
 */
const TIMEOUT_MS = 3_600_000;

/** The answer of Sonde, as JSON. `resolver` resolves the names of the lab. */
export async function askSonde({ host, port, startTls, caFile }: Target, resolver: string): Promise<SondeReport> {
  const net = openLabNet(caFile, resolver);
  try {
    const limits = createTargetLimits(defaultLimitSettings);
    const context = { net, data: noData, limits, signal: AbortSignal.timeout(30_000), report: () => {} };
    const query = { domain: `${host}:${port}`, deep: true, revocation: false, starttls: startTls, address: null };
    return await createSslProbe()(query, context);
  } finally {
    net.close();
  }
}

/** The XML of sslscan. */
export async function askSslscan({ host, port, startTls, directory }: Target): Promise<string> {
  const file = join(directory, `sslscan-${port}.xml`);
  const names: Partial<Record<StartTls, string>> = { postgres: 'psql' };
  const begin = startTls === null ? [] : [`--starttls-${names[startTls] ?? startTls}`];
  // By name, because XMPP servers need it, and over IPv4, because the lab listens there.
  // The default timeout of three seconds is too short for a group of 8192 bits on a busy machine.
  const args = [
    `--xml=${file}`,
    '-4',
    '--timeout=10',
    '--show-certificate',
    `--sni-name=${host}`,
    ...begin,
    `localhost:${port}`,
  ];
  await runCommand('sslscan', args, undefined, TIMEOUT_MS);
  const xml = await readFile(file, 'utf8');
  const problem = /<error><!\[CDATA\[([\s\S]*?)\]\]><\/error>/.exec(xml)?.[1];
  if (problem !== undefined) throw new Error(problem.replaceAll(String(port), 'PORT'));
  return xml;
}

export interface TestsslRow {
  readonly id: string;
  readonly finding: string;
  /** OK, INFO, LOW, MEDIUM, HIGH, CRITICAL; WARN where it could not tell. */
  readonly severity: string;
}

/**
 * The checks of testssl.sh for versions, suites, order, groups, defaults, known attacks and Diffie-Hellman; a smoke run
 * has the versions only.
 */
export const testsslSections = sized(['-p', '-E', '-P', '-f', '-S', '-H', '-I', '-B', '-R', '-C', '-Z', '-J'], {
  smoke: ['-p'],
});

/** The rows of testssl.sh. */
export async function askTestssl({ host, port, startTls, caFile, directory }: Target): Promise<TestsslRow[]> {
  const file = join(directory, `testssl-${port}.json`);
  const begin = startTls === null ? [] : ['--starttls', startTls, ...(startTls === 'xmpp' ? ['--xmpphost', host] : [])];
  const quiet = ['--quiet', '--color', '0', '--warnings', 'off', '--nodns', 'none', '--add-ca', caFile];
  const args = [...testsslSections, ...quiet, ...begin, '--jsonfile', file, '--ip', '127.0.0.1', `${host}:${port}`];
  await runCommand('testssl', args, directory, TIMEOUT_MS).catch((error: unknown) => {
    // The exit code of testssl.sh is the number of findings. Only a timeout or a signal is an error.
    if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'number') throw error;
  });
  const rows = parseRows(await readFile(file, 'utf8'));
  const problem = rows.find(({ id }) => id === 'scanProblem')?.finding;
  // If testssl.sh gave up before it checked versions, the answer is unusable; later, the rows so far are valid.
  if (problem !== undefined && rows.every(({ id }) => id !== 'TLS1_2')) throw new Error(problem);
  return rows;
}

function parseRows(text: string): TestsslRow[] {
  const rows: unknown = JSON.parse(text);
  if (!Array.isArray(rows)) throw new Error('testssl.sh wrote no list');
  return rows.map((row: Partial<TestsslRow>) => {
    const { id, finding, severity } = row;
    if (typeof id !== 'string' || typeof finding !== 'string' || typeof severity !== 'string')
      throw new Error('testssl.sh wrote a row without a finding');
    return { id, finding, severity };
  });
}

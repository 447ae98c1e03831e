import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { digServer, findCommand } from '@sonde/lab';
import { bundled } from '../bundled.ts';
import { rounded } from '../report.ts';
import { cpuMs } from '../service/processes.ts';
import { floorFile } from './floor-file.ts';
import type { ServedDomains } from './served-domains.ts';

/** Time and processor time of one run, and how many records it found. */
export interface Run {
  readonly wallMs: number;
  /** Processor time of the program. */
  readonly ownCpuMs: number;
  /** Processor time of the name server during the run. */
  readonly serverCpuMs: number;
  /** Of the floor, which reads none: the number of answers. */
  readonly records: number;
}

/** A way to read all records of many names. */
export interface Contender {
  readonly name: string;
  run(): Promise<Run>;
}

export interface Questions {
  readonly domains: readonly string[];
  /** Numbers of the types that Sonde queries. */
  readonly types: readonly number[];
  readonly lab: ServedDomains;
  readonly folder: string;
}

const COMMAND = fileURLToPath(new URL('../../apps/cli/dist/sonde.js', import.meta.url));
const MINUTES_5_MS = 300_000;

/** The built command with a list, as users call it; a gap or failure would show as exit status. */
export async function sonde({ domains, lab, folder }: Questions): Promise<Contender> {
  const list = join(folder, 'list.txt');
  await writeFile(list, lines(domains));
  const args = [COMMAND, 'check', '-f', list, '--tools', 'dns', '--out', 'ndjson'];
  const env = { SONDE_RESOLVERS: lab.server, SONDE_DATA_DIR: folder };
  return {
    name: 'sonde check',
    run: () => measured({ command: process.execPath, args, env, count: sondeRecords }, lab, folder),
  };
}

/**
 * dig with the same questions in a file, and the same EDNS options. It uses an address of its own: among the forty
 * thousand source ports that it uses in sequence is the server's, where it would otherwise receive its own queries.
 */
export async function dig({ domains, types, lab, folder }: Questions): Promise<Contender> {
  const list = join(folder, 'questions.txt');
  await writeFile(list, lines(domains.flatMap((domain) => types.map((type) => `${domain} TYPE${type}`))));
  const args = [
    ...digServer(lab.server),
    '-b',
    '127.0.0.2',
    '+dnssec',
    '+bufsize=1232',
    '+noall',
    '+answer',
    '-f',
    list,
  ];
  return {
    name: 'dig -f',
    run: () => measured({ command: findCommand('dig'), args, env: {}, count: digRecords }, lab, folder),
  };
}

/**
 * The floor below which no program on Node gets, however little it does itself: the same questions prepared, the same kind of
 * sockets, and the answers not read.
 */
export async function floor({ domains, types, lab, folder }: Questions): Promise<Contender> {
  const [script, file] = [await bundled(new URL('./floor.ts', import.meta.url)), join(folder, 'floor')];
  await writeFile(file, floorFile(domains, types));
  const args = [script, lab.server, file];
  return {
    name: 'floor',
    run: () => measured({ command: process.execPath, args, env: {}, count: Number }, lab, folder),
  };
}

const lines = (texts: readonly string[]) => `${texts.join('\n')}\n`;

interface Call {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  count(output: string): number;
}

/** The shell's built-in `time` reports the processor time of a process. */
async function measured({ command, args, env, count }: Call, lab: ServedDomains, folder: string): Promise<Run> {
  const output = join(folder, 'output');
  const script = `TIMEFORMAT='%R %U %S'; time "$@" > "$OUTPUT"`;
  const before = await cpuMs(lab.pid);
  const { stderr } = await promisify(execFile)('bash', ['-c', script, 'bash', command, ...args], {
    env: { PATH: process.env['PATH'], OUTPUT: output, ...env },
    timeout: MINUTES_5_MS,
  });
  const serverCpuMs = (await cpuMs(lab.pid)) - before;
  const [real = 0, user = 0, system = 0] = stderr.trim().split('\n').at(-1)?.split(' ').map(Number) ?? [];
  const records = count(await readFile(output, 'utf8'));
  return { wallMs: rounded(real * 1000), ownCpuMs: rounded((user + system) * 1000), serverCpuMs, records };
}

interface CheckedLine {
  readonly outcome: { readonly _data: { readonly records: readonly { readonly data: readonly unknown[] }[] } };
}

function sondeRecords(output: string): number {
  const answers = output
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as CheckedLine).outcome._data);
  return answers.flatMap(({ records }) => records).reduce((sum, { data }) => sum + data.length, 0);
}

/** A comment among the answers is an error message. */
function digRecords(output: string): number {
  const answers = output.split('\n').filter((line) => line !== '');
  const complaint = answers.find((line) => line.startsWith(';'));
  if (complaint !== undefined) throw new Error(`dig erred: ${complaint}`);
  return answers.length;
}

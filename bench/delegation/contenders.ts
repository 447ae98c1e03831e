import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { DelegationWorld } from '@sonde/lab';
import type { DelegationLookup, DelegationLookups } from '@sonde/probes/testing/delegation-lookups';

/** The codes of one program for a zone, each once. */
export interface Said {
  readonly codes: readonly string[];
  readonly wallMs: number;
  /** The output of the program, or the findings of Sonde, without good results. */
  readonly raw: readonly string[];
}

export interface Contender {
  readonly name: 'sonde' | 'dnsviz' | 'zonemaster';
  check(zone: string): Promise<Said>;
}

const TIMEOUT_MS = 240_000;
const lookups = fileURLToPath(import.meta.resolve('@sonde/probes/testing/delegation-lookups'));

export interface RunningSonde extends Contender {
  checkAll(groups: DelegationLookups): Promise<readonly DelegationLookup[]>;
}

/** One process for all lookups, as in a server. */
export async function startSonde(world: DelegationWorld): Promise<RunningSonde> {
  const env = { SONDE_ROOT_HINTS: world.hintsFile, SONDE_ROOT_ANCHORS: world.anchorsFile };
  const started = await world.lab.start(process.execPath, ['--import', 'tsx', lookups], { env });
  const lines = createInterface(started.stdout)[Symbol.asyncIterator]();
  const checkAll = async (groups: DelegationLookups): Promise<readonly DelegationLookup[]> => {
    started.stdin.write(`${JSON.stringify(groups)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error(`Sonde ended: ${started.output}`);
    return JSON.parse(value);
  };
  return {
    name: 'sonde',
    checkAll,
    check: async (zone) => {
      const [found] = await checkAll([{ queries: [{ domain: zone }], atOnce: 1 }]);
      if (found?.answer == null) throw new Error(`Sonde failed for ${zone}: ${found?.failure}`);
      const { findings = [] } = found.answer;
      return {
        codes: unique(findings.filter(({ state }) => state !== 'good').map(({ code }) => code)),
        wallMs: found.wallMs,
        raw: findings.map(({ code, state, evidence }) => `${state} ${code}: ${evidence}`),
      };
    },
  };
}

/** `dnsviz probe` and `dnsviz print`, which prints errors and warnings below their subject. */
export function dnsviz(world: DelegationWorld): Contender {
  return {
    name: 'dnsviz',
    check: async (zone) => {
      const startedAtMs = performance.now();
      const text = await dnsvizText(world, [zone]);
      const wallMs = performance.now() - startedAtMs;
      return { codes: codesIn(text.split('\n')), wallMs, raw: text.split('\n').filter(isTelling) };
    },
  };
}

async function dnsvizText(world: DelegationWorld, zones: readonly string[]): Promise<string> {
  const file = join(world.lab.directory, `${zones[0]}.dnsviz.json`);
  await run(world, 'dnsviz', ['probe', '-A', '-a', '.', '-t', String(zones.length), '-o', file, ...zones]);
  return run(world, 'dnsviz', ['print', '-t', world.rootKeyFile, '-r', file]);
}

/** Checks many zones in one process, which examines the zones above them once. The lines of a zone follow its name. */
export async function dnsvizTogether(
  world: DelegationWorld,
  zones: readonly string[],
): Promise<ReadonlyMap<string, Pick<Said, 'codes' | 'raw'>>> {
  const lines = new Map<string, string[]>(zones.map((zone) => [zone, []]));
  let own: string[] = [];
  for (const line of (await dnsvizText(world, zones)).split('\n')) {
    // Below its own name, a zone has the section of a name that does not exist.
    const [head = ''] = line.split(' ');
    if (head !== '') own = lines.get(head) ?? lines.get(head.slice(head.indexOf('.') + 1)) ?? [];
    own.push(line);
  }
  return new Map(
    zones.map((zone) => {
      // Problems of a parent zone are printed there.
      const text = [...lines].flatMap(([name, said]) => (name === zone || zone.endsWith(`.${name}`) ? said : []));
      return [zone, { codes: codesIn(text), raw: (lines.get(zone) ?? []).filter(isTelling) }];
    }),
  );
}

/** True for errors and warnings and their subjects, false for good results. */
function isTelling(line: string): boolean {
  return /\b[EW]:|\[[^\]]*[!?][^\]]*\]/.test(line);
}

function codesIn(lines: readonly string[]): string[] {
  return unique(lines.flatMap((line) => /\b[EW]:[A-Z_0-9]+/.exec(line)?.[0] ?? []));
}

export function zonemaster(world: DelegationWorld): Contender {
  return {
    name: 'zonemaster',
    check: async (zone) => {
      const startedAtMs = performance.now();
      const args = [
        '--hints',
        world.hintsFile,
        '--level',
        'NOTICE',
        '--raw',
        '--json',
        '--no-time',
        '--no-progress',
        zone,
      ];
      const text = await run(world, 'zonemaster-cli', args);
      const wallMs = performance.now() - startedAtMs;
      const entries: { level: string; tag: string; args: unknown }[] = JSON.parse(text);
      const raw = entries.map(({ level, tag, args: about }) => `${level} ${tag} ${JSON.stringify(about)}`);
      return { codes: unique(entries.map(({ level, tag }) => `${level}:${tag}`)), wallMs, raw };
    },
  };
}

/** The startup time of the programs, to be subtracted from the cost of a zone. */
export async function startMs(world: DelegationWorld): Promise<Readonly<Record<'dnsviz' | 'zonemaster', number>>> {
  const time = async (command: string, args: readonly string[]) => {
    const startedAtMs = performance.now();
    await world.lab.run(command, args, { timeoutMs: TIMEOUT_MS });
    return performance.now() - startedAtMs;
  };
  return {
    dnsviz: (await time('dnsviz', ['probe', '-h'])) + (await time('dnsviz', ['print', '-h'])),
    zonemaster: await time('zonemaster-cli', ['--version']),
  };
}

async function run(world: DelegationWorld, command: string, args: readonly string[]): Promise<string> {
  const { stdout, stderr, signal } = await world.lab.run(command, args, { timeoutMs: TIMEOUT_MS });
  if (signal !== null || (stdout === '' && args[0] !== 'probe'))
    throw new Error(`${command} ${args.join(' ')} failed: ${stderr}`);
  return stdout;
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}

import { digServer, runCommand } from '@sonde/lab';

/** A way to read all records of a name; returns how many it found of each type. */
export interface Contender {
  readonly name: string;
  lookUp(): Promise<Counts>;
}

export type Counts = Readonly<Record<string, number>>;

export interface Question {
  readonly resolver: string;
  readonly domain: string;
  /** Numbers of the types that Sonde queries. */
  readonly types: readonly number[];
}

/** One process, every type as a question of its own: dig and kdig ask them one after the other. */
export function oneProcess(command: 'dig' | 'kdig', { resolver, domain, types }: Question): Contender {
  const questions = types.flatMap((type) => ['-q', domain, '-t', `TYPE${type}`]);
  return {
    name: command,
    lookUp: async () => countLines(await runCommand(command, [...digServer(resolver), ...shown, ...questions])),
  };
}

/** One process per type, all in parallel. */
export function manyProcesses({ resolver, domain, types }: Question): Contender {
  return {
    name: 'dig, a process per type',
    async lookUp() {
      const ask = (type: number) => runCommand('dig', [...digServer(resolver), ...shown, domain, `TYPE${type}`]);
      return countLines((await Promise.all(types.map(ask))).join('\n'));
    },
  };
}

/** `DiG 9.x` and `kdig … 3.x`, as the programs print them. */
export async function peerVersions({ resolver, domain }: Question): Promise<string[]> {
  const [dig, kdig] = await Promise.all([
    runCommand('dig', [...digServer(resolver), domain]),
    runCommand('kdig', ['-V']),
  ]);
  return [/DiG \S+/.exec(dig)?.[0] ?? 'dig', kdig.trim()];
}

/** The same as Sonde asks: signatures, and replies of at most 1232 octets by UDP. */
const shown = ['+dnssec', '+bufsize=1232', '+noall', '+answer'];

/** Records per type. A comment among the answers is an error message, which makes the run invalid. */
function countLines(text: string): Counts {
  const lines = text.split('\n').filter((line) => line !== '');
  const complaint = lines.find((line) => line.startsWith(';'));
  if (complaint !== undefined) throw new Error(`a peer erred: ${complaint}`);
  const counts: Record<string, number> = {};
  for (const line of new Set(lines)) {
    const type = nameOf(line.split(/\s+/)[3] ?? '');
    counts[type] = (counts[type] ?? 0) + 1;
  }
  return counts;
}

/** Knot's kdig has no name for HIP. */
function nameOf(type: string): string {
  return type === 'TYPE55' ? 'HIP' : type;
}

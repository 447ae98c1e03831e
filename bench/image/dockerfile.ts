import { readFileSync } from 'node:fs';

/** One stage of a Dockerfile. */
export interface Stage {
  readonly name: string;
  /** The shell lines of its RUN instructions. */
  readonly runs: readonly string[];
  /** What it copies from other stages or from the repository. */
  readonly copies: readonly { readonly from: string | null; readonly paths: readonly string[]; readonly to: string }[];
  readonly env: Readonly<Record<string, string>>;
  readonly command: readonly string[] | null;
}

/** Parses the subset of the syntax that our Dockerfile uses: one line per instruction, `\` joins lines. */
export function readStages(path: URL): Stage[] {
  const text = readFileSync(path, 'utf8').replace(/\\\n/g, ' ');
  return text
    .split(/^FROM /m)
    .slice(1)
    .map((stage) => {
      const name = /^(?:--platform=\S+ )?\S+ AS (\w+)/.exec(stage)?.[1] ?? 'final';
      const all = (instruction: string) =>
        [...stage.matchAll(new RegExp(`^${instruction} (.+)$`, 'gm'))].map(([, rest = '']) => rest);
      const command = all('CMD')[0];
      return {
        name,
        runs: all('RUN'),
        copies: all('COPY').map(readCopy),
        env: Object.fromEntries(
          all('ENV').flatMap((line) => [...line.matchAll(/(\w+)=(\S+)/g)].map(([, key, value]) => [key, value])),
        ),
        command: command === undefined ? null : JSON.parse(command),
      };
    });
}

function readCopy(line: string) {
  const words = line.split(/\s+/);
  const from = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined;
  return { from: from ?? null, paths: words.slice(0, -1), to: words.at(-1) ?? '.' };
}

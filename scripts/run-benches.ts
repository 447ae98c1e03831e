import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The names of all benches. */
export const benches = readdirSync(`${root}bench`).filter((name) => existsSync(`${root}bench/${name}/bench.ts`));

/** Runs benches for about a second each; `ran` names those whose report is complete. */
export async function runBriefly(names: readonly string[]) {
  const args = ['--import', 'tsx', `${root}bench/run.ts`, '--smoke', ...names];
  const program = spawn(process.execPath, args, { cwd: root });
  const said = Promise.all([text(program.stdout), text(program.stderr)]);
  const [code] = await once(program, 'close');
  const [output, errors] = await said;
  return {
    code,
    errors,
    ran: [...output.matchAll(/^bench (\S+)\n(?:.*\n)*? {2}ran for [\d.]+ s$/gm)].map(([, name]) => name),
  };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { problemsOf } from '../bench/report.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const benches = readdirSync(`${root}bench`).filter((name) => existsSync(`${root}bench/${name}/bench.ts`));

it('every bench still runs, and reports its conditions, targets and lines', async () => {
  const program = spawn(process.execPath, ['--import', 'tsx', `${root}bench/run.ts`, '--smoke'], { cwd: root });
  const said = Promise.all([text(program.stdout), text(program.stderr)]);
  const [code] = await once(program, 'close');
  const [output, errors] = await said;
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  expect([...output.matchAll(/^bench (\S+)\n(?:.*\n)*? {2}ran for [\d.]+ s$/gm)].map(([, name]) => name)).toEqual(
    benches,
  );
}, 400_000);

it('a report without targets, numbers or lines is noticed', () => {
  const whole = { conditions: { rounds: 1 }, targets: [], lines: ['one'], rounds: [] };
  const target = { what: 'ratio', value: 1, limit: 2, isMet: true };
  expect(problemsOf({ ...whole, targets: [target] })).toEqual([]);
  expect(problemsOf(whole)).toEqual(['It has no target.']);
  expect(problemsOf({ ...whole, lines: [], targets: [{ ...target, limit: Number.NaN }] })).toHaveLength(2);
});

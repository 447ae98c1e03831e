import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const module = JSON.stringify(new URL('log-stream.ts', import.meta.url).href);
const COUNT = 1234;

/** The output of a process that writes many log lines at once and then ends in the given way. */
function printed(end: string): string[] {
  const script = `
    const { standardOutput } = await import(${module});
    const log = standardOutput();
    for (let number = 0; number < ${COUNT}; number += 1) log.write(number + '\\n');
    ${end}
  `;
  const args = ['--import', 'tsx', '--input-type=module', '-e', script];
  return spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout.trim().split('\n');
}

it.each([
  ['ends by itself', ''],
  ['is told to end', 'process.exit(0);'],
  ['ends by a bug', 'throw new Error("a bug");'],
])('every line of a process that %s is printed, in order', (_name, end) => {
  expect(printed(end)).toEqual(Array.from({ length: COUNT }, (_, number) => String(number)));
});

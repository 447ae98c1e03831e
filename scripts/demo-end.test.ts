import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

/** A program of the demo, whose standard input is a pipe from its parent. */
function start(program: string) {
  const child = spawn(process.execPath, ['--import', './demo/src/end-with-parent.mjs', '-e', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return { child, exit: once(child, 'exit') };
}

it('a program of the demo ends when it has nothing more to do', async () => {
  const { exit } = start('0');
  expect(await exit).toEqual([0, null]);
});

it('a program of the demo ends with its parent', async () => {
  const { child, exit } = start('console.log("runs"); setInterval(() => {}, 1000)');
  await once(child.stdout, 'data');
  child.stdin.end();
  expect(await exit).toEqual([null, 'SIGTERM']);
});

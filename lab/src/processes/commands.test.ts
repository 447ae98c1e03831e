import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { runApart } from './run-apart.ts';

const itself = async (...[path, args, options]: Parameters<typeof runApart>) =>
  (await promisify(execFile)(path, args, options)).stdout.toString();
const shell = (script: string) => ['/bin/sh', ['-c', script]] as const;

describe.each([
  ['this process', itself],
  ['a small process beside it', runApart],
])('a command run by %s', (_, run) => {
  test('gives what it printed, of several at once to each its own', async () => {
    const texts = ['one', 'two', 'three'];
    expect(await Promise.all(texts.map((text) => run(...shell(`printf ${text}`), {})))).toEqual(texts);
  });

  test('runs in the folder and with the variables of this process, unless others are given', async () => {
    process.env['SONDE_LAB_COMMAND'] = 'set later';
    const print = shell('printf "$PWD $SONDE_LAB_COMMAND"');
    expect(await run(...print, {})).toBe(`${process.cwd()} set later`);
    delete process.env['SONDE_LAB_COMMAND'];
    expect(await run(...print, { cwd: '/' })).toBe('/ ');
  });

  test('that fails is an error with its status and what it printed', async () => {
    const error = await run(...shell('echo partly; echo reason >&2; exit 3'), {}).catch((one) => one);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ code: 3, killed: false, stdout: 'partly\n', stderr: 'reason\n' });
    expect(error.message).toContain('reason');
  });

  test('is killed after its time', async () => {
    const error = await run(...shell('sleep 30'), { timeout: 100 }).catch((one) => one);
    expect(error).toMatchObject({ killed: true, signal: 'SIGTERM' });
  });

  test('that is not there is an error', async () => {
    await expect(run('/nowhere/command', [], {})).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('may print megabytes', async () => {
    const bytes = 3_000_000;
    expect(await run(...shell(`head -c ${bytes} /dev/zero | tr '\\0' x`), { maxBuffer: 1e7 })).toHaveLength(bytes);
  });
});

test('a new process runs the next command after the first was killed, and its commands fail', async () => {
  const parent = async () => Number(await runApart(...shell('printf $PPID'), {}));
  const first = await parent();
  expect(readFileSync(`/proc/${first}/cmdline`, 'utf8')).toContain('command-runner.mjs');
  const running = runApart(...shell('sleep 30'), { timeout: 1000 });
  process.kill(first, 'SIGKILL');
  await expect(running).rejects.toThrow('The process that runs commands ended with SIGKILL.');
  expect(await parent()).not.toBe(first);
});

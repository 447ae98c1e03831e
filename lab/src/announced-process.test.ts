import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { endProcess, startAnnounced } from './announced-process.ts';

const shell = (script: string, withinMs?: number) =>
  startAnnounced('/bin/sh', ['-c', script], {
    on: 'stdout',
    line: /^ready at (\S+)$/,
    ...(withinMs === undefined ? {} : { withinMs }),
  });

test('gives what the line announces, whatever was said before, and ends on the signal', async () => {
  const { announced, child, stop } = await shell('echo one; echo two >&2; echo ready at last; read -r _');
  expect(announced).toBe('last');
  await stop();
  expect(child.signalCode).toBe('SIGTERM');
  await stop();
});

test('reads on, so that a full pipe stops nobody', async () => {
  const { child } = await shell('echo ready at once; yes | head -c 1000000; yes | head -c 1000000 > /dev/null; exit 3');
  expect(await once(child, 'exit')).toEqual([3, null]);
});

test('tells what a process said that ends without the line', async () => {
  await expect(shell('echo nearly ready; echo no room left >&2; exit 7')).rejects.toThrow(
    /^\/bin\/sh -c .* ended with 7; it said:\n(nearly ready\nno room left|no room left\nnearly ready)$/,
  );
});

test('tells what a process said that hangs, and kills it', async () => {
  const late = shell('echo $$ >&2; exec sleep 60', 2_000).then(String, String);
  const [, text, id] = /(was not ready after 2 s); it said:\n(\d+)$/.exec(await late) ?? [];
  expect(text).toBeDefined();
  expect(() => process.kill(Number(id), 0)).toThrow('ESRCH');
});

test('a command that is not there is an error', async () => {
  await expect(startAnnounced('/no/such/command', [], { on: 'stderr', line: /(.)/ })).rejects.toThrow('ENOENT');
});

test('what does not end on a signal is killed', async () => {
  const { child, stop } = await shell(`trap '' TERM; echo ready at once; while :; do sleep 1; done`);
  onTestFinished(() => stop('SIGKILL'));
  await endProcess(child, 'SIGTERM', 200);
  expect(child.signalCode).toBe('SIGKILL');
});

import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { endProcess, startAnnounced } from './announced-process.ts';

const shell = (script: string, withinMs?: number) =>
  startAnnounced('/bin/sh', ['-c', script], {
    on: 'stdout',
    line: /^ready at (\S+)$/,
    ...(withinMs === undefined ? {} : { withinMs }),
  });

test('returns what the announcing line contains, ignores earlier output, and ends on the signal', async () => {
  const { announced, child, stop } = await shell('echo one; echo two >&2; echo ready at last; read -r _');
  expect(announced).toBe('last');
  await stop();
  expect(child.signalCode).toBe('SIGTERM');
  await stop();
});

test('keeps reading, so that a full pipe does not block the process', async () => {
  const { child } = await shell('echo ready at once; yes | head -c 1000000; yes | head -c 1000000 > /dev/null; exit 3');
  expect(await once(child, 'exit')).toEqual([3, null]);
});

test('a process that exits without announcing itself is an error with its output', async () => {
  await expect(shell('echo nearly ready; echo no room left >&2; exit 7')).rejects.toThrow(
    /^\/bin\/sh -c .* ended with 7; its output:\n(nearly ready\nno room left|no room left\nnearly ready)$/,
  );
});

test('a process that hangs is killed, and is an error with its output', async () => {
  const late = shell('echo $$ >&2; exec sleep 60', 2_000).then(String, String);
  const [, text, id] = /(was not ready after 2 s); its output:\n(\d+)$/.exec(await late) ?? [];
  expect(text).toBeDefined();
  expect(() => process.kill(Number(id), 0)).toThrow('ESRCH');
});

test('a command that does not exist is an error', async () => {
  await expect(startAnnounced('/no/such/command', [], { on: 'stderr', line: /(.)/ })).rejects.toThrow('ENOENT');
});

test('a process that ignores the signal is killed', async () => {
  const { child, stop } = await shell(`trap '' TERM; echo ready at once; while :; do sleep 1; done`);
  onTestFinished(() => stop('SIGKILL'));
  await endProcess(child, 'SIGTERM', 200);
  expect(child.signalCode).toBe('SIGKILL');
});

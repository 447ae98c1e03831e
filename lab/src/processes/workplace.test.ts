import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { announcementOf } from '../announced-process.ts';
import { dig } from '../dns/dns-lab.ts';
import { findCommand } from './commands.ts';
import { PortTaken } from './free-port.ts';
import { programArguments } from './program-arguments.ts';
import { openWorkplace } from './workplace.ts';

async function nextLine(child: ChildProcess): Promise<Record<string, unknown>> {
  return JSON.parse(await announcementOf(child, { on: 'stdout', line: /^({.*})$/ }));
}

async function startScript(script: string, args: readonly string[] = []): Promise<ChildProcess> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [...(await programArguments(path)), ...args], { stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}

test('nothing outlives a killed process', async () => {
  const child = await startScript('../fixtures/start-lab.ts');
  const { directory, processIds } = (await nextLine(child)) as { directory: string; processIds: number[] };
  expect(existsSync(directory)).toBe(true);
  expect(processIds.filter(isAlive)).toHaveLength(3);

  child.kill('SIGKILL');
  await expect.poll(() => processIds.filter(isAlive), { timeout: 5_000 }).toEqual([]);
  expect(existsSync(directory)).toBe(false);
});

test.each([
  ['SIGTERM', (child: ChildProcess) => child.kill('SIGTERM')],
  ['the end of its input', (child: ChildProcess) => child.stdin?.end()],
])('the served lab prints its addresses, flushes its cache on request and ends on %s', async (_, end) => {
  const child = await startScript('../serve.ts', ['--delay-ms', '5']);
  const { resolver, delayed } = await nextLine(child);
  expect(await dig(String(resolver), ['+short', 'plain.test'])).toBe('192.0.2.20\n');
  expect(await dig(String(delayed), ['+short', 'plain.test'])).toBe('192.0.2.20\n');
  child.stdin?.write('flush\n');
  expect(await nextLine(child)).toEqual({ flushed: true });

  const ended = once(child, 'exit');
  end(child);
  expect(await ended).toEqual([0, null]);
});

test('the error for a missing command names the Debian package', () => {
  expect(() => findCommand('no-such-command')).toThrow(
    'The lab needs the command "no-such-command": install the Debian package no-such-command',
  );
  expect(findCommand('named')).toMatch(/\/named$/);
});

test('a server that ends, or whose port is taken, is an error with its log', async () => {
  const workplace = await openWorkplace();
  onTestFinished(() => workplace.close());
  await expect(workplace.start('sh', ['-c', 'echo broken >&2; exit 3'], /ready/)).rejects.toThrow(
    /sh ended with code 3; .*\nbroken/,
  );
  await expect(
    workplace.start('sh', ['-c', 'echo "bind: address already in use" >&2; exec sleep 60'], /ready/),
  ).rejects.toThrow(PortTaken);
});

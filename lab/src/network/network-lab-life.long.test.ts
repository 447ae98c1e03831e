import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { announcementOf } from '../announced-process.ts';
import { type NetworkLab, startNetworkLab } from './network-lab.ts';
import { networkTargets } from './topology.ts';

const fixture = 'lab/src/fixtures/start-network-lab.ts';
const root = fileURLToPath(new URL('../../..', import.meta.url));

function startOutside(command: string, args: readonly string[]): ChildProcess {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function firstLine(child: ChildProcess): Promise<{ directory: string; processId: number; code: number }> {
  return JSON.parse(await announcementOf(child, { on: 'stdout', line: /^({.*})$/ }));
}

async function errorsOf(child: ChildProcess): Promise<string> {
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  await once(child, 'close');
  return errors;
}

/** All of the lab's processes are in the process namespace of its first one, and hold the lab's other namespaces. */
function membersOf(namespace: string): string[] {
  return readdirSync('/proc').filter((id) => {
    try {
      return /^\d+$/.test(id) && readlinkSync(`/proc/${id}/ns/pid`) === namespace;
    } catch {
      // The process has exited in the meantime, or belongs to another user.
      return false;
    }
  });
}

const namespaceOf = (processId: number) => readlinkSync(`/proc/${processId}/ns/pid`);
const pingFar = async (lab: NetworkLab) => (await lab.run('ping', ['-c', '1', networkTargets.far.name])).code;

test('several labs run at the same time, each with its own counters, and leave nothing behind', async () => {
  const interfaces = Object.keys(networkInterfaces());
  const labs = await Promise.all([startNetworkLab(), startNetworkLab()]);
  onTestFinished(async () => {
    await Promise.all(labs.map((lab) => lab.stop()));
  });
  const [one, other] = labs;
  expect(await Promise.all(labs.map(pingFar))).toEqual([0, 0]);
  await one.run('ping', ['-c', '1', '10.0.0.5']);
  expect((await one.forbiddenPackets())['10.0.0.0/8']).toBe(1);
  expect((await other.forbiddenPackets())['10.0.0.0/8']).toBe(0);

  const namespace = namespaceOf(one.processId);
  const forgotten = await one.start('sh', ['-c', 'sleep 60 & sleep 60']);
  expect(membersOf(namespace).length).toBeGreaterThan(4);
  await one.stop();
  expect(await forgotten.ended).toEqual({ code: null, signal: 'SIGKILL' });
  expect(membersOf(namespace)).toEqual([]);
  expect(existsSync(one.directory)).toBe(false);
  expect(Object.keys(networkInterfaces())).toEqual(interfaces);

  expect(await pingFar(other)).toBe(0);
});

test('nothing outlives a killed process', async () => {
  const child = startOutside(process.execPath, ['--import', 'tsx', fixture]);
  const { directory, processId, code } = await firstLine(child);
  expect(code).toBe(0);
  const namespace = namespaceOf(processId);

  child.kill('SIGKILL');
  await expect.poll(() => membersOf(namespace), { timeout: 5_000 }).toEqual([]);
  await expect.poll(() => existsSync(directory), { timeout: 5_000 }).toBe(false);
});

/** Runs the fixture in its own mount namespace, after a preparation. */
function startPrepared(preparation: string): ChildProcess {
  const script = `${preparation} "$0" --import tsx ${fixture}`;
  return startOutside('unshare', ['--user', '--map-root-user', '--mount', 'sh', '-c', script, process.execPath]);
}

test('without TUN devices the error says so', async () => {
  const errors = await errorsOf(startPrepared('mount -t tmpfs none /dev/net && exec'));
  expect(errors).toMatch(/The network lab needs a TUN device, .*ENOENT.*\/dev\/net\/tun/);
});

test('if network namespaces are not allowed the error says so', async () => {
  const errors = await errorsOf(startPrepared('echo 0 > /proc/sys/user/max_net_namespaces && exec'));
  expect(errors).toMatch(/The network lab cannot run on this machine: .*\nunshare: unshare failed: No space left/);
});

test('works without root', async () => {
  const setpriv = ['--reuid=65534', '--regid=65534', '--clear-groups'];
  const isRoot = process.getuid?.() === 0;
  // Some machines reserve the TUN device for root, others open it to everybody, as udev does; here everybody may open it.
  const openDevice = 'mount -t tmpfs none /dev/net && mknod -m 666 /dev/net/tun c 10 200';
  // Other users may have no access to the checkout, so it is also mounted elsewhere.
  const asNobody = `${openDevice} && mount --bind . /mnt && cd /mnt && exec setpriv ${setpriv.join(' ')} "$0" --import tsx ${fixture}`;
  const child = isRoot
    ? startOutside('unshare', ['--mount', 'sh', '-c', asNobody, process.execPath])
    : startOutside(process.execPath, ['--import', 'tsx', fixture]);
  const { directory, code } = await firstLine(child);
  expect(code).toBe(0);
  expect(statSync(directory).uid).not.toBe(0);
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPathNetwork } from '../demo/src/path/network.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sonde-path-test-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

const open = (...program: string[]) => openPathNetwork(folder, program, process.cwd());

describe('the network with the path', () => {
  it('is the network of a program, which ends with its standard input', async () => {
    const network = await open('sh', '-c', 'ip -o link show | wc -l; cat');
    try {
      // Loopback, and the device towards the first router.
      expect(await network.firstLine()).toBe('2');
    } finally {
      await network.close();
    }
  });

  it('tells that a program has ended without a line', async () => {
    const network = await open('true');
    await expect(network.firstLine()).rejects.toThrow('it ended while it started');
    await network.close();
  });

  it('says which command is missing', async () => {
    vi.stubEnv('PATH', folder);
    await expect(open('true')).rejects.toThrow('the command unshare is not installed');
  });

  it('says why the kernel refuses it', async () => {
    // A network for packets cannot be made where the names of its routers cannot be written.
    await expect(openPathNetwork('/nowhere', ['true'], process.cwd())).rejects.toThrow(/can't cd to \/nowhere/);
  });
});

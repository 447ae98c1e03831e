import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Demo, root } from './demo.ts';
import { type Door, openDoor } from './path/door.ts';
import { openPathNetwork, PathMissing, type PathNetwork } from './path/network.ts';
import type { StartedInside } from './path/started-inside.ts';

const INSIDE = fileURLToPath(new URL('path/inside.ts', import.meta.url));

/**
 * Starts the demo, in a network of its own that has a path with routers where this machine permits one; elsewhere on loopback alone,
 * and the demo then says why.
 * @throws if it cannot be started; everything is then stopped again.
 */
export async function startDemo({ port }: { readonly port: number }): Promise<Demo> {
  try {
    return await startWithPath(port);
  } catch (error) {
    if (!(error instanceof PathMissing)) throw error;
    const { startHere } = await import('./serve.ts');
    return startHere(port, { missing: error.message });
  }
}

async function startWithPath(wanted: number): Promise<Demo> {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-path-'));
  const socket = join(folder, 'door');
  let door: Door | null = null;
  let network: PathNetwork | null = null;
  const stop = async () => {
    await door?.close();
    await network?.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const names = join(folder, 'routers');
    await mkdir(names);
    door = await openDoor({ host: '127.0.0.1', port: wanted }, { path: socket });
    const program = [process.execPath, '--import', 'tsx', INSIDE, String(door.port), socket];
    network = await openPathNetwork(names, program, root);
    const started: StartedInside = JSON.parse(await network.firstLine());
    if ('problem' in started) throw new Error(started.problem);
    return { ...started, mainTargets: new Map(started.mainTargets), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

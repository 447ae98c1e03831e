import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { putBuilt } from '@sonde/lab';
import { writeWebBuild } from './test-server.ts';

const apiFolder = fileURLToPath(new URL('../..', import.meta.url));

/** Puts the built server into a folder laid out like the repository, with a small web build; returns the server's path. */
export async function layOutBuiltServer(house: string): Promise<string> {
  const server = join(house, 'apps/api/dist/server.js');
  await mkdir(join(house, 'apps/api/dist'), { recursive: true });
  await symlink(join(apiFolder, '../../node_modules'), join(house, 'node_modules'));
  await writeFile(join(house, 'package.json'), '{"type":"module"}');
  await writeWebBuild(join(house, 'apps/web/dist'));
  await putBuilt('api', dirname(server), basename(server));
  return server;
}

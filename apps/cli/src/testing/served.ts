import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { putBuilt } from '@sonde/lab';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));

/** The built server in a folder of its own, with next to no pages. */
export interface BuiltServer {
  readonly path: string;
  /** What it needs to run on any port, beside the variables of a test. */
  readonly env: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

export async function buildServer(): Promise<BuiltServer> {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-server-'));
  const server = join(folder, 'apps/api/dist/server.js');
  const web = join(folder, 'apps/web/dist');
  for (const path of ['apps/api/dist', 'apps/web/dist/pages', 'apps/web/dist/assets']) {
    await mkdir(join(folder, path), { recursive: true });
  }
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(web, 'pages.json'), '{"routes":{},"announced":{},"tools":{},"notFound":"404.html"}');
  await writeFile(join(web, 'pages/404.html'), '<!doctype html><title>Not found</title>');
  await putBuilt('api', dirname(server), basename(server));
  return {
    path: server,
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      SONDE_SELF_TEST: 'off',
      SONDE_LOAD_SHEDDING: 'off',
      SONDE_DATA_DIR: join(folder, 'data'),
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

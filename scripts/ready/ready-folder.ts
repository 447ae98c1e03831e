import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';

// A folder with the scripts and two apps that build at the same time: `one` from its own sources, `two` from a package
// as well.
const BUILD = `
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
mkdirSync('dist', { recursive: true });
appendFileSync('../../builds.txt', process.env.npm_package_name + '\\n');
const text = readFileSync('src/main.ts', 'utf8');
if (text.includes('broken')) { console.error('src/main.ts:1:1: ERROR: broken'); process.exit(1); }
if (text.includes('endless')) { writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000); }
writeFileSync('dist/server.js', text);
`;
const app = (name: string, dependencies = {}) => ({
  [`apps/${name}/package.json`]: JSON.stringify({ name, scripts: { build: 'node build.mjs' }, dependencies }),
  [`apps/${name}/build.mjs`]: BUILD,
  [`apps/${name}/src/main.ts`]: `console.log('${name}')`,
});
export const files: Record<string, string> = {
  'package.json': JSON.stringify({ engines: { node: '>=20.19' }, workspaces: ['packages/*', 'apps/*'] }),
  'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages: { '': {} } }),
  'node_modules/.package-lock.json': JSON.stringify({ lockfileVersion: 3, packages: {} }),
  'tsconfig.base.json': '{}',
  'packages/shared/package.json': JSON.stringify({ name: 'shared', version: '0.1.0' }),
  'packages/shared/src/shared.ts': 'export const shared = 1;',
  ...app('one'),
  ...app('two', { shared: '0.1.0' }),
};

/** Makes that folder for each test of a file. */
export function readyFolder() {
  let folder = '';
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const builds = () =>
    existsSync(join(folder, 'builds.txt'))
      ? readFileSync(join(folder, 'builds.txt'), 'utf8').trim().split('\n').sort()
      : [];

  /** Runs a script of the folder; never rejects. */
  const run = (script: string, env: Record<string, string> = {}, user: { uid?: number; gid?: number } = {}) =>
    call(process.execPath, [`scripts/${script}.mjs`], env, user);

  const call = (command: string, args: string[], env: Record<string, string> = {}, user = {}) =>
    new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      const options = { cwd: folder, env: { ...process.env, ...env }, ...user };
      const child = execFile(command, args, options, (_, stdout, stderr) =>
        resolve({ code: child.exitCode ?? -1, stdout, stderr }),
      );
    });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sonde-ready-'));
    cpSync(join(import.meta.dirname, '..'), join(folder, 'scripts'), { recursive: true });
    for (const [path, text] of Object.entries(files)) put(path, text);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  return { folder: () => folder, put, builds, run, call };
}

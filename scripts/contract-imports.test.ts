import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { circlesIn, importsOf, pictureOf, withImports } from './contract-imports.ts';

const root = join(import.meta.dirname, '..');

/** A repository whose contract has these files. */
function contractOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-imports-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, 'packages/contract/src', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return folder;
}

test('the picture in docs/architecture.md is that of the sources: npm run imports', () => {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  expect(text).toContain('<!-- end of imports -->');
  expect(withImports(text)).toBe(text);
});

test('the tools are in no circle of imports', () => {
  expect(circlesIn(importsOf(root))).not.toContain('tools/‹id›/');
});

test('all tools are one part, tests are left out, and so are arrows that follow from others', () => {
  const graph = importsOf(
    contractOf({
      'answers/judge.ts': "import '../tools/modules.ts';\nexport { dns } from '../tools/dns/index.ts';",
      'tools/modules.ts': "import { dns } from './dns/index.ts';",
      'tools/dns/index.ts': "import { a } from '../../text/a.ts';\nimport { other } from '../mx/index.ts';",
      'tools/dns/index.test.ts': "import { a } from '../../lists/a.ts';",
      'text/a.ts': 'export const a = 1;',
    }),
  );
  expect(pictureOf(graph).match(/\["(.*)"\]/g)).toEqual([
    '["answers/"]',
    '["text/"]',
    '["tools/*.ts"]',
    '["tools/‹id›/"]',
  ]);
  expect(pictureOf(graph).match(/p\d --> p\d/g)).toEqual(['p0 --> p2', 'p2 --> p3', 'p3 --> p1']);
});

test('parts that import each other are a circle, and both arrows are drawn', () => {
  const graph = importsOf(
    contractOf({ 'a/a.ts': "import { b } from '../b/b.ts';", 'b/b.ts': "import { a } from '../a/a.ts';" }),
  );
  expect(circlesIn(graph)).toEqual(['a/', 'b/']);
  expect(pictureOf(graph).match(/p\d --> p\d/g)).toEqual(['p0 --> p1', 'p1 --> p0']);
});

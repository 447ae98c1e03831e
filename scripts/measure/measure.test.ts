import { describe, expect, it } from 'vitest';
import { copiesIn } from './copies.ts';
import { sourceFigures } from './figures.ts';
import { functionLines } from './functions.ts';
import { hopsOf } from './hops.ts';
import { crowdedFolders, groupOf, linesIn, quantile, type SourceFile } from './source-files.ts';
import { tableOf } from './table.ts';
import { sharedTypeNames, typeNames, wordUses } from './words.ts';

const file = (path: string, text = ''): SourceFile => ({ path, text, group: groupOf(path) });

describe('counting sources', () => {
  it('distinguishes shipped code from tests, their support and all other code', () => {
    const groups = ['packages/probes/src/net/net.ts', 'packages/probes/src/net/net.lab.test.ts'].map(groupOf);
    expect(groups).toEqual(['shipped', 'tests']);
    expect(['apps/api/src/testing/fake.ts', 'apps/web/test/stand-in.ts', 'e2e/serve.ts'].map(groupOf)).toEqual(
      Array(3).fill('tests'),
    );
    expect(['scripts/walls.mjs', 'lab/src/dns/zones.ts', 'apps/api/build.mjs'].map(groupOf)).toEqual(
      Array(3).fill('other'),
    );
  });

  it('counts lines as an editor does, and computes quantiles', () => {
    expect([linesIn('a\nb\n'), linesIn('a\nb')]).toEqual([2, 2]);
    expect([quantile([5, 1, 3], 0.5), quantile([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.9), quantile([], 0.5)]).toEqual([
      3, 10, 0,
    ]);
  });

  it('lists folders over the limit by their own files, without tests and subfolders', () => {
    const files = ['a/x.ts', 'a/y.ts', 'a/y.test.ts', 'a/b/z.ts', 'c/x.ts'].map((path) => file(path));
    expect(crowdedFolders(files, 1)).toEqual([{ folder: 'a', files: 2 }]);
  });
});

describe('counting functions', () => {
  it('counts the lines of functions, methods and arrow functions, including nested ones, after non-ASCII text', () => {
    const text = `// Größe ≥ 4: „x“
export function outer() {
  const inner = (value: number) => value;
  return inner;
}
class Box {
  #secret() {
    return 1;
  }
}
`;
    // The second file of a run gives the same result.
    expect(functionLines(file('a.ts', text)).sort()).toEqual([1, 3, 4]);
    expect(functionLines(file('a.ts', text)).sort()).toEqual([1, 3, 4]);
  });

  it('reads programs with a shebang line', () => {
    expect(functionLines(file('a.ts', '#!/usr/bin/env node\nfunction one() {\n  return 1;\n}\n'))).toEqual([3]);
  });

  it('reads components', () => {
    expect(functionLines(file('a.tsx', 'export const A = () => (\n  <p>{[1].map((one) => one)}</p>\n);'))).toEqual([
      3, 1,
    ]);
  });
});

describe('counting copies', () => {
  const six = ['one();', 'two();', 'three();', 'four();', 'five();', 'six();'];

  it('finds six lines that occur twice, whatever their indentation and comments', () => {
    const first = file('a.ts', ['start();', ...six, 'end();'].join('\n'));
    const second = file('b.ts', ['  // Why.', ...six.map((line) => `  ${line}`), '', '  other();'].join('\n'));
    expect(copiesIn([first, second], 6)).toEqual([{ lines: 6, places: ['a.ts:2', 'b.ts:2'] }]);
  });

  it('counts a longer run once, and ignores five lines and imports', () => {
    const eight = [...six, 'seven();', 'eight();'].join('\n');
    expect(copiesIn([file('a.ts', eight), file('b.ts', eight)], 6).map(({ lines }) => lines)).toEqual([8]);
    const imports = six.map((line) => line.replace('();', ',')).join('\n');
    const importing = `import {\n${imports}\n} from './numbers.ts';\n`;
    expect(copiesIn([file('a.ts', importing), file('b.ts', importing)], 6)).toEqual([]);
    const five = six.slice(1).join('\n');
    expect(copiesIn([file('a.ts', five), file('b.ts', five)], 6)).toEqual([]);
  });
});

describe('counting words', () => {
  const files = [
    file('packages/a/src/line.ts', 'export interface Line {}\ntype Other = string;'),
    file('packages/b/src/other.ts', '  class Line {}\n// interface Line is no declaration here\nconst turn = 1;'),
  ];

  it('finds words that are the name of a type or part of a file name', () => {
    expect(typeNames(files[0]?.text ?? '')).toEqual(['Line', 'Other']);
    expect(wordUses(files, ['line', 'turn'])).toEqual([
      {
        word: 'line',
        types: ['packages/a/src/line.ts', 'packages/b/src/other.ts'],
        files: ['packages/a/src/line.ts'],
      },
      { word: 'turn', types: [], files: [] },
    ]);
  });

  it('does not count an imported type as declared', () => {
    expect(typeNames("import {\n  type Line,\n  lines,\n} from './line.ts';\ntype Pair<A, B> = [A, B];\n")).toEqual([
      'Pair',
    ]);
  });

  it('finds type names that are declared in several files', () => {
    expect(sharedTypeNames(files).map(({ name }) => name)).toEqual(['Line']);
  });
});

describe('following a query', () => {
  const coverage = {
    scripts: [
      {
        url: 'file:///tree/apps/api/src/route.ts',
        functions: [
          { name: '', start: 0, calls: 1 },
          { name: 'route', start: 10, calls: 2 },
          { name: 'unused', start: 20, calls: 0 },
          { name: '__name', start: 5, calls: 9 },
        ],
      },
      { url: 'file:///tree/node_modules/x/x.js', functions: [{ name: 'x', start: 1, calls: 1 }] },
      { url: 'node:net', functions: [{ name: 'connect', start: 1, calls: 1 }] },
    ],
    stacks: [
      'Error: here\n    at new Socket (/tree/packages/probes/src/net/socket.ts:3:4)\n    at ask (file:///tree/packages/probes/src/net/net.ts:1:2)',
      'Error: here\n    at ask (file:///tree/packages/probes/src/net/net.ts:7:2)\n    at x (/tree/node_modules/x/x.js:1:1)\n    at async Object.route (/tree/apps/api/src/route.ts:5:6)\n    at /tree/apps/api/src/route.ts:9:1\n    at handler (/tree/node_modules/fastify/lib/x.js:1:1)\n    at hook (/tree/apps/api/src/app.ts:1:1)',
    ],
  };

  it('counts Sonde’s functions that ran, and the path from the route to the socket', () => {
    expect(hopsOf(coverage, '/tree')).toEqual({
      functions: 1,
      files: 1,
      steps: 4,
      namedSteps: 3,
      stepFiles: 3,
      path: [
        'apps/api/src/route.ts line 9',
        'apps/api/src/route.ts route',
        'packages/probes/src/net/net.ts ask',
        'packages/probes/src/net/socket.ts Socket',
      ],
    });
  });
});

it('prints one column per measurement, and a dash for what was not measured', () => {
  const figures = sourceFigures([file('packages/a/src/a.ts', 'export const a = () => 1;\n')]);
  const one = { ...figures, commit: 'abc1234', hops: null, red: null, greenSeconds: null };
  const table = tableOf([one, { ...one, commit: 'def5678', red: { wholeMs: 4321, testMs: 2040 } }]);
  expect(table).toContain('| Figure | abc1234 | def5678 |');
  expect(table).toContain('| Functions: shipped | 1 | 1 |');
  expect(table).toContain('| Broken page test: seconds until it is red | – | 2.0 |');
});

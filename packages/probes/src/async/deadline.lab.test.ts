import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { programArguments, provideOldestNode, runCommand } from '@sonde/lab';
import { beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const script = fileURLToPath(new URL('../testing/deadlines-under-gc.ts', import.meta.url));

let node: string;
let endedAfterMs: Record<string, number>;
beforeAll(async () => {
  node = await provideOldestNode();
  endedAfterMs = JSON.parse(await runCommand(node, ['--expose-gc', ...(await programArguments(script))], root));
});

test('this test runs on the oldest supported Node', async () => {
  const { engines } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  expect(`>=${await runCommand(node, ['-p', 'process.versions.node'])}`.trim()).toBe(`${engines.node}.0`);
});

describe('with constant garbage collection, on the oldest supported Node', () => {
  test.each([
    'startDeadline',
    'linkSignals',
    'withDeadline',
    'source of a search',
    'name of an address',
    'questions without validation',
  ])('%s ends', (what) => {
    expect(endedAfterMs).toHaveProperty([what], expect.any(Number));
  });

  test('the bare form, which the linter rejects, does not end', () => {
    expect(endedAfterMs).not.toHaveProperty(['bare form']);
  });
});

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TimeToRed {
  /** From the command to its report, including the start of the test runner. */
  readonly wholeMs: number;
  /** The part of it that the broken test takes. */
  readonly testMs: number;
}

const BROKEN_TEST = 'apps/web/src/broken-on-purpose.test.tsx';

/** A page that never shows what its test waits for: the most common way in which a change breaks a page. */
const SOURCE = `import { render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { expect, it } from 'vitest';

it('waits for a text that never comes', async () => {
  render(createElement('p', null, 'Something else'));
  expect(await screen.findByText('Never shown')).toBeTruthy();
});
`;

const DEADLINE_MS = 180_000;

/** Adds a broken page test to the tree, and waits until vitest reports it. */
export function timeToRed(root: string, env: Readonly<Record<string, string>> = {}): TimeToRed {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-red-'));
  const report = join(folder, 'vitest.json');
  writeFileSync(join(root, BROKEN_TEST), SOURCE, { flag: 'wx' });
  const startedAt = performance.now();
  try {
    execFileSync(
      process.execPath,
      [`${root}/node_modules/vitest/vitest.mjs`, 'run', BROKEN_TEST, '--reporter=json', `--outputFile=${report}`],
      { cwd: root, stdio: 'ignore', timeout: DEADLINE_MS, env: { ...withoutCi(), ...env } },
    );
  } catch {
    // It is meant to fail; the report says whether it did.
  } finally {
    rmSync(join(root, BROKEN_TEST));
  }
  const wholeMs = performance.now() - startedAt;
  try {
    return { wholeMs, testMs: durationOf(JSON.parse(readFileSync(report, 'utf8'))) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The environment of a developer's machine, wherever it runs. */
function withoutCi(): NodeJS.ProcessEnv {
  const { CI: _, ...rest } = process.env;
  return rest;
}

interface VitestReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly duration?: number }[];
  }[];
}

function durationOf({ testResults }: VitestReport): number {
  const [test] = testResults.flatMap(({ assertionResults }) => assertionResults);
  if (test?.status !== 'failed') throw new Error('The broken test did not fail.');
  return test.duration ?? 0;
}

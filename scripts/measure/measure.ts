import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { root as ownRoot } from '../ready/run-command.mjs';
import { sourceFigures } from './figures.ts';
import { measureHops } from './hops.ts';
import { sourceFilesOf } from './source-files.ts';
import { type Measurement, tableOf } from './table.ts';
import { timeToRed } from './time-to-red.ts';
import { treeAt } from './tree-at.ts';

interface Wanted {
  readonly isSourceOnly: boolean;
  readonly isGreenTimed: boolean;
}

/**
 * `npm run measure`: the figures of this tree, as a table. `--against COMMIT` compares them with those of a commit,
 * `--json FILE` writes all of them with their places, `--sources` runs nothing, `--green` runs the whole test suite as
 * well.
 */
export async function measure(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      against: { type: 'string' },
      json: { type: 'string' },
      sources: { type: 'boolean', default: false },
      green: { type: 'boolean', default: false },
    },
  });
  const wanted = { isSourceOnly: values.sources, isGreenTimed: values.green };
  const measurements: Measurement[] = [];
  if (values.against !== undefined) measurements.push(await measureCommit(values.against, wanted));
  measurements.push(await measureTree(ownRoot, wanted));
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(measurements, null, 2)}\n`);
  console.log(tableOf(measurements));
}

async function measureCommit(commit: string, wanted: Wanted): Promise<Measurement> {
  const tree = treeAt(ownRoot, commit);
  try {
    return await measureTree(tree.folder, wanted);
  } finally {
    tree.remove();
  }
}

async function measureTree(root: string, { isSourceOnly, isGreenTimed }: Wanted): Promise<Measurement> {
  return {
    commit: commitOf(root),
    ...sourceFigures(sourceFilesOf(root)),
    hops: isSourceOnly ? null : await measureHops(root),
    red: isSourceOnly ? null : timeToRed(root),
    greenSeconds: isGreenTimed ? secondsToGreen(root) : null,
  };
}

/** The short hash, with a plus sign if the tree has uncommitted changes. */
function commitOf(root: string): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : '+');
}

function secondsToGreen(root: string): number {
  const startedAt = performance.now();
  execFileSync(process.execPath, ['scripts/test.mjs'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  return Math.round((performance.now() - startedAt) / 1000);
}

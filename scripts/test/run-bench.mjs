import { existsSync, readdirSync } from 'node:fs';
import { makeReady } from '../ready/ready.mjs';
import { binary, root, runCommand } from '../ready/run-command.mjs';
import { tellFailure } from '../ready/sentence.mjs';
import { provideSystemPackages } from './system-packages.mjs';

const HOUR_MS = 3_600_000;

await tellFailure(async () => {
  await makeReady();
  const wanted = process.argv.slice(2);
  const names = wanted.filter((argument) => !argument.startsWith('--'));
  await provideSystemPackages(packageLists(names.length > 0 ? names : readdirSync(`${root}/bench`)));
  const args = [`${root}/bench/run.ts`, ...wanted];
  const { code } = await runCommand(binary('tsx'), args, { isShown: true, deadlineMs: HOUR_MS });
  process.exitCode = code;
});

/** Package lists of those benches that need more than the tests. */
function packageLists(names) {
  return names.map((name) => `bench/${name}/debian-packages.json`).filter((path) => existsSync(`${root}/${path}`));
}

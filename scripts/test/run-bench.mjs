import { makeReady } from '../ready/ready.mjs';
import { binary, root, runCommand } from '../ready/run-command.mjs';
import { tellFailure } from '../ready/sentence.mjs';
import { provideSystemPackages } from './system-packages.mjs';

const HOUR_MS = 3_600_000;

await tellFailure(async () => {
  await makeReady();
  await provideSystemPackages();
  const args = [`${root}/bench/run.ts`, ...process.argv.slice(2)];
  const { code } = await runCommand(binary('tsx'), args, { isShown: true, deadlineMs: HOUR_MS });
  process.exitCode = code;
});

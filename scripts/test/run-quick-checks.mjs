import { makeReady } from '../ready/ready.mjs';
import { quickChecks } from './changed.mjs';

/** `npm run check -- --changed`: the quick checks, in parallel. Fails if one of them does. */
export async function runQuickChecks() {
  await makeReady({ isBuilt: false });
  const { files, tests, checks } = quickChecks();
  const results = await Promise.all(checks.map(perform));
  const failed = results.filter((isGood) => !isGood).length;
  console.log(
    `${files.length} changed files, ${tests.length} test files beside them; ${failed} of ${checks.length} failed.`,
  );
  console.log('Not looked at: tests elsewhere, tests with real servers, the browser (npm test).');
  process.exitCode = failed > 0 ? 1 : 0;
}

async function perform({ name, run }) {
  const start = performance.now();
  const { code, output } = await run();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${code === 0 ? '✓' : '✗'} ${name.padEnd(12)} ${seconds.padStart(6)} s`);
  if (code !== 0) console.log(output.trimEnd());
  return code === 0;
}

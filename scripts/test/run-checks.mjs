import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { makeReady } from '../ready/ready.mjs';
import { root } from '../ready/run-command.mjs';
import { Sentence, tellFailure } from '../ready/sentence.mjs';
import { checks, longChecks } from './checks.mjs';
import { afterSecondTry, deservesSecondTry } from './counts.mjs';
import { provideFirebaseEmulator } from './firebase-emulator.mjs';
import { provideOldNodes } from './old-nodes.mjs';
import { runQuickChecks } from './run-quick-checks.mjs';
import { provideSystemPackages } from './system-packages.mjs';

await tellFailure(async () => {
  // Follows `--without browser` of `npm run check`.
  if (process.argv.includes('--changed')) return runQuickChecks();
  const { chosen, rest } = choose(process.argv.slice(2));
  await makeReady();
  if (chosen.some(({ needsSystem }) => needsSystem)) {
    await provideSystemPackages();
    await provideOldNodes();
  }
  if (chosen.some(({ needsFirebase }) => needsFirebase)) await provideFirebaseEmulator();
  mkdirSync(`${root}/.cache`, { recursive: true });
  const isAlone = chosen.length === 1;
  const lanes = lanesOf(chosen).map((lane) => performLane(lane, rest, isAlone));
  const results = [];
  // With nothing else running.
  for (const first of (await Promise.all(lanes)).flat()) results.push(await trySecondTime(first));
  tellResults(results);
});

/** `--long`, then `--only NAME` or `--without NAME`; other arguments go to the test runner. */
function choose([first, ...others]) {
  const all = first === '--long' ? longChecks : checks;
  const [option, name, ...rest] = first === '--long' ? others : [first, ...others];
  if (option === undefined) return { chosen: all, rest: [] };
  const named = all.filter((check) => check.name === name);
  if (named.length === 0 || !['--only', '--without'].includes(option)) {
    const names = all.map((one) => one.name).join('|');
    throw new Sentence(`Usage: node scripts/test.mjs [--long] [--only|--without ${names}]`);
  }
  return { chosen: option === '--only' ? named : all.filter((check) => check.name !== name), rest };
}

/**
 * Groups of checks that run in parallel: the quick checks beside the tests. Unit tests and browser tests run one after
 * the other, since on two cores each would delay the servers and timers of the other.
 */
function lanesOf(chosen) {
  const quick = chosen.filter(({ report }) => report === undefined);
  const lanes = [quick, chosen.filter((check) => !quick.includes(check))];
  return lanes.filter((lane) => lane.length > 0);
}

async function performLane(lane, rest, isAlone) {
  const results = [];
  for (const check of lane) {
    results.push(await perform(check, check.report === undefined ? [] : rest, isAlone));
  }
  return results;
}

async function perform(check, args, isAlone) {
  const start = performance.now();
  const result = await runOnce(check, args, isAlone ? { isShown: true } : { onText: namedLines(check.name) });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const late = result.isLate ? ', stopped at its deadline' : '';
  console.log(`${result.failed === 0 ? '✓' : '✗'} ${check.name.padEnd(12)} ${seconds.padStart(6)} s${late}`);
  for (const title of result.skipped) console.log(`  did not run: ${title}`);
  return { ...result, check };
}

/**
 * Prints the output of a test runner line by line, prefixed with its name, since quick checks report at the same time.
 */
function namedLines(name) {
  let begun = '';
  return (text) => {
    const lines = (begun + text).split('\n');
    begun = lines.pop();
    for (const line of lines) console.log(line.trim() === '' ? '' : `${name.padEnd(7)} ${line}`);
  };
}

async function trySecondTime(first) {
  const { check, failed, failures } = first;
  if (check.again === undefined || !deservesSecondTry(first)) return first;
  console.log(`\nThe ${failed} that failed once more, with nothing beside them:\n  ${failures.join('\n  ')}\n`);
  const second = await runOnce(check, check.again(readReport(check)), { isShown: true });
  return { ...first, ...afterSecondTry(first, second), isLate: second.isLate };
}

async function runOnce(check, args, show) {
  if (check.report) rmSync(check.report, { force: true });
  const { code, output, isLate } = await check.run(args, show);
  if (code !== 0 && output !== '') console.log(output.trimEnd());
  return { name: check.name, unstable: [], ...countOf(check, code), isLate };
}

function readReport(check) {
  return JSON.parse(readFileSync(check.report, 'utf8'));
}

function countOf(check, code) {
  const isGood = code === 0;
  if (check.report === undefined) return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, failures: [], skipped: [] };
  try {
    const count = check.count(readReport(check));
    // All tests may pass and the run still fail, because of an error outside of them; and a run without tests proves
    // nothing.
    const isUnexplained = count.failed === 0 && (!isGood || count.passed === 0);
    return isUnexplained ? { ...count, failed: 1 } : count;
  } catch {
    return { passed: 0, failed: 1, failures: [], skipped: [] };
  }
}

function tellResults(results) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const failing = results.filter(({ failed }) => failed > 0);
  const unstable = results.flatMap((result) => result.unstable);
  if (unstable.length > 0)
    console.log(['Unstable, passed only at the second attempt, to be fixed', ...unstable].join('\n  '));
  for (const { name, failures } of failing) console.log([`Failed: ${name}`, ...failures].join('\n  '));
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  process.exitCode = failing.length > 0 ? 1 : 0;
}

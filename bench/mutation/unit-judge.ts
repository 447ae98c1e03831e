import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createVitest, type TestModule } from 'vitest/node';
import { idsInTitles } from '../../scripts/requirements.mjs';
import { green, type Judgement } from './judgement.ts';
import type { Mutant } from './mutants.ts';

const WORKSPACES = ['packages/contract', 'apps/api', 'apps/web'];
const TEST = /\.test\.tsx?$/;
/** These tests need third-party servers or a build; what only they detect is not detected here. */
const NEEDY = /\.(lab|server)\.test\.ts$/;

/** Applies to every tool in every package. */
const REGISTRIES = 'scripts/registry.test.ts';

/**
 * The tests of one copy that need no build and no servers, kept loaded from one change to the next. `proven` are the
 * files whose tests are known to pass without any change.
 */
export async function createUnitJudge(copy: string, proven: Set<string>) {
  const vitest = await createVitest('test', {
    root: copy,
    watch: false,
    reporters: [{}],
    retry: 1,
    passWithNoTests: true,
    silent: true,
  });
  await vitest.standalone();
  const files = testFiles(copy);

  async function judge(wanted: readonly string[], title: RegExp | null): Promise<Judgement> {
    if (wanted.length === 0) return green;
    if (title === null) vitest.resetGlobalTestNamePattern();
    else vitest.setGlobalTestNamePattern(title);
    const all = await vitest.globTestSpecifications(wanted.map((file) => join(copy, file)));
    const { testModules } = await vitest.runTestSpecifications(all);
    // Vitest also reports files of earlier runs.
    const isAsked = new Set(all.map(({ moduleId }) => moduleId));
    return verdictOn(
      copy,
      testModules.filter(({ moduleId }) => isAsked.has(moduleId)),
    );
  }
  return {
    /** Changed files are read again. */
    forget: (file: string) => vitest.invalidateFile(join(copy, file)),
    /** Confirms a failure if the tests of its file pass in the unchanged copy, which is tested once per file. */
    async confirmed(verdict: Judgement): Promise<Judgement> {
      if (verdict.is !== 'red' || verdict.test === undefined || proven.has(verdict.test)) return verdict;
      const unchanged = await judge([verdict.test], null);
      if (unchanged.is !== 'green') return { is: 'undecided', why: `${verdict.test} is not green without the change` };
      proven.add(verdict.test);
      return verdict;
    },
    /** Tests that name the requirements, first in the same folder, then elsewhere; then all others in that folder. */
    ladder({ file, ids }: Mutant): (() => Promise<Judgement>)[] {
      const title = new RegExp(`(?:${ids.join('|').replaceAll('.', '\\.')})(?!\\d)`);
      const beside = files.filter(({ path }) => dirname(path) === dirname(file));
      const inReach = files.filter(({ path }) => sharesWorkspace(path, file) && dirname(path) !== dirname(file));
      const telling = (some: typeof files) => pathsOf(some.filter((one) => ids.some((id) => one.ids.has(id))));
      return [
        () => judge(telling(beside), title),
        () => judge(telling(inReach), title),
        () => judge(pathsOf(beside), null),
      ];
    },
    close: () => vitest.close(),
  };
}

const pathsOf = (files: readonly { readonly path: string }[]) => files.map(({ path }) => path);

function testFiles(copy: string) {
  const paths = WORKSPACES.flatMap((workspace) =>
    readdirSync(join(copy, workspace, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => TEST.test(name) && !NEEDY.test(name))
      .map((name) => `${workspace}/src/${name}`),
  );
  return [...paths, REGISTRIES]
    .filter((path) => existsSync(join(copy, path)))
    .map((path) => ({ path, ids: new Set<string>(idsInTitles(readFileSync(join(copy, path), 'utf8'))) }));
}

function sharesWorkspace(test: string, file: string): boolean {
  return test.startsWith('scripts/') || WORKSPACES.some((one) => test.startsWith(one) && file.startsWith(one));
}

/** A failed test says something about the change; one that timed out may only say that the machine is busy. */
function verdictOn(copy: string, modules: readonly TestModule[]): Judgement {
  const failed = modules.flatMap((module) => [...module.children.allTests('failed')]);
  const isLate = (messages: readonly string[]) => messages.some((text) => /timed out in \d+ms/.test(text));
  const real = failed.find((test) => !isLate((test.result().errors ?? []).map(({ message }) => message)));
  if (real !== undefined) return { is: 'red', by: real.fullName, test: relative(copy, real.module.moduleId) };
  if (failed.length > 0) return { is: 'undecided', why: `${failed[0]?.fullName}: out of time` };
  // The file itself could not be loaded because an import is broken.
  const broken = modules.find((module) => !module.ok());
  if (broken === undefined) return green;
  const why = broken.errors()[0]?.message.split('\n')[0]?.slice(0, 120);
  return { is: 'red', by: `${broken.relativeModuleId}: ${why}`, test: relative(copy, broken.moduleId) };
}

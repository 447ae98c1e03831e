import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { root as ownRoot } from '../ready/run-command.mjs';
import { findHiddenNetworkAccess } from './hidden-network-access.mjs';
import { wallRules } from './rules.mjs';

// dependency-cruiser's swc parser reads TypeScript but not JSX (a TODO in its source), and its TypeScript parser needs
// a compiler API that TypeScript 7 does not have.
const swc = createRequire(import.meta.url)('@swc/core');
const parseFile = swc.parseFileSync;
swc.parseFileSync = (file, options) => parseFile(file, { ...options, tsx: file.endsWith('.tsx') });
const { cruise } = await import('dependency-cruiser');

const FOLDERS = ['packages', 'apps', 'lab', 'demo', 'e2e', 'bench', 'scripts'];

/**
 * Every import that goes through a wall.
 * @returns {Promise<{rule: string, from: string, to: string, comment: string}[]>}
 */
export async function findBreaches(root = ownRoot) {
  const rules = wallRules(root);
  const result = await cruise(
    FOLDERS.filter((folder) => existsSync(`${root}/${folder}`)),
    {
      baseDir: root,
      parser: 'swc',
      validate: true,
      // Who imports a module, which no rule asks for, takes an eighth of the time.
      skipAnalysisNotInRules: true,
      // No file changes meanwhile; by default each is looked for again after four seconds.
      enhancedResolveOptions: { cachedInputFileSystem: { cacheDuration: 1_800_000 } },
      ruleSet: { forbidden: rules },
      tsPreCompilationDeps: true,
      combinedDependencies: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '(^|/)(dist|\\.types|samples|output|tmp)/' },
    },
    {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.css'],
    },
  );
  const { modules, summary } = result.output;
  const breaches = summary.violations.map(({ rule, from, to, cycle }) => ({
    rule: rule.name,
    from,
    to: cycle ? cycle.map(({ name }) => name).join(' → ') : to,
    comment: rules.find(({ name }) => name === rule.name)?.comment ?? '',
  }));
  return [
    ...breaches,
    ...findHiddenNetworkAccess(
      root,
      modules.map(({ source }) => source),
    ),
  ];
}

import type { Plugin } from 'vite';
import { expectReplacements } from './replacements.ts';

/** The entry of one of React's packages, which chooses between CommonJS files for development and production. */
const ENTRY = /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/](index|client|jsx-runtime)\.js$/;
const PRODUCTION = /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]cjs[\\/][\w-]+\.production\.js$/;

/**
 * React is published as CommonJS only, and no bundler can leave out the unused parts of a CommonJS module.
 * In the browser's build its packages become ES modules: the same code, with `import` and `export` in place of `require`
 * and `exports`, so that `Children`, `useOptimistic`, `preload` and the like are not sent to pages that never call them.
 */
export function reactModules(): Plugin {
  const replacements = expectReplacements('react-modules', [
    'entries of React',
    'files of React',
    'import of the router',
  ]);
  let isPageBuild = false;
  return {
    name: 'react-modules',
    enforce: 'pre',
    apply: 'build',
    configResolved({ build }) {
      isPageBuild = !build.ssr;
    },
    load(id) {
      const [, name, entry] = ENTRY.exec(id) ?? [];
      if (name === undefined || entry === undefined) return null;
      const file = `./cjs/${entry === 'index' ? name : `${name}-${entry}`}.production.js`;
      return replacements.made('entries of React', '', `export * from '${file}';`);
    },
    transform(code, id) {
      if (PRODUCTION.test(id)) return { code: replacements.made('files of React', code, asModule(code)), map: null };
      if (!id.endsWith('wouter/src/react-deps.js')) return null;
      // This expression hides the import from bundlers, which then keep all of React.
      const named = code.replace('React["useInsertion" + "Effect"]', 'React.useInsertionEffect');
      return replacements.made('import of the router', code, named);
    },
    generateBundle() {
      if (isPageBuild) replacements.check();
    },
  };
}

/** Rewrites a CommonJS module as an ES module. Only for React's files, whose exports begin a line. */
export function asModule(code: string): string {
  const names = new Set([...code.matchAll(/\bexports\.(\w+)/g)].map(([, name]) => name));
  const imported = [...code.matchAll(/(\w+) = require\("([\w-]+)"\)/g)];
  const body = code
    .replace(/^(?:var | {2})\w+ = require\("[\w-]+"\)[,;]\n/gm, '')
    .replace(/^exports\./gm, 'var exports_')
    .replace(/\bexports\./g, 'exports_');
  if (/\brequire\(|\bexports\b/.test(body)) throw new Error('A file of React is not built as it used to be.');
  return [
    ...imported.map(([, name, from]) => `import * as ${name} from '${from}';`),
    body,
    `export { ${[...names].map((name) => `exports_${name} as ${name}`).join(', ')} };`,
  ].join('\n');
}

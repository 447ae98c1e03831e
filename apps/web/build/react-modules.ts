import type { Plugin } from 'vite';

/** The entry of a package of React's; it chooses between the CommonJS files of development and production. */
const ENTRY = /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/](index|client|jsx-runtime)\.js$/;
const PRODUCTION = /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]cjs[\\/][\w-]+\.production\.js$/;

/**
 * React is published as CommonJS only, and no bundler can leave out the parts of a CommonJS module that nobody imports.
 * In the browser's build its packages become ES modules: the same code, with `import` and `export` in place of `require`
 * and `exports`, so that `Children`, `useOptimistic`, `preload` and the like are not sent to pages that never call them.
 */
export const reactModules: Plugin = {
  name: 'react-modules',
  enforce: 'pre',
  apply: 'build',
  load(id) {
    const [, name, entry] = ENTRY.exec(id) ?? [];
    if (name === undefined || entry === undefined) return null;
    return `export * from './cjs/${entry === 'index' ? name : `${name}-${entry}`}.production.js';`;
  },
  transform(code, id) {
    if (PRODUCTION.test(id)) return { code: asModule(code), map: null };
    // The expression hides the name from older bundlers, and so keeps all of React from ours.
    if (id.endsWith('wouter/src/react-deps.js'))
      return code.replace('React["useInsertion" + "Effect"]', 'React.useInsertionEffect');
    return null;
  },
};

/** The text of a CommonJS module as that of an ES module; for React's files, whose exports stand at the beginning of a line. */
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

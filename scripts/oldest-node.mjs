import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** The oldest Node that is supported, `20.19`: what `engines` in the root manifest says. */
export const oldestNode = engines.node.replace('>=', '');
/** For esbuild. */
export const oldestNodeTarget = `node${oldestNode}`;

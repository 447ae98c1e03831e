import { oldestNodeTarget } from './oldest-node.mjs';

/** Options of esbuild for programs that run in Node: chunks are loaded when they are needed. */
export const nodeBundle = {
  bundle: true,
  splitting: true,
  platform: 'node',
  target: oldestNodeTarget,
  format: 'esm',
  // Names stay, for stack traces; what is not there need not be read.
  minifySyntax: true,
  minifyWhitespace: true,
};

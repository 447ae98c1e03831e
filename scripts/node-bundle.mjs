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

/** The banner of bundles with CommonJS libraries, which load Node's modules by `require`. */
export const withRequire = {
  js: "import{createRequire as __sondeRequire}from'node:module';const require=__sondeRequire(import.meta.url);",
};

/*
 * How libraries become part of a bundle of the server: of the one that `npm start` runs, and of the one in the package.
 */

/** Compiled for one platform each; everything works without them, if less well. */
export const NATIVE = ['koffi', 'libsql'];

/** Loaded by Fastify for schemas, which we do not use, and for injected requests of tests. */
const NEVER_CALLED = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'light-my-request'];

/** Options of esbuild. To read three hundred files of libraries would take as long as all else at a start. */
export const withLibraries = {
  external: [...NATIVE, 'pg-native'],
  plugins: [{ name: 'what is never called', setup: leaveOut }],
  // CommonJS libraries load Node's modules by `require`.
  banner: {
    js: "import{createRequire as __sondeRequire}from'node:module';const require=__sondeRequire(import.meta.url);",
  },
};

function leaveOut({ onResolve, onLoad }) {
  onResolve({ filter: /.*/ }, ({ path }) =>
    NEVER_CALLED.includes(path) ? { path, namespace: 'left-out' } : undefined,
  );
  onLoad({ filter: /.*/, namespace: 'left-out' }, ({ path }) => ({
    // Created when the server starts, but called only by a route with a schema.
    contents: `module.exports = () => () => { throw new Error(${JSON.stringify(`${path} is not in this bundle.`)}); };`,
  }));
}

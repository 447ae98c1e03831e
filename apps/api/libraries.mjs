/*
 * How libraries become part of a bundle of the server: of the one that `npm start` runs, and of the one in the package.
 */

/** Compiled for one platform each; everything works without them, if less well. */
export const NATIVE = ['koffi', 'libsql'];

/**
 * Loaded by Fastify for schemas, which we do not use, and for injected requests of tests; by the mail library for
 * attachments, which our mails do not have.
 */
const NEVER_CALLED = /^@fastify\/(ajv|fast-json-stringify)-compiler$|^light-my-request$|\/mime-types\.js$/;

/** A plugin of esbuild that leaves out of a bundle what is never called. */
const neverCalled = {
  name: 'what is never called',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: NEVER_CALLED }, ({ path }) => ({ path, namespace: 'left-out' }));
    onLoad({ filter: /.*/, namespace: 'left-out' }, ({ path }) => ({
      // A compiler is created when the server starts, but called only by a route with a schema.
      contents: `
        const missing = () => { throw new Error(${JSON.stringify(`${path} is not in this bundle.`)}); };
        module.exports = Object.assign(() => missing, { detectMimeType: missing, detectExtension: missing });`,
    }));
  },
};

/** Options of esbuild. To read three hundred files of libraries would take as long as all else at a start. */
export const withLibraries = {
  external: [...NATIVE, 'pg-native'],
  plugins: [neverCalled],
};

import { root } from '../ready/run-command.mjs';

/**
 * Loaded by Fastify for schemas, which we do not use, and for injected requests of tests; by the mail library for
 * attachments, which our mails do not have.
 */
const NEVER_CALLED = /^@fastify\/(ajv|fast-json-stringify)-compiler$|^light-my-request$|\/mime-types\.js$/;

/** A plugin of esbuild that leaves out of the package what is never called. */
export const neverCalled = {
  name: 'what is never called',
  setup({ onResolve, onLoad }) {
    // The list of served files needs no glob library.
    onResolve({ filter: /^glob$/ }, () => ({ path: `${root}/scripts/pack/list-files.mjs` }));
    onResolve({ filter: NEVER_CALLED }, ({ path }) => ({ path, namespace: 'left-out' }));
    onLoad({ filter: /.*/, namespace: 'left-out' }, ({ path }) => ({
      // A compiler is created when the server starts, but called only by a route with a schema.
      contents: `
        const missing = () => { throw new Error(${JSON.stringify(`${path} is not in this package.`)}); };
        module.exports = Object.assign(() => missing, { detectMimeType: missing, detectExtension: missing });`,
    }));
  },
};

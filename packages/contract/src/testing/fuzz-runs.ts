const SHARE = 8;
/** This package has no types of Node, since browsers load it. */
const { process } = globalThis as { readonly process?: { readonly env: Readonly<Record<string, string | undefined>> } };

/**
 * How many inputs a fuzz test tries: all of them in `npm run test:long`, and an eighth, other ones each time, in
 * `npm test`.
 */
export function fuzzRuns(all: number): number {
  return process?.env['TEST_SET'] === 'long' ? all : Math.ceil(all / SHARE);
}

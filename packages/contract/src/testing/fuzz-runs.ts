const SHARE = 64;
/** This package does not load the types of Node, since browsers use it. */
const { process } = globalThis as { readonly process?: { readonly env: Readonly<Record<string, string | undefined>> } };

/** How many inputs a fuzz test tries: all in `npm run test:long`, and a random 64th of them in `npm test`. */
export function fuzzRuns(all: number): number {
  return process?.env['TEST_SET'] === 'long' ? all : Math.ceil(all / SHARE);
}

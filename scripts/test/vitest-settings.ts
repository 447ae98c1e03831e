/** `npm run test:long` runs what is exhaustive and slow, and fuzz tests with all their inputs; `npm test` all else. */
export const isLong = process.env['TEST_SET'] === 'long';

const declaresNothing = (): unknown => declaresNothing;
declaresNothing.each = declaresNothing;

/**
 * Declares with `test`, `it` or `describe`, and also with the `each` of the result, what only the long set runs, in a file that
 * a `*.long.test.ts` imports. No requirement of the specification may depend on it.
 */
export const inLongSet = <Declare>(declare: Declare): Declare =>
  isLong ? declare : (declaresNothing as unknown as Declare);

/** The first cases of a table, in a file that a `*.long.test.ts` imports: the long set runs all of them. */
export const firstOf = <const Case>(count: number, cases: readonly Case[]): readonly Case[] =>
  isLong ? cases : cases.slice(0, count);

/** Tests make much that lives briefly. With more room for it, less time goes into collecting garbage. */
export const MEMORY = ['--max-semi-space-size=64'];

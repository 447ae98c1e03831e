/** As in `scripts/test/vitest-settings.ts`, which the pages cannot import. */
export const isLong = process.env['TEST_SET'] === 'long';

const declaresNothing = (): unknown => declaresNothing;
declaresNothing.each = declaresNothing;

/** Declares with `it`, or with the `each` of the result, what only the long set runs, in a file that a `*.long.test.tsx` imports. */
export const inLongSet = <Declare>(declare: Declare): Declare =>
  isLong ? declare : (declaresNothing as unknown as Declare);

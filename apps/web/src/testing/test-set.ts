/** As in `scripts/test/vitest-settings.ts`, which the pages cannot import. */
export const isLong = process.env['TEST_SET'] === 'long';

const declaresNothing = (): unknown => declaresNothing;

/** Declares with `it` or `it.each` what only the long set runs, in a file that a `*.long.test.tsx` imports. */
export const inLongSet = <Declare>(declare: Declare): Declare =>
  isLong ? declare : (declaresNothing as unknown as Declare);

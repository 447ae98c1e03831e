/** `npm run test:long` looks at every combination and runs the tests with the tag @long; `npm test` at one of each kind. */
export const isLong = process.env['TEST_SET'] === 'long';

/** For a test that only the long set runs: no requirement of the specification depends on it alone. */
export const long = { tag: '@long' };

/** For a test that both sets run, since it looks at more in the long one. */
export const both = { tag: '@both' };

/** For a table of tests of which the short set runs some. */
export const longUnless = (isShort: boolean) => (isShort ? {} : long);

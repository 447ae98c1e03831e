/** `npm run test:long` looks at every combination and runs the tests with the tag @long; `npm test` at one of each kind. */
export const isLong = process.env['TEST_SET'] === 'long';

/** For the title of a test that is exhaustive, and proves nothing that no other test does. */
export const long = { tag: '@long' };

/** For a test that both sets run, since it looks at more in the long one. */
export const both = { tag: '@both' };

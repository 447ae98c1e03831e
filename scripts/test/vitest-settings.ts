/** `npm run test:long` runs what is exhaustive and slow, and fuzz tests with all their inputs; `npm test` all else. */
export const isLong = process.env['TEST_SET'] === 'long';

/** Tests make much that lives briefly. With more room for it, less time goes into collecting garbage. */
export const MEMORY = ['--max-semi-space-size=64'];

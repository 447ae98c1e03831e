const isCi = Boolean(process.env['CI']);

/**
 * How long a page test waits for what is to come. A page shows what its server answered within milliseconds: locally,
 * two seconds without it are a failure. Under CI the machine may be busy, and slow is not wrong.
 */
export const WAIT_LIMIT_MS = isCi ? 30_000 : 2_000;

/** The same for pages with hundreds of rows, which take the DOM of the tests a second on an idle machine. */
export const LARGE_PAGE_LIMIT_MS = isCi ? 30_000 : 5_000;

/** The same for what a page loads first: its module, or the outlines of a map. */
export const LOADED = { timeout: isCi ? 30_000 : 10_000 };

/** The same for what comes after the pause before the second try. */
export const afterPause = (pauseMs: number) => ({ timeout: pauseMs + WAIT_LIMIT_MS });

/** The end of a test that waits for nothing in particular. */
export const TEST_LIMIT_MS = isCi ? 60_000 : 20_000;

const isCi = Boolean(process.env['CI']);

/**
 * How long a page test waits for something to appear. A page shows its server's answer within milliseconds, so locally
 * two seconds without it are a failure. CI machines may be busy, and slow is not wrong.
 */
export const WAIT_LIMIT_MS = isCi ? 30_000 : 2_000;

/** For pages with hundreds of rows, which take the simulated DOM a second on an idle machine. */
export const LARGE_PAGE_LIMIT_MS = isCi ? 30_000 : 5_000;

/** For what a page loads first: its module, or the outlines of a map. */
export const LOADED = { timeout: isCi ? 30_000 : 10_000 };

/** For what follows the pause before the second try. */
export const afterPause = (pauseMs: number) => ({ timeout: pauseMs + WAIT_LIMIT_MS });

/** The time limit of a test as a whole. */
export const TEST_LIMIT_MS = isCi ? 60_000 : 20_000;

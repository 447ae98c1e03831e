import { ToolError } from '@sonde/contract';

/** The possible problems of a store, worded for the operator. */
export type StoreProblem =
  | 'is full'
  | 'is damaged'
  | 'is locked by another process'
  | 'cannot be written'
  | 'does not answer'
  | 'is of a newer Sonde'
  | 'cannot be reached';

/** SQLite: https://www.sqlite.org/rescode.html; PostgreSQL: appendix A of its manual; other codes are Node's. */
const PROBLEMS: readonly (readonly [codes: RegExp, problem: StoreProblem])[] = [
  // SQLite reports a file that cannot grow as an I/O error; PostgreSQL's 53100 is disk_full.
  [/^(?:SQLITE_FULL|SQLITE_IOERR_WRITE|ENOSPC|EDQUOT|53100)$/, 'is full'],
  [/^(?:SQLITE_CORRUPT\w*|SQLITE_NOTADB|XX00[12])$/, 'is damaged'],
  [/^SQLITE_BUSY/, 'is locked by another process'],
  [/^(?:SQLITE_READONLY\w*|SQLITE_CANTOPEN\w*|EACCES|EROFS|25006)$/, 'cannot be written'],
  [/^STORE_NEWER$/, 'is of a newer Sonde'],
  [/^(?:STORE_SILENT|STORE_CROWDED|ETIMEDOUT)$/, 'does not answer'],
];

/** Timeouts of node-postgres have no code. */
const OUT_OF_TIME =
  /^(?:Query read timeout|timeout exceeded when trying to connect|Connection terminated due to connection timeout)$/;

export function problemOf(error: unknown): StoreProblem {
  const met = error instanceof ToolError ? error.cause : error;
  const { code, message } = (met ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  const known = PROBLEMS.find(([codes]) => codes.test(String(code)));
  if (known !== undefined) return known[1];
  return OUT_OF_TIME.test(String(message)) ? 'does not answer' : 'cannot be reached';
}

const COME_BACK_SECONDS = 30;

/** The failure shown to visitors; its cause is only logged. */
export function storeFailure(cause: unknown): ToolError {
  const isFull = problemOf(cause) === 'is full';
  const message = isFull
    ? 'There is no space left on this server: nothing was saved. All tools still work.'
    : 'Accounts are unavailable right now. All tools still work. Please try again in a moment.';
  return new ToolError('store-failed', message, {
    ...(isFull ? { reason: 'disk-full' } : {}),
    retryAfterSeconds: COME_BACK_SECONDS,
    cause,
  });
}

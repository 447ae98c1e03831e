import { ToolError } from '@sonde/contract';

/** What can be wrong with a store, in words for the operator. */
export type StoreProblem =
  | 'is full'
  | 'is damaged'
  | 'is locked by another process'
  | 'cannot be written'
  | 'does not answer'
  | 'cannot be reached';

/** SQLite: https://www.sqlite.org/rescode.html; PostgreSQL: appendix A of its manual; the rest is Node's. */
const PROBLEMS: readonly (readonly [codes: RegExp, problem: StoreProblem])[] = [
  // SQLite reports a file that may not grow as an I/O error; class 53: insufficient resources, 53100: the disk.
  [/^(?:SQLITE_FULL|SQLITE_IOERR_WRITE|ENOSPC|EDQUOT|53100)$/, 'is full'],
  [/^(?:SQLITE_CORRUPT\w*|SQLITE_NOTADB|XX00[12])$/, 'is damaged'],
  [/^SQLITE_BUSY/, 'is locked by another process'],
  [/^(?:SQLITE_READONLY\w*|SQLITE_CANTOPEN\w*|EACCES|EROFS|25006)$/, 'cannot be written'],
  [/^(?:STORE_SILENT|STORE_CROWDED|ETIMEDOUT)$/, 'does not answer'],
];

/** node-postgres gives its own timeouts no code. */
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

/** What a visitor reads; the cause is in the log. */
export function storeFailure(cause: unknown): ToolError {
  const isFull = problemOf(cause) === 'is full';
  const message = isFull
    ? 'There is no space left on this server: nothing was saved. All tools go on working.'
    : 'Accounts cannot be reached right now. All tools go on working. Please try again in a moment.';
  return new ToolError('store-failed', message, {
    ...(isFull ? { reason: 'disk-full' } : {}),
    retryAfterSeconds: COME_BACK_SECONDS,
    cause,
  });
}

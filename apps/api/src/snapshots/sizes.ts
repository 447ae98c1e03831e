import { ToolError } from '@sonde/contract';

/** The most bytes of results, as JSON, that one snapshot has. */
export const MAX_SNAPSHOT_BYTES = 2_000_000;
/** The most bytes, as they are stored, that a client keeps in a day, with or without an account. */
export const DAILY_BYTES = 20_000_000;
/** The same for all snapshots of an account. */
export const MAX_ACCOUNT_BYTES = 50_000_000;
/** The same for all snapshots without an account: half of what the embedded database holds, so that members have the rest. */
export const MAX_ANONYMOUS_BYTES = 512 * 1024 * 1024;

/** The cost of finding a snapshot, or its badge, and of each further part of its results. */
export const READ_COST = 0.25;
const BYTES_PER_READ = 100_000;

const MB = 1_000_000;
const inMb = (bytes: number) => `${(bytes / MB).toFixed(1).replace('.0', '')} MB`;

/** What reading a snapshot costs beside `READ_COST`. */
export const furtherReadCost = (bytes: number): number => READ_COST * Math.floor(bytes / BYTES_PER_READ);

/** @throws ToolError `invalid-input` if the results are too large together. */
export function checkSnapshotBytes(bytes: number): void {
  if (bytes <= MAX_SNAPSHOT_BYTES) return;
  throw new ToolError(
    'invalid-input',
    `These results have ${inMb(bytes)}. At most ${inMb(MAX_SNAPSHOT_BYTES)} can be kept under one link.`,
    { field: 'parts' },
  );
}

export const accountIsFull = () =>
  new ToolError(
    'invalid-input',
    `An account keeps at most ${inMb(MAX_ACCOUNT_BYTES)} of results: delete some on the dashboard first.`,
  );

export const roomIsFull = () =>
  new ToolError(
    'busy',
    'The room for results without an account is used up. Sign in to keep this one, or try again tomorrow.',
    { retryAfterSeconds: 3_600 },
  );

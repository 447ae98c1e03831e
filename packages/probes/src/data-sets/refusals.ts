import { UpdateRefused } from '../data/data.ts';

const DAY_MS = 86_400_000;

/**
 * Why a copy of this date may not replace the one in use, in a sentence: an older one may be a replay, and one from the future
 * would keep out all that follow. Null if it may.
 * @param before the date of the copy in use; null if there is none, or it has no date
 */
export function whyNotByDate(date: string, before: string | null, nowMs: number): string | null {
  const ms = Date.parse(date);
  if (before !== null && ms < Date.parse(before)) return `It is of ${date}, and the copy at hand is newer: ${before}.`;
  return ms > nowMs + DAY_MS ? `It is of ${date}, which lies in the future.` : null;
}

/** @throws UpdateRefused for an error of the file system */
export function refuseWriting(cause: unknown): never {
  const code = cause instanceof Error && 'code' in cause ? `: ${String(cause.code)}` : '';
  throw new UpdateRefused(`The folder of SONDE_DATA_DIR cannot be written to${code}.`, { cause });
}

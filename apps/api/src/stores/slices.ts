/** Maximum number of rows that one statement removes, since other statements may have to wait for it. */
export const SLICE = 500;

/** Repeats a statement that removes at most `SLICE` rows, until it removes fewer. */
export async function inSlices(remove: () => Promise<{ readonly numDeletedRows: bigint }>): Promise<void> {
  while ((await remove()).numDeletedRows >= SLICE);
}

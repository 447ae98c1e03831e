/** Rows that one statement removes: visitors wait at most for these. */
export const SLICE = 500;

/** Repeats a statement that removes `SLICE` rows at most, until fewer are left. */
export async function inSlices(remove: () => Promise<{ readonly numDeletedRows: bigint }>): Promise<void> {
  while ((await remove()).numDeletedRows >= SLICE);
}

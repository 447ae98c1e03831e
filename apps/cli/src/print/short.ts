import type { ToolId } from '@sonde/contract';
import type { Answer } from '@sonde/probes';
import { printable } from './printable.ts';

/** Tools whose answer has a short form: the data alone, one record per line, as `dig +short` prints it. */
export const shortTools: readonly ToolId[] = ['dns'];

/** The data of the records, without their names and TTLs, which are the first column and the last. */
export function renderShort({ records }: Answer): string[] {
  return (records as readonly { readonly data: readonly (readonly string[])[] }[]).flatMap(({ data }) =>
    data.map((cells) => printable(cells.slice(1, -1).join(' '))),
  );
}

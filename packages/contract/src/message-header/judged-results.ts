import type { ReadHeader } from './read-header.ts';

type Result = ReadHeader['results'][number];

/** The results of the receiver: those of the topmost field that has a method, since each server writes above the others. */
export function receiverResults({ results }: ReadHeader, method: string): readonly Result[] {
  for (const source of ['results', 'received-spf', 'internal'] as const) {
    const own = results.filter((one) => one.source === source && one.method === method);
    const [first] = own;
    if (first === undefined) continue;
    return own.filter(({ field, server }) => field === first.field || (server !== null && server === first.server));
  }
  return [];
}

/** What the first intermediary (ARC) found, before it or another one changed the message. */
export function sealedResult({ results }: ReadHeader, method: string): Result | null {
  return results.findLast((one) => one.source === 'arc' && one.method === method) ?? null;
}

export const failing: ReadonlySet<string> = new Set(['fail', 'softfail', 'hardfail', 'permerror', 'policy', 'invalid']);
const passing: ReadonlySet<string> = new Set(['pass', 'bestguesspass']);
export const isPass = ({ result }: Result) => passing.has(result);

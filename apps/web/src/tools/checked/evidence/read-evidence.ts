import { Evidence, type Reading, readerOf } from '@sonde/contract';

export type ReadEvidence = Reading<typeof Evidence>;

const known = new WeakMap<object, ReadEvidence | null>();

/** Parses what was sent and received; null if it cannot be read. Cached, because every panel of a page asks for it. */
export function readEvidence(raw: unknown): ReadEvidence | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const before = known.get(raw);
  if (before !== undefined) return before;
  const read = readerOf(Evidence).safeParse(raw).data ?? null;
  known.set(raw, read);
  return read;
}

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Snapshot, SnapshotPart } from '@sonde/contract/snapshots/snapshot';
import { canonicalJson } from '@sonde/service/snapshots/canonical-json';
import type { Database, Tables } from '../stores/tables.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Far above the largest result that can be kept; stops a manipulated body from exhausting the memory. */
const LARGEST_BODY_BYTES = 64 * 1024 * 1024;

/** A snapshot in which each result is replaced by its key in `snapshot_bodies`. */
type Head = Omit<Snapshot, 'parts'> & { readonly parts: readonly HeadPart[] };
type HeadPart = Omit<SnapshotPart, 'outcome'> & { readonly sha256: string };

/** A result as stored. */
interface StoredBody {
  readonly sha256: string;
  readonly body: Buffer;
}

/** The results of a snapshot as stored. */
export interface StoredResults {
  readonly bodies: readonly StoredBody[];
  /** Their size as JSON, and as stored. */
  readonly bytes: number;
  readonly storedBytes: number;
}

/** Converts the results of a snapshot to their stored form. */
export async function toStored(parts: readonly Pick<SnapshotPart, 'outcome'>[]): Promise<StoredResults> {
  const texts = parts.map(({ outcome }) => canonicalJson(outcome));
  const bodies = await Promise.all(texts.map(toBody));
  return {
    bodies,
    bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
    storedBytes: bodies.reduce((sum, { body }) => sum + body.length, 0),
  };
}

/** The text of a snapshot without its results. */
export function headOf(snapshot: Snapshot, { bodies }: StoredResults): string {
  const parts = snapshot.parts.map(({ outcome: _, ...part }, index) => ({ ...part, sha256: bodies[index]?.sha256 }));
  return JSON.stringify({ ...snapshot, parts });
}

/** What a stored snapshot is about; empty if it is damaged. */
export function targetsIn({ head }: Pick<Tables['snapshots'], 'head'>): readonly string[] {
  try {
    const { target, parts } = JSON.parse(head) as Head;
    return [target, ...parts.map((part) => part.target)];
  } catch {
    return [];
  }
}

async function toBody(text: string): Promise<StoredBody> {
  return { sha256: createHash('sha256').update(text).digest('hex'), body: await compress(text) };
}

/** Restores the snapshot of a row; null if a part of it is missing or unreadable. */
export async function fromStored(db: Database, row: Tables['snapshots']): Promise<Snapshot | null> {
  const stored = await db
    .selectFrom('snapshot_parts')
    .innerJoin('snapshot_bodies', 'snapshot_bodies.sha256', 'snapshot_parts.sha256')
    .select(['snapshot_parts.sha256', 'body'])
    .where('snapshot_id', '=', row.id)
    .execute();
  try {
    const head = JSON.parse(row.head) as Head;
    const texts = new Map(
      await Promise.all(stored.map(async ({ sha256, body }) => [sha256, await toText(body)] as const)),
    );
    const parts = head.parts.map(({ sha256, ...part }): SnapshotPart => {
      const text = texts.get(sha256);
      if (text === undefined) throw new Error('A part is missing.');
      return { ...part, outcome: JSON.parse(text) };
    });
    return { ...head, parts };
  } catch {
    // A damaged row is treated as missing: nothing is shown that was not kept.
    return null;
  }
}

async function toText(body: Uint8Array): Promise<string> {
  const text = await decompress(body, { maxOutputLength: LARGEST_BODY_BYTES });
  return text.toString('utf8');
}

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Snapshot, SnapshotOutcome, SnapshotPart } from '@sonde/contract/snapshots/snapshot';
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

export interface StoredSnapshot {
  readonly head: string;
  readonly bodies: readonly StoredBody[];
}

/** Converts a snapshot to its stored form. */
export async function toStored(snapshot: Snapshot): Promise<StoredSnapshot> {
  const bodies = await Promise.all(snapshot.parts.map(({ outcome }) => toBody(outcome)));
  const parts = snapshot.parts.map(({ outcome: _, ...part }, index) => ({ ...part, sha256: bodies[index]?.sha256 }));
  return { head: JSON.stringify({ ...snapshot, parts }), bodies };
}

async function toBody(outcome: SnapshotOutcome): Promise<StoredBody> {
  const text = canonicalJson(outcome);
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

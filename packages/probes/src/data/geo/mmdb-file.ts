import { open, readFile, stat } from 'node:fs/promises';
import { METADATA_BYTES, type MmdbMetadata, parseMetadata } from '../../protocols/mmdb/metadata.ts';
import { MmdbFormatError } from '../../protocols/mmdb/mmdb-format-error.ts';
import { createMmdbReader } from '../../protocols/mmdb/mmdb-reader.ts';
import type { Credit } from '../data.ts';
import { creditsOf } from './credits.ts';

/**
 * A database file in the MaxMind DB format (version 2.0 of its specification). The description at its end is read when
 * somebody asks for it, the whole when an address is looked up; both again after the file has changed. What was read
 * stays in use until its successor is complete.
 */
export interface MmdbFile {
  /** What it says of itself, or null when it cannot be read. */
  metadata(): Promise<MmdbMetadata | null>;
  /** The database, where it has been read; a look at the file is left to later. */
  ready(): OpenDatabase | null;
  /** The database, read now if need be; null when the file cannot be read. */
  open(): Promise<OpenDatabase | null>;
  /** Why the file cannot be read, or could not be read again; one sentence. */
  problem(): string | null;
}

/** A database in memory. */
export interface OpenDatabase {
  /** 6 means both families. */
  readonly ipVersion: number;
  readonly credits: readonly Credit[];
  /** When it was built, as YYYY-MM-DD. */
  readonly date: string;
  /**
   * The record of an address (4 or 16 bytes, in network order) of the file's own family, or null.
   * @throws MmdbFormatError where the database is damaged.
   */
  find(address: Uint8Array): unknown;
}

/** How often a file in use is looked at. */
const CHECK_MS = 10_000;
/** Before a file whose reading failed is read again: one that is being written in place would be read by every lookup. */
const RETRY_MS = 1000;

/** What a read has found in a file, by the file's stamp. */
interface Read<Content> {
  readonly stamp: string;
  readonly content: Content;
}

/** @param now milliseconds of a clock that never goes back. */
export function createMmdbFile(path: string, now: () => number = () => performance.now()): MmdbFile {
  let described: Read<MmdbMetadata> | null = null;
  let loaded: Read<OpenDatabase> | null = null;
  /** Bytes that are no database are none until they change. */
  let refused: Read<MmdbFormatError> | null = null;
  let problem: string | null = null;
  let nextCheckAtMs = -Infinity;
  let checking: Promise<void> | null = null;
  let isWanted = false;

  async function readChanged(stamp: string): Promise<void> {
    if (refused?.stamp === stamp) throw refused.content;
    // Not before the file is there: that costs nothing, so a file that comes is found by the next lookup.
    nextCheckAtMs = now() + (loaded === null ? RETRY_MS : CHECK_MS);
    if (described?.stamp !== stamp) described = { stamp, content: await readMetadata(path) };
    if (isWanted && loaded?.stamp !== stamp) loaded = { stamp, content: await load(path, stamp) };
    nextCheckAtMs = now() + CHECK_MS;
  }

  async function lookAtDisk(): Promise<void> {
    // A file that has been read serves on, whatever its successor is.
    nextCheckAtMs = loaded === null ? -Infinity : now() + CHECK_MS;
    let stamp = '';
    try {
      stamp = await stampOf(path);
      await readChanged(stamp);
      problem = null;
    } catch (error) {
      if (error instanceof MmdbFormatError) refused = { stamp, content: error };
      problem = `${path}: ${reasonOf(error)}`;
    }
  }

  /** One look at a time; whoever comes meanwhile waits for it. */
  const check = () => {
    checking ??= lookAtDisk().finally(() => {
      checking = null;
    });
    return checking;
  };
  const isDue = () => checking !== null || now() >= nextCheckAtMs;

  return {
    async metadata() {
      // A look under way concerns only those who have nothing yet.
      if (described === null ? isDue() : now() >= nextCheckAtMs) await check();
      return described?.content ?? null;
    },
    ready() {
      if (loaded !== null && now() >= nextCheckAtMs) void check();
      return loaded?.content ?? null;
    },
    async open() {
      isWanted = true;
      if (loaded === null && (problem === null || isDue())) await check();
      // That look may have begun when only the description was asked for.
      if (loaded === null && problem === null) await check();
      return loaded?.content ?? null;
    },
    problem: () => problem,
  };
}

/** Changes with the file: a file that was moved into place has another inode, one written in place another time. */
async function stampOf(path: string): Promise<string> {
  const entry = await stat(path);
  // To open a named pipe waits for its writer, and a device never ends.
  if (!entry.isFile()) throw new Error(entry.isDirectory() ? 'it is a folder' : 'it is no file');
  return `${entry.dev}:${entry.ino}:${entry.size}:${entry.mtimeMs}`;
}

async function readMetadata(path: string): Promise<MmdbMetadata> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const length = Math.min(size, METADATA_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return parseMetadata(buffer.subarray(0, bytesRead), size);
  } finally {
    await file.close();
  }
}

async function load(path: string, stamp: string): Promise<OpenDatabase> {
  const content = await readFile(path);
  if ((await stampOf(path)) !== stamp) throw new Error('it changes while it is read');
  const { metadata, find } = createMmdbReader(content);
  return {
    ipVersion: metadata.ipVersion,
    credits: creditsOf(metadata.databaseType),
    date: dateOf(metadata.builtAt),
    find,
  };
}

/** YYYY-MM-DD */
export function dateOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

function reasonOf(error: unknown): string {
  if (error instanceof MmdbFormatError) return `it is no MMDB database (${error.message})`;
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES') return 'this user may not read it';
  return error instanceof Error ? error.message : String(error);
}

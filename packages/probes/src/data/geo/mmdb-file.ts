import { open, readFile, stat } from 'node:fs/promises';
import { METADATA_BYTES, type MmdbMetadata, parseMetadata } from '../../protocols/mmdb/metadata.ts';
import { MmdbFormatError } from '../../protocols/mmdb/mmdb-format-error.ts';
import { createMmdbReader } from '../../protocols/mmdb/mmdb-reader.ts';
import type { Credit } from '../data.ts';
import { creditsOf } from './credits.ts';
import { mapFile } from './mapped-file.ts';

/**
 * A database file in the MaxMind DB format (version 2.0 of its specification). Only the metadata at its end is read if that
 * is enough; the file is mapped, or read whole, when an address is looked up; both again after the file has changed. The previous content stays in
 * use until the new one is complete.
 */
export interface MmdbFile {
  /** The metadata, or null when the file cannot be read. */
  metadata(): Promise<MmdbMetadata | null>;
  /** The database, if it has been read; the file is checked in the background. */
  ready(): OpenDatabase | null;
  /** The database, read now if necessary; null when the file cannot be read. */
  open(): Promise<OpenDatabase | null>;
  /** Why the file cannot be read, or could not be read again; one sentence. */
  problem(): string | null;
  /** Whether the problem is that there is no file. */
  isMissing(): boolean;
}

/** A database that can be searched. */
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

/** How often a file in use is checked for changes. */
const CHECK_MS = 10_000;
/** Delay before a file that could not be read is read again: otherwise every lookup would read a file that is being written. */
const RETRY_MS = 1000;

/** Content of a file, with the file's stamp at that time. */
interface Read<Content> {
  readonly stamp: string;
  readonly content: Content;
}

export interface MmdbFileOptions {
  /** Whether the file changes by renaming only, so that it may be mapped into memory instead of being read. */
  readonly isReplacedWhole?: boolean;
  /** Milliseconds of a monotonic clock. */
  readonly now?: (() => number) | undefined;
}

export function createMmdbFile(
  path: string,
  { isReplacedWhole = false, now = () => performance.now() }: MmdbFileOptions = {},
): MmdbFile {
  let described: Read<MmdbMetadata> | null = null;
  let loaded: Read<OpenDatabase> | null = null;
  /** A malformed file is not read again until it changes. */
  let refused: Read<MmdbFormatError> | null = null;
  let problem: string | null = null;
  let isMissing = false;
  let nextCheckAtMs = -Infinity;
  let checking: Promise<void> | null = null;
  let isWanted = false;

  async function readChanged(stamp: string): Promise<void> {
    if (refused?.stamp === stamp) throw refused.content;
    // Set only here, since checking for a missing file costs nothing: one that appears is found by the next lookup.
    nextCheckAtMs = now() + (loaded === null ? RETRY_MS : CHECK_MS);
    if (described?.stamp !== stamp) described = { stamp, content: await readMetadata(path) };
    if (isWanted && loaded?.stamp !== stamp) loaded = { stamp, content: await load(path, stamp, isReplacedWhole) };
    nextCheckAtMs = now() + CHECK_MS;
  }

  async function checkFile(): Promise<void> {
    // The previous content stays in use, whatever the new file is.
    nextCheckAtMs = loaded === null ? -Infinity : now() + CHECK_MS;
    let stamp = '';
    try {
      stamp = await stampOf(path);
      await readChanged(stamp);
      problem = null;
      isMissing = false;
    } catch (error) {
      if (error instanceof MmdbFormatError) refused = { stamp, content: error };
      problem = `${path}: ${reasonOf(error)}`;
      isMissing = codeOf(error) === 'ENOENT';
    }
  }

  /** One check at a time; callers that arrive meanwhile wait for it. */
  const check = () => {
    checking ??= checkFile().finally(() => {
      checking = null;
    });
    return checking;
  };
  const isDue = () => checking !== null || now() >= nextCheckAtMs;

  return {
    async metadata() {
      // A running check is waited for only when there is no metadata yet.
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
      // That check may have started when only the metadata was needed.
      if (loaded === null && problem === null) await check();
      return loaded?.content ?? null;
    },
    problem: () => problem,
    isMissing: () => isMissing,
  };
}

/** Changes with the file: a file moved into place has another inode, one written in place another modification time. */
async function stampOf(path: string): Promise<string> {
  const entry = await stat(path);
  // Opening a named pipe waits for its writer, and a device never ends.
  if (!entry.isFile()) throw new Error(entry.isDirectory() ? 'it is a folder' : 'it is not a regular file');
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

async function load(path: string, stamp: string, isReplacedWhole: boolean): Promise<OpenDatabase> {
  const content = (isReplacedWhole ? await mapFile(path) : null) ?? (await readFile(path));
  if ((await stampOf(path)) !== stamp) throw new Error('it changed while it was read');
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
  if (error instanceof MmdbFormatError) return `it is not an MMDB database (${error.message})`;
  const code = codeOf(error);
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES') return 'this user may not read it';
  return error instanceof Error ? error.message : String(error);
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : null);

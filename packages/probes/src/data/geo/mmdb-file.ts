import { open, readFile, stat } from 'node:fs/promises';
import { Reader, type Response } from 'mmdb-lib';
import { type Metadata, parseMetadata } from 'mmdb-lib/lib/metadata.js';
import type { Credit } from '../data.ts';
import { creditsOf } from './credits.ts';

/**
 * A database file in the MaxMind DB format (version 2.0 of its specification). The description at its end is read when
 * somebody asks for it, the whole when an address is looked up; both again after the file has changed. What was read
 * stays in use until its successor is complete.
 */
export interface MmdbFile {
  /** What it says of itself, or null when it cannot be read. */
  metadata(): Promise<Metadata | null>;
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
  /** The record of an address of the file's own family, or null. @throws Error when the database is damaged. */
  find(address: string): unknown;
}

/** How often a file in use is looked at. */
const CHECK_MS = 10_000;
/** The specification allows the description at most this much, at the end of the file. */
const METADATA_BYTES = 128 * 1024;
const MAX_CACHED = 10_000;
const NO_DATABASE = 'it is no MMDB database';

/** @param now milliseconds of a clock that never goes back. */
export function createMmdbFile(path: string, now: () => number = () => performance.now()): MmdbFile {
  let described: { stamp: string; metadata: Metadata } | null = null;
  let loaded: { stamp: string; database: OpenDatabase } | null = null;
  let problem: string | null = null;
  let nextCheckAtMs = -Infinity;
  let checking: Promise<void> | null = null;
  let isWanted = false;

  async function lookAtDisk(): Promise<void> {
    nextCheckAtMs = now() + CHECK_MS;
    try {
      const stamp = await stampOf(path);
      if (described?.stamp !== stamp) described = { stamp, metadata: await readMetadata(path) };
      if (isWanted && loaded?.stamp !== stamp) loaded = { stamp, database: await load(path, stamp) };
      problem = null;
    } catch (error) {
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

  return {
    async metadata() {
      if (now() >= nextCheckAtMs) await check();
      return described?.metadata ?? null;
    },
    ready() {
      if (loaded !== null && now() >= nextCheckAtMs) void check();
      return loaded?.database ?? null;
    },
    async open() {
      isWanted = true;
      if (loaded === null && (problem === null || now() >= nextCheckAtMs)) await check();
      // That look may have begun when only the description was asked for.
      if (loaded === null && problem === null) await check();
      return loaded?.database ?? null;
    },
    problem: () => problem,
  };
}

/** Changes with the file: a file that was moved into place has another inode, one written in place another time. */
async function stampOf(path: string): Promise<string> {
  const { dev, ino, size, mtimeMs } = await stat(path);
  return `${dev}:${ino}:${size}:${mtimeMs}`;
}

async function readMetadata(path: string): Promise<Metadata> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const length = Math.min(size, METADATA_BYTES);
    const end = Buffer.alloc(length);
    await file.read(end, 0, length, size - length);
    const metadata = parse(() => parseMetadata(end));
    if (Number.isNaN(metadata.buildEpoch.getTime()) || !(metadata.searchTreeSize < size)) throw new Error(NO_DATABASE);
    return metadata;
  } finally {
    await file.close();
  }
}

async function load(path: string, stamp: string): Promise<OpenDatabase> {
  const content = await readFile(path);
  if ((await stampOf(path)) !== stamp) throw new Error('it changes while it is read');
  const reader = parse(() => new Reader<Response>(content, { cache: createRecordCache() }));
  const { ipVersion, databaseType, buildEpoch } = reader.metadata;
  return {
    ipVersion,
    credits: creditsOf(databaseType),
    date: dateOf(buildEpoch),
    find: (address) => reader.get(address),
  };
}

/** YYYY-MM-DD */
export function dateOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** The library's complaints about what is no database are many, and meant for programmers. */
function parse<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    throw new Error(NO_DATABASE, { cause });
  }
}

/** Decoded records by their place in the file: addresses near each other share one. */
function createRecordCache() {
  const records = new Map<string | number, unknown>();
  return {
    get: (key: string | number) => records.get(key),
    set(key: string | number, value: unknown) {
      // All at once: cheaper than remembering which was used last, and filled again within a second of real use.
      if (records.size >= MAX_CACHED) records.clear();
      records.set(key, value);
    },
  };
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES') return 'this user may not read it';
  if (code === 'EISDIR') return 'it is a folder';
  return error instanceof Error ? error.message : String(error);
}

import { open, readFile, stat } from 'node:fs/promises';
import { Reader, type Response } from 'mmdb-lib';
import { type Metadata, parseMetadata } from 'mmdb-lib/lib/metadata.js';

/**
 * A database file in the MaxMind DB format (version 2.0 of its specification). The description at its end is read when
 * somebody asks for it, the whole when an address is looked up; both again after the file has changed. What was read
 * stays in use until its successor is complete.
 */
export interface MmdbFile {
  readonly path: string;
  /** What it says of itself, or null when it cannot be read. */
  metadata(): Promise<Metadata | null>;
  /** The record of an address of the file's own family, or null. @throws Error when the file cannot be read or is damaged. */
  find(address: string): Promise<unknown>;
  /** Why the file cannot be read, or could not be read again; one sentence. */
  problem(): string | null;
}

/** How often a file in use is looked at. */
const CHECK_MS = 10_000;
/** The specification allows the description at most this much, at the end of the file. */
const METADATA_BYTES = 128 * 1024;

/** @param now milliseconds of a clock that never goes back. */
export function createMmdbFile(path: string, now: () => number = () => performance.now()): MmdbFile {
  let described: { stamp: string; metadata: Metadata } | null = null;
  let loaded: { stamp: string; reader: Reader<Response> } | null = null;
  let problem: string | null = null;
  let nextCheckAtMs = -Infinity;
  let checking: Promise<void> | null = null;

  async function lookAtDisk(isWhole: boolean): Promise<void> {
    nextCheckAtMs = now() + CHECK_MS;
    try {
      const stamp = await stampOf(path);
      if (described?.stamp !== stamp) described = { stamp, metadata: await readMetadata(path) };
      if (isWhole && loaded?.stamp !== stamp) loaded = { stamp, reader: await load(path, stamp) };
      problem = null;
    } catch (error) {
      problem = `${path}: ${reasonOf(error)}`;
    }
  }

  /** One look at a time; whoever comes meanwhile waits for it. */
  const check = async (isWhole: boolean) => {
    await checking;
    checking = lookAtDisk(isWhole).finally(() => {
      checking = null;
    });
    await checking;
  };

  return {
    path,
    async metadata() {
      if (now() >= nextCheckAtMs) await check(loaded !== null);
      return described?.metadata ?? null;
    },
    async find(address) {
      const isDue = now() >= nextCheckAtMs;
      if (loaded === null) {
        if (isDue || problem === null) await check(true);
      } else if (isDue && checking === null) void check(true);
      if (loaded === null) throw new Error(problem ?? `${path} is not loaded`);
      return loaded.reader.get(address);
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
    const metadata = parseMetadata(end);
    if (Number.isNaN(metadata.buildEpoch.getTime()) || !(metadata.searchTreeSize < size)) throw new Error(NO_DATABASE);
    return metadata;
  } finally {
    await file.close();
  }
}

async function load(path: string, stamp: string): Promise<Reader<Response>> {
  const content = await readFile(path);
  if ((await stampOf(path)) !== stamp) throw new Error('it changes while it is read');
  return new Reader(content, { cache: createRecordCache() });
}

/** Decoded records by their place in the file: addresses near each other share one. */
function createRecordCache() {
  const MAX_ENTRIES = 10_000;
  const records = new Map<string | number, unknown>();
  return {
    get: (key: string | number) => records.get(key),
    set(key: string | number, value: unknown) {
      // All at once: cheaper than remembering which was used last, and filled again within a second of real use.
      if (records.size >= MAX_ENTRIES) records.clear();
      records.set(key, value);
    },
  };
}

const NO_DATABASE = 'it is no MMDB database';

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : null;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES') return 'this user may not read it';
  if (code === 'EISDIR') return 'it is a folder';
  return /^Cannot |^mmdb|^Maxmind/.test(error.message) || error instanceof RangeError || error instanceof TypeError
    ? NO_DATABASE
    : error.message;
}

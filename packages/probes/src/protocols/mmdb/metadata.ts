import { decodeValue, type MmdbValue } from './decode-value.ts';
import { MmdbFormatError } from './mmdb-format-error.ts';

/** A database's description of itself, checked against the size of its file. */
export interface MmdbMetadata {
  /** 6 means both families: IPv4 addresses are below `::/96`. */
  readonly ipVersion: 4 | 6;
  readonly databaseType: string;
  readonly builtAt: Date;
  readonly nodeCount: number;
  /** Bits of one branch of a node. */
  readonly recordSize: 24 | 28 | 32;
  /** Size of the search tree, which starts at the beginning of the file. */
  readonly treeBytes: number;
  /** End of the data section, where the marker of the metadata starts. */
  readonly dataEnd: number;
}

/** The specification limits the metadata to this size, at the end of the file. */
export const METADATA_BYTES = 128 * 1024;
/** Between the tree and the data. */
export const SEPARATOR_BYTES = 16;
const MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
const MAJOR_VERSION = 2;

/**
 * Reads the metadata (specification 2.0, "Database Metadata") from the end of a file.
 * @param tail the last `METADATA_BYTES` of the file, or all of a smaller one
 * @param fileBytes the size of the whole file
 * @throws MmdbFormatError for anything but a database of version 2 whose tree fits into the file
 */
export function parseMetadata(tail: Buffer, fileBytes: number): MmdbMetadata {
  const markerAt = tail.lastIndexOf(MARKER);
  if (markerAt < 0) throw new MmdbFormatError('no metadata');
  const fields = decodeValue(tail.subarray(markerAt + MARKER.length), 0);
  if (!isMap(fields)) throw new MmdbFormatError('metadata that is no map');
  const { node_count: nodeCount, record_size: recordSize, ip_version: ipVersion } = fields;
  if (fields['binary_format_major_version'] !== MAJOR_VERSION) throw new MmdbFormatError('an unknown version');
  if (recordSize !== 24 && recordSize !== 28 && recordSize !== 32) throw new MmdbFormatError('an unknown record size');
  if (ipVersion !== 4 && ipVersion !== 6) throw new MmdbFormatError('an unknown family of addresses');
  if (typeof nodeCount !== 'number' || nodeCount < 1) throw new MmdbFormatError('a tree without nodes');
  const treeBytes = (nodeCount * recordSize) / 4;
  const dataEnd = fileBytes - (tail.length - markerAt);
  if (treeBytes + SEPARATOR_BYTES > dataEnd) throw new MmdbFormatError('a tree larger than the file');
  const builtAt = buildTime(fields['build_epoch']);
  return { ipVersion, databaseType: text(fields['database_type']), builtAt, nodeCount, recordSize, treeBytes, dataEnd };
}

function buildTime(epoch: MmdbValue | undefined): Date {
  const seconds = typeof epoch === 'bigint' || typeof epoch === 'number' ? Number(epoch) : Number.NaN;
  const time = new Date(seconds * 1000);
  // Years of more than four digits are written differently (ECMA-262, Date.prototype.toISOString).
  if (Number.isNaN(time.getTime()) || time.getUTCFullYear() > 9999) throw new MmdbFormatError('no time of building');
  return time;
}

function text(value: MmdbValue | undefined): string {
  if (typeof value !== 'string') throw new MmdbFormatError('no type of database');
  return value;
}

function isMap(value: MmdbValue): value is { readonly [key: string]: MmdbValue } {
  return typeof value === 'object' && !Array.isArray(value) && !(value instanceof Uint8Array);
}

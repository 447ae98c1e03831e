import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { UpdateRefused } from '../data/data.ts';
import { refuseWriting } from './refusals.ts';

type Octets = AsyncIterable<Buffer>;

const TAR_BLOCK = 512;
const PIECE_OCTETS = 256 * 1024;

/**
 * Writes the database in a download to a new file: publishers send it as it is, as .gz (DB-IP, IPinfo) or in a .tar.gz
 * (MaxMind). Nothing is kept in memory.
 * @throws UpdateRefused if there is no database in it, or it is larger than the limit; otherwise the error of the source
 */
export async function unpackDatabase(body: Octets, path: string, maxOctets: number): Promise<void> {
  const file = await open(path, 'wx', 0o644).catch(refuseWriting);
  try {
    let written = 0;
    await unpacked(body, async (piece) => {
      written += piece.length;
      if (written > maxOctets) throw new UpdateRefused(`The database is larger than ${maxOctets} bytes.`);
      await writeWhole(file, piece);
    });
    await file.sync().catch(refuseWriting);
  } finally {
    await file.close();
  }
}

async function writeWhole(file: FileHandle, piece: Buffer): Promise<void> {
  let at = 0;
  while (at < piece.length) at += (await file.write(piece, at).catch(refuseWriting)).bytesWritten;
}

async function unpacked(body: Octets, write: (piece: Buffer) => Promise<void>): Promise<void> {
  const packed = readerOf(body);
  const start = await packed.peek(2);
  if (start[0] !== 0x1f || start[1] !== 0x8b) return fromArchive(packed, write);
  try {
    await pipeline(Readable.from(packed.rest()), createGunzip(), (content: Octets) =>
      fromArchive(readerOf(content), write),
    );
  } catch (error) {
    const isOfZlib = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
    if (!isOfZlib) throw error;
    throw new UpdateRefused('The compressed file is damaged or cut off.', { cause: error });
  }
}

/** The content as it is, or of the first .mmdb in a tar archive (POSIX.1, "ustar Interchange Format"). */
async function fromArchive(content: Reader, write: (piece: Buffer) => Promise<void>): Promise<void> {
  const isTar = (await content.peek(TAR_BLOCK)).toString('latin1', 257, 262) === 'ustar';
  if (!isTar) {
    for await (const piece of content.rest()) await write(piece);
    return;
  }
  for (;;) {
    const header = await content.take(TAR_BLOCK);
    const name = header.toString('latin1', 0, 100).replace(/\0.*/s, '');
    if (header.length < TAR_BLOCK || name === '') throw new UpdateRefused('The archive contains no .mmdb file.');
    const octets = Number.parseInt(header.toString('latin1', 124, 136), 8);
    if (!Number.isSafeInteger(octets)) throw new UpdateRefused('The archive is damaged.');
    if (name.endsWith('.mmdb')) {
      await content.pass(octets, write);
      // Read to its end, so that a download that is cut off is noticed.
      for await (const _ of content.rest());
      return;
    }
    await content.pass(Math.ceil(octets / TAR_BLOCK) * TAR_BLOCK, async () => {});
  }
}

interface Reader {
  /** The next octets, which stay; fewer at the end. */
  peek(octets: number): Promise<Buffer>;
  /** The next octets; fewer at the end. */
  take(octets: number): Promise<Buffer>;
  /** Hands over the next octets in pieces. @throws UpdateRefused if there are fewer */
  pass(octets: number, to: (piece: Buffer) => Promise<void>): Promise<void>;
  rest(): AsyncGenerator<Buffer>;
}

function readerOf(body: Octets): Reader {
  const pieces = body[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  const peek = async (octets: number) => {
    while (held.length < octets) {
      const next = await pieces.next();
      if (next.done) break;
      held = held.length === 0 ? next.value : Buffer.concat([held, next.value]);
    }
    return held.subarray(0, octets);
  };
  const take = async (octets: number) => {
    const taken = await peek(octets);
    held = held.subarray(taken.length);
    return taken;
  };
  return {
    peek,
    take,
    async pass(octets, to) {
      for (let left = octets; left > 0; ) {
        const piece = await take(Math.min(left, PIECE_OCTETS));
        if (piece.length === 0) throw new UpdateRefused('The archive is cut off.');
        await to(piece);
        left -= piece.length;
      }
    },
    async *rest() {
      try {
        if (held.length > 0) yield held;
        for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
      } finally {
        await pieces.return?.();
      }
    },
  };
}

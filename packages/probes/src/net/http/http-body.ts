import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { type FetchLimits, NetFailure } from '../net.ts';
import { webFailure } from './web-failure.ts';

/** More than compression adds to an incompressible body. */
const MAX_OVERHEAD_BYTES = 64 * 1024;

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * Reads the body and decompresses it chunk by chunk, so that the limit also holds for what a small body expands to.
 * @throws NetFailure `too-large`, `invalid-response` for an unknown encoding or corrupt data, `reset` when the body ends
 * early, or the signal's reason
 */
export async function readBody(
  message: Readable,
  headers: Headers,
  maxBytes: number,
  signal: AbortSignal,
  into?: FetchLimits['into'],
): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  const collect = async (source: AsyncIterable<Buffer>) => {
    const body = limited(source, maxBytes);
    if (into === undefined) for await (const chunk of body) chunks.push(chunk);
    else await into(body);
  };
  try {
    const decode = decoderOf(headers.get('content-encoding'));
    if (decode === null) await pipeline(message, collect, { signal });
    else await pipeline(message, (wire) => limited(wire, maxBytes + MAX_OVERHEAD_BYTES), decode(), collect, { signal });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw webFailure(error, 'the body');
  }
  return Buffer.concat(chunks);
}

function decoderOf(encoding: string | null): (() => Transform) | null {
  const name = (encoding ?? '').trim().toLowerCase();
  if (name === '' || name === 'identity') return null;
  const decoder = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
  if (decoder === undefined) throw new NetFailure('invalid-response', `unknown encoding ${JSON.stringify(name)}`);
  return decoder;
}

async function* limited(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let totalBytes = 0;
  for await (const chunk of source) {
    totalBytes += chunk.length;
    if (totalBytes > maxBytes) throw new NetFailure('too-large', `more than ${maxBytes} bytes`);
    yield chunk;
  }
}

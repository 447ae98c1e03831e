import { Readable, type Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { onAbort } from '../../async/signals.ts';
import type { BodyProblem, VisitBody } from './visit-target.ts';

/** More codings on top of one another have no purpose. */
const MAX_CODINGS = 3;

/** A body that ends early is decompressed as far as it goes. */
const flush = (isCut: boolean) => (isCut ? { finishFlush: constants.Z_SYNC_FLUSH } : {});

const decoders: Readonly<Record<string, (isCut: boolean) => Transform>> = {
  gzip: (isCut) => createGunzip(flush(isCut)),
  'x-gzip': (isCut) => createGunzip(flush(isCut)),
  deflate: (isCut) => createInflate(flush(isCut)),
  br: (isCut) => createBrotliDecompress(isCut ? { finishFlush: constants.BROTLI_OPERATION_FLUSH } : {}),
};

/** What was read of a stream. */
export interface ReadOctets {
  readonly bytes: Buffer;
  readonly problem: BodyProblem | null;
}

/**
 * Decompresses a body, up to `maxBytes`. It never fails: what came is kept, with what went wrong.
 * @param encoding the value of Content-Encoding (RFC 9110 section 8.4); null without one
 * @param signal ends the decompression
 */
export async function decodeContent(
  wire: ReadOctets,
  encoding: string | null,
  maxBytes: number,
  signal: AbortSignal,
): Promise<VisitBody> {
  const encodings = codingsOf(encoding);
  const { content, problem } = await decodeAll(wire, encodings, maxBytes, signal);
  return { encodings, bytes: wire.bytes.length, content, problem: wire.problem ?? problem };
}

/** The codings in their order; `identity` is none. */
function codingsOf(encoding: string | null): string[] {
  const names = (encoding ?? '').split(',').map((name) => name.trim().toLowerCase());
  return names.filter((name) => name !== '' && name !== 'identity');
}

async function decodeAll(
  wire: ReadOctets,
  encodings: readonly string[],
  maxBytes: number,
  signal: AbortSignal,
): Promise<{ readonly content: Buffer | null; readonly problem: BodyProblem | null }> {
  let content = wire.bytes;
  let problem: BodyProblem | null = null;
  if (content.length === 0) return { content, problem };
  if (encodings.length > MAX_CODINGS) return { content: null, problem: 'unknown-encoding' };
  for (const name of encodings.toReversed()) {
    const decoder = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
    if (decoder === undefined) return { content: null, problem: 'unknown-encoding' };
    const decoded = await collect(
      Readable.from([content]).pipe(decoder((wire.problem ?? problem) !== null)),
      maxBytes,
      signal,
    );
    if (decoded.problem === 'corrupt' && decoded.bytes.length === 0) return { content: null, problem: 'corrupt' };
    content = decoded.bytes;
    problem ??= decoded.problem;
  }
  return { content, problem };
}

/** Reads a stream up to `maxBytes`. Call it when the stream begins: what happened before is not seen. */
export function collect(source: Readable, maxBytes: number, signal: AbortSignal): Promise<ReadOctets> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    let detach = () => {};
    const finish = (problem: BodyProblem | null) => {
      detach();
      resolve({ bytes: Buffer.concat(chunks).subarray(0, maxBytes), problem });
      source.destroy();
    };
    // Called at once if the time is over already, as for a body that was read until then.
    detach = onAbort(signal, () => finish('timeout'));
    source.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > maxBytes) finish('too-large');
    });
    source.on('end', () => finish(null));
    source.on('close', () => finish('reset'));
    // The listener stays until the end: errors after the result must not become uncaught.
    source.on('error', (error) => finish(isCorrupt(error) ? 'corrupt' : 'reset'));
  });
}

/** Errors of the decompressors and of the HTTP parser, as opposed to those of the connection. */
function isCorrupt(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : '';
  return /^(?:Z_|ERR_BROTLI|ERR__ERROR|ERR_PADDING|HPE_)/.test(code);
}

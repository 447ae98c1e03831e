import { pipeline, Readable } from 'node:stream';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, type Compression } from './accepted-encoding.ts';
import { addVary } from './headers.ts';
import { brotliOptions } from './stored-forms.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whether answers of this route may be compressed: always, or only for callers with a token, whom no page can make call.
     * Without it they are not, because the length of a compressed answer tells about its content.
     */
    readonly compressed?: 'always' | 'with-token';
  }
}

/** Shorter answers fit into one packet anyway. */
const MIN_BYTES = 1024;
/** For single answers: takes about a millisecond for 50 kB. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 6;
/** For long answers, such as those of many places: they come out a tenth longer, in half of the time. */
const LONG_BYTES = 32 * 1024;
const LONG_GZIP_LEVEL = 3;

/**
 * Compresses answers of the routes that allow it. Streams of events are left alone, since each event has to leave at once, and
 * so are encrypted answers. Must be called after the hook that encrypts, and before the routes are registered.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isAllowed(request, reply)) return done(null, payload);
    addVary(reply, 'accept-encoding');
    if (typeof payload === 'string') {
      const encoding = payload.length < MIN_BYTES ? 'identity' : acceptedEncoding(request);
      if (encoding === 'identity') return done(null, payload);
      return compress(Buffer.from(payload), encoding, (error, compressed) => {
        if (error === null) reply.header('content-encoding', encoding).removeHeader('content-length');
        done(null, error === null ? compressed : payload);
      });
    }
    const encoding = payload instanceof Readable ? acceptedEncoding(request) : 'identity';
    if (!(payload instanceof Readable) || encoding === 'identity') return done(null, payload);
    reply.header('content-encoding', encoding).removeHeader('content-length');
    // Whatever ends one of the two streams ends the other.
    done(
      null,
      pipeline(payload, compressor(encoding), () => {}),
    );
  });
}

function isAllowed({ routeOptions, apiToken }: FastifyRequest, reply: FastifyReply): boolean {
  const { compressed } = routeOptions.config;
  if (compressed === undefined || (compressed === 'with-token' && apiToken === null)) return false;
  const isStreamOfEvents = String(reply.getHeader('content-type')).startsWith('text/event-stream');
  return !isStreamOfEvents && !reply.hasHeader('x-encryption-key') && !reply.hasHeader('content-encoding');
}

function compress(bytes: Buffer, encoding: Compression, done: (error: Error | null, compressed: Buffer) => void): void {
  const level = bytes.length < LONG_BYTES ? GZIP_LEVEL : LONG_GZIP_LEVEL;
  if (encoding === 'gzip') gzip(bytes, { level }, done);
  else brotliCompress(bytes, brotliOptions(bytes, BROTLI_QUALITY), done);
}

function compressor(encoding: Compression) {
  if (encoding === 'gzip') return createGzip({ level: GZIP_LEVEL });
  return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
}

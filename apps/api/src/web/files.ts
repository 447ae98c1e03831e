import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { normalize, sep } from 'node:path';
import { send } from '@fastify/send';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, type Compression, compressions } from '../http/accepted-encoding.ts';

/** Names in this folder contain a hash of the content. */
const HASHED = '/assets/';
const IMMUTABLE = 'public, max-age=31536000, immutable';
const SHORT = 'public, max-age=3600';

/** Files of the build that are not served under their own names. */
const NOT_FILES = /^\/(?:pages\.json|pages\/.*|\.vite\/.*|robots\.txt|.*\.(?:br|gz))$/;

/** The build adds these to the names of files that it stores in this encoding. */
const ENDINGS = { br: '.br', gzip: '.gz', identity: '' } as const;

interface ServedFile {
  readonly root: string;
  /** The encodings in which it is stored as well. */
  readonly compressed: readonly Compression[];
}

/**
 * Serves the files below `roots`, of which the first with a file of some name wins. They are listed once: a route of its own
 * for each of a thousand files would take a third of a second at every start, and 20 MB.
 */
export async function registerFiles(app: FastifyInstance, roots: readonly string[]): Promise<void> {
  const files = await listFiles(roots);
  const serve = (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const file = files.get(path);
    return file === undefined ? reply.callNotFound() : sendFile(request, reply, path, file);
  };
  const method = ['HEAD', 'GET'];
  app.route<{ Params: { '*': string } }>({
    method,
    url: `${HASHED}*`,
    handler: (request, reply) => serve(request, reply, HASHED + request.params['*']),
  });
  for (const path of files.keys()) {
    if (path.startsWith(HASHED)) continue;
    app.route({ method, url: path, handler: (request, reply) => serve(request, reply, path) });
  }
}

/** By path, which begins with a slash. */
async function listFiles(roots: readonly string[]): Promise<ReadonlyMap<string, ServedFile>> {
  const served = new Map<string, ServedFile>();
  for (const root of roots) {
    const entries = await readdir(normalize(root), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const paths = new Set(files.map((file) => pathOf(file, normalize(root))));
    for (const path of paths) {
      if (served.has(path) || NOT_FILES.test(path)) continue;
      served.set(path, { root, compressed: compressions.filter((form) => paths.has(path + ENDINGS[form])) });
    }
  }
  return served;
}

/** Of a file below `root`, from there. */
function pathOf({ parentPath, name }: Dirent, root: string): string {
  const folder = parentPath.slice(root.length).split(sep).filter(Boolean);
  return `/${[...folder, name].join('/')}`;
}

async function sendFile(request: FastifyRequest, reply: FastifyReply, path: string, { root, compressed }: ServedFile) {
  const encoding = acceptedEncoding(request, compressed);
  const options = { root, index: false, cacheControl: false, contentType: false };
  const { type, statusCode, headers, stream, metadata } = await send(
    request.raw,
    encodeURI(path + ENDINGS[encoding]),
    options,
  );
  // Removed by a build since it was listed, or not modified as the client requires, or without the requested part.
  if (type !== 'file') return refuse(reply, type === 'error' ? metadata.error : null);
  reply.code(statusCode).headers(headers);
  // A worker adopts the policy sent with its script, which would restrict it.
  reply.removeHeader('content-security-policy');
  reply.header('cache-control', path.startsWith(HASHED) ? IMMUTABLE : SHORT);
  reply.header('vary', 'accept-encoding');
  if (statusCode !== 304) reply.type(contentTypeOf(path));
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(stream);
}

function refuse(reply: FastifyReply, error: (Error & { readonly status?: number }) | null) {
  if (error === null || error.status === 404) return reply.callNotFound();
  throw error;
}

function contentTypeOf(path: string): string {
  const type = send.mime.getType(path) ?? 'application/octet-stream';
  return send.isUtf8MimeType(type) ? `${type}; charset=utf-8` : type;
}

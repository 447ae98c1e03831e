import { open } from 'node:fs/promises';
import { type Machine, UpdateRefused } from '../data/data.ts';
import { NetFailure } from '../net/net.ts';

export interface SourceLimits {
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly accept: string;
}

export interface SourceFile {
  readonly octets: Buffer;
  /** When it was last changed, milliseconds since 1970; null if the server does not say. */
  readonly changedAtMs: number | null;
}

const isUrl = (source: string): boolean => /^https?:\/\//i.test(source);

/** The last part of a path or URL, without query: no key of a mirror is in it. */
export const sourceName = (source: string) =>
  source
    .replace(/[?#].*/, '')
    .split(/[\\/]/)
    .at(-1) || source;

/**
 * Reads a file or URL that the operator, or the data set itself, has named. URLs are fetched by the network layer, with
 * its guard, a limit and a deadline.
 * @throws UpdateRefused if it cannot be read, or is a web page
 */
export async function readSource(
  source: string,
  fetch: Machine['fetch'],
  limits: SourceLimits,
  signal: AbortSignal,
): Promise<SourceFile> {
  const name = sourceName(source);
  const file = isUrl(source)
    ? await download(source, name, fetch, limits, signal)
    : await readLocal(source, name, limits.maxBytes);
  signal.throwIfAborted();
  if (file.octets.length === 0) throw new UpdateRefused(`${name} is empty.`);
  if (isWebPage(file.octets)) throw new UpdateRefused(`${name} is a web page, not data.`);
  return file;
}

async function download(
  url: string,
  name: string,
  fetch: Machine['fetch'],
  limits: SourceLimits,
  signal: AbortSignal,
): Promise<SourceFile> {
  if (fetch === null) throw new UpdateRefused('This machine fetches no files.');
  try {
    const answer = await fetch({ url, isOperators: true }, { ...limits, maxRedirects: 3 }, signal);
    const changedAtMs = Date.parse(answer.headers.get('last-modified') ?? '');
    if (answer.status === 200)
      return { octets: Buffer.from(answer.body), changedAtMs: Number.isNaN(changedAtMs) ? null : changedAtMs };
    throw new UpdateRefused(`${name}: the server answers with status ${answer.status}.`);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof NetFailure)) throw error;
    throw new UpdateRefused(`${name} cannot be fetched: ${error.message}`, { cause: error });
  }
}

async function readLocal(path: string, name: string, maxBytes: number): Promise<SourceFile> {
  try {
    const file = await open(path);
    try {
      const { size, mtimeMs } = await file.stat();
      if (size > maxBytes) throw new UpdateRefused(`${name} is larger than ${maxBytes} bytes.`);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, 0);
      return { octets: buffer.subarray(0, bytesRead), changedAtMs: mtimeMs };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof UpdateRefused || !(error instanceof Error && 'code' in error)) throw error;
    throw new UpdateRefused(`${name} cannot be read: ${String(error.code)}.`, { cause: error });
  }
}

function isWebPage(octets: Buffer): boolean {
  const start = octets
    .subarray(0, 512)
    .toString('latin1')
    .replace(/^\W{0,3}(?=<)/, '')
    .trimStart();
  return /^<(!doctype html|html|head|body|!--)/i.test(start);
}

import { join } from 'node:path';
import { readSource } from '../../data-sets/read-source.ts';
import { whyNotByDate } from '../../data-sets/refusals.ts';
import type { Net } from '../../net/net.ts';
import { type Bootstrap, parseBootstrap } from '../../protocols/rdap/bootstrap.ts';
import { UpdateRefused } from '../data.ts';
import type { BootstrapFile } from './known-servers.ts';
import { readStored, type StoredFile, store } from './stored-file.ts';

export interface SourceOptions {
  /** With a final slash. */
  readonly baseUrl: string;
  readonly folder: string;
  readonly fetch: Net['fetch'];
  readonly signal: AbortSignal;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** One of IANA's files: in memory, on disk, and renewed in the background. */
export interface BootstrapSource {
  /** The current copy, perhaps an old one, or null; `isComing` while a fetch is running. */
  current(): Promise<{ readonly bootstrap: Bootstrap | null; readonly isComing: boolean }>;
  /** Resolves when the running fetch ends, whatever its result. */
  arrival(): Promise<void>;
  published(): string | null;
  /** The publication date of the copy on disk or in memory; null without a copy. Fetches nothing. */
  known(): Promise<string | null>;
  /**
   * Fetches the file now, or reads it from a path or URL.
   * @returns whether the copy is another one than before
   * @throws UpdateRefused with everything unchanged
   */
  replace(source: string | null, signal: AbortSignal): Promise<boolean>;
}

const FRESH_MS = 24 * 60 * 60_000;
/** After a fetch that failed. */
const RETRY_MS = 10 * 60_000;
const limits = { timeoutMs: 20_000, maxBytes: 8 * 1024 * 1024, maxRedirects: 3, accept: 'application/json' };
const OK = 200;
const NOT_MODIFIED = 304;

export function createBootstrapSource(file: BootstrapFile, options: SourceOptions): BootstrapSource {
  const { baseUrl, folder, fetch, signal, now } = options;
  const path = join(folder, `${file}.json`);
  let copy: { readonly stored: StoredFile; readonly bootstrap: Bootstrap } | null = null;
  let reading: Promise<void> | null = null;
  let fetching: Promise<void> | null = null;
  let triedAtMs = Number.NEGATIVE_INFINITY;

  async function renew(): Promise<void> {
    const etag = copy?.stored.etag ?? null;
    const target = { url: `${baseUrl}${file}.json`, isOperators: true } as const;
    const answer = await fetch(target, { ...limits, ...(etag === null ? {} : { ifNoneMatch: etag }) }, signal);
    if (answer.status === NOT_MODIFIED && copy !== null) {
      copy = { ...copy, stored: { ...copy.stored, fetchedAtMs: now() } };
    } else {
      // A file that is not plausible does not replace the last good one.
      if (answer.status !== OK) return;
      copy = accepted(Buffer.from(answer.body).toString(), answer.headers.get('etag'));
    }
    await store(path, copy.stored);
  }

  async function replace(source: string | null, stop: AbortSignal): Promise<boolean> {
    await known();
    const { octets } = await readSource(source ?? `${baseUrl}${file}.json`, fetch, limits, stop);
    const before = copy?.bootstrap.publication;
    copy = accepted(octets.toString(), null);
    const isNew = before === undefined || before !== copy.bootstrap.publication;
    await store(path, copy.stored);
    return isNew;
  }

  /** @throws UpdateRefused */
  function accepted(text: string, etag: string | null) {
    const bootstrap = parseBootstrap(text);
    if (bootstrap === null) throw new UpdateRefused(`${file}.json is no list of RDAP servers (RFC 9224).`);
    const why = whyImplausible(copy?.bootstrap ?? null, bootstrap, now());
    if (why !== null) throw new UpdateRefused(`${file}.json: ${why}`);
    return { stored: { text, fetchedAtMs: now(), etag }, bootstrap };
  }

  async function known(): Promise<string | null> {
    reading ??= readOnce();
    await reading;
    return copy?.bootstrap.publication ?? null;
  }

  async function readOnce(): Promise<void> {
    copy = await readStored(path);
  }

  function renewWhenDue(): void {
    const isFresh = copy !== null && now() - copy.stored.fetchedAtMs < FRESH_MS;
    if (isFresh || fetching !== null || now() - triedAtMs < RETRY_MS || signal.aborted) return;
    triedAtMs = now();
    fetching = renew()
      .catch(() => {})
      .finally(() => {
        fetching = null;
      });
  }

  return {
    current: async () => {
      await known();
      renewWhenDue();
      return { bootstrap: copy?.bootstrap ?? null, isComing: fetching !== null };
    },
    arrival: () => fetching ?? Promise.resolve(),
    published: () => copy?.bootstrap.publication ?? null,
    known,
    replace,
  };
}

/** Registries join and leave one at a time. */
const LEAST_SHARE = 0.5;

function whyImplausible(before: Bootstrap | null, after: Bootstrap, nowMs: number): string | null {
  const why = after.publication === null ? null : whyNotByDate(after.publication, before?.publication ?? null, nowMs);
  if (before === null || why !== null) return why;
  const [had, has] = [before, after].map(({ services }) => services.reduce((sum, { keys }) => sum + keys.length, 0));
  return (has ?? 0) < LEAST_SHARE * (had ?? 0) ? `It has ${has} entries, where the copy at hand has ${had}.` : null;
}

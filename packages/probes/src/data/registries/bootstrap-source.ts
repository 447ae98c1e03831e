import { join } from 'node:path';
import type { Net } from '../../net/net.ts';
import { type Bootstrap, parseBootstrap } from '../../protocols/rdap/bootstrap.ts';
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
      const text = Buffer.from(answer.body).toString();
      const bootstrap = answer.status === OK ? parseBootstrap(text) : null;
      // An invalid file does not replace the last good one.
      if (bootstrap === null) return;
      copy = { stored: { text, fetchedAtMs: now(), etag: answer.headers.get('etag') }, bootstrap };
    }
    await store(path, copy.stored);
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
      reading ??= readOnce();
      await reading;
      renewWhenDue();
      return { bootstrap: copy?.bootstrap ?? null, isComing: fetching !== null };
    },
    arrival: () => fetching ?? Promise.resolve(),
    published: () => copy?.bootstrap.publication ?? null,
  };
}

import { join } from 'node:path';
import type { Net } from '../../net/net.ts';
import { type Bootstrap, parseBootstrap } from '../../protocols/rdap/bootstrap.ts';
import { type KeptFile, keep, readKept } from './kept-file.ts';
import type { BootstrapFile } from './known-servers.ts';

export interface SourceOptions {
  /** With a final slash. */
  readonly baseUrl: string;
  readonly folder: string;
  readonly fetch: Net['fetch'];
  readonly signal: AbortSignal;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** One of IANA's files: in memory, on disk, and renewed behind the lookups that need it. */
export interface BootstrapSource {
  /** The copy at hand, perhaps an old one, or null; `isComing` while a fetch is under way. */
  current(): Promise<{ readonly bootstrap: Bootstrap | null; readonly isComing: boolean }>;
  /** The end of the fetch under way, whatever came of it. */
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
  let copy: { readonly kept: KeptFile; readonly bootstrap: Bootstrap } | null = null;
  let reading: Promise<void> | null = null;
  let fetching: Promise<void> | null = null;
  let triedAtMs = Number.NEGATIVE_INFINITY;

  async function renew(): Promise<void> {
    const etag = copy?.kept.etag ?? null;
    const target = { url: `${baseUrl}${file}.json`, isOperators: true } as const;
    const answer = await fetch(target, { ...limits, ...(etag === null ? {} : { ifNoneMatch: etag }) }, signal);
    if (answer.status === NOT_MODIFIED && copy !== null) {
      copy = { ...copy, kept: { ...copy.kept, fetchedAtMs: now() } };
    } else {
      const text = Buffer.from(answer.body).toString();
      const bootstrap = answer.status === OK ? parseBootstrap(text) : null;
      // Whatever is no such file takes nothing away from the last good one.
      if (bootstrap === null) return;
      copy = { kept: { text, fetchedAtMs: now(), etag: answer.headers.get('etag') }, bootstrap };
    }
    await keep(path, copy.kept);
  }

  async function readOnce(): Promise<void> {
    copy = await readKept(path);
  }

  function renewWhenDue(): void {
    const isFresh = copy !== null && now() - copy.kept.fetchedAtMs < FRESH_MS;
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

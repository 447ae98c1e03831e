import { ToolError } from '@sonde/contract';
import type { Issuance } from '@sonde/contract/watch/certificates/issuance';
import type { LocalData } from '../data/data.ts';
import { decodeFor } from '../work/work.ts';
import { baseOf, listOf, readJson, type SearchContext } from './certificate-search.ts';
import { type IssuanceEntry, issuanceEntry } from './issuance-entry.ts';

/** Services without a key allow few requests per hour: the rest is read later. */
const MAX_PAGES = 5;
const MAX_ENTRIES = 1_000;

/** What the search has said behind a cursor. */
export interface ReadIssuances {
  /** In the order in which the search has found them; an issuance may come twice. */
  readonly entries: readonly Issuance[];
  /** Where to go on; null if nothing was ever there. */
  readonly cursor: string | null;
  /** Whether there is nothing more at the moment. */
  readonly isComplete: boolean;
}

export interface IssuancesQuestion {
  /** Names below it count too. */
  readonly domain: string;
  /** The cursor of an earlier answer; null from the beginning. */
  readonly after: string | null;
  /** Called with each entry; false if enough has been read, and the entry is left for the next time. */
  take(issuance: Issuance): boolean;
}

/** A search with a cursor; null if none of the configured ones has one. */
export function searchWithCursor(
  data: Pick<LocalData, 'names'>,
): { readonly url: string; readonly host: string } | null {
  const url = baseOf(data, 'certspotter');
  return url === null ? null : { url, host: new URL(url).host };
}

/**
 * Reads the issuances of unexpired certificates behind a cursor, page by page, until there is nothing more.
 * @throws ToolError `source-failed` (reason `source-limited` if the search limits its visitors), `protocol`, `busy`; NetFailure;
 * the signal's reason
 */
export async function readIssuances(
  base: string,
  { domain, after, take }: IssuancesQuestion,
  context: SearchContext,
): Promise<ReadIssuances> {
  const entries: Issuance[] = [];
  let cursor = after;
  for (let page = 0; page < MAX_PAGES; page++) {
    const read = decodedFor(context, listOf(await readJson(pageUrl(base, domain, cursor), context)));
    context.signal.throwIfAborted();
    if (read.length === 0) return { entries, cursor, isComplete: true };
    const before = cursor;
    for (const entry of read) {
      if (entries.length >= MAX_ENTRIES || !take(entry.issuance)) return { entries, cursor, isComplete: false };
      entries.push(entry.issuance);
      cursor = entry.cursor;
    }
    if (cursor === before) throw new ToolError('protocol', 'The certificate search gave the same page twice.');
  }
  return { entries, cursor, isComplete: false };
}

function decodedFor({ signal }: SearchContext, list: readonly unknown[]): IssuanceEntry[] {
  return list.slice(0, MAX_ENTRIES).map((value) => {
    const entry = decodeFor(signal, () => issuanceEntry(value));
    if (entry === null) throw new ToolError('protocol', 'The certificate search gave an issuance without an id.');
    return entry;
  });
}

function pageUrl(base: string, domain: string, after: string | null): string {
  const query = new URLSearchParams({ domain, include_subdomains: 'true', match_wildcards: 'true' });
  for (const field of ['dns_names', 'issuer', 'issuer.caa_domains', 'cert_der']) query.append('expand', field);
  if (after !== null) query.set('after', after);
  return `${base}/v1/issuances?${query}`;
}

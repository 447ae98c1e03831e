import { Readable } from 'node:stream';
import { answerEnvelope } from '@sonde/contract';
import type { AccountExport, HistoryEntry } from '@sonde/contract/account';
import type { Store } from '../../stores/store.ts';
import type { Person } from '../owner.ts';
import { readEntries } from './history-search.ts';
import { readTargets } from './saved-targets.ts';

/** Entries read and written at once, which takes a few milliseconds of the event loop. */
const PAGE = 250;

/**
 * All stored data of a person, as the JSON envelope of an answer, page by page: a whole history at once would delay all
 * other requests. An error on the way aborts the transfer, so that a part is not taken for the whole. The first page is
 * read before anything is sent, so that an unavailable store can still be reported.
 */
export async function exportStream(store: Store, { owner, email }: Person): Promise<Readable> {
  const first = await readPage(store, owner, null);
  const targets = await store.use((db) => readTargets(db, owner));

  async function* pieces(): AsyncGenerator<string> {
    const head = JSON.stringify(answerEnvelope<Partial<AccountExport>>({ email }));
    // Without the two closing braces.
    yield `${head.slice(0, -2)},"history":[`;
    yield entriesText(first.entries, true);
    for (let { next } = first; next !== null; ) {
      const page = await readPage(store, owner, next);
      yield entriesText(page.entries, false);
      next = page.next;
    }
    yield `],"targets":${JSON.stringify(targets)}}}`;
  }
  return Readable.from(pieces(), { objectMode: false });
}

const readPage = (store: Store, owner: string, before: string | null) =>
  store.use((db) => readEntries(db, owner, { search: null, tool: null, before, limit: PAGE }, store.now()));

function entriesText(entries: readonly HistoryEntry[], isFirst: boolean): string {
  const text = JSON.stringify(entries).slice(1, -1);
  return isFirst || text === '' ? text : `,${text}`;
}

import type { FastifyInstance } from 'fastify';
import { prepareFolder } from '../stores/embedded-database.ts';
import { createStore, type Store } from '../stores/store.ts';
import { embeddedAccounts } from './embedded-accounts.ts';
import { removeOutdated } from './history.ts';
import { hostedAccounts } from './hosted-accounts.ts';
import type { AccountOptions } from './identity-source.ts';
import { registerKept } from './kept-routes.ts';
import { createLookupNotes, type NoteFor } from './lookup-notes.ts';
import { createForgeryGuard } from './same-origin.ts';

const HOUR_MS = 60 * 60 * 1000;

export interface Accounts {
  readonly noteFor: NoteFor;
  readonly provider: 'embedded' | 'firebase';
  readonly store: Pick<Store, 'kind' | 'problem'>;
  /** Makes a place for what is kept, opens a store that holds something, and removes what is outdated. */
  begin(): void;
  /** Ends what is under way. */
  close(): Promise<void>;
}

/** Accounts, history and saved targets: their routes under `/api/account`, and what lookups need of them. */
export async function registerAccounts(app: FastifyInstance, options: AccountOptions): Promise<Accounts> {
  const { config, wallClock: now } = options;
  const { accounts: settings } = config;
  const store = createStore(settings, (err) => app.log.warn({ err }, 'a connection to the database broke'));
  const source =
    settings.firebase === null
      ? embeddedAccounts(app, store, options)
      : hostedAccounts(store, settings.firebase.projectId, options);
  const { visitors } = source;
  await app.register(async (scope) => {
    // JSON only: a form of another site cannot send that.
    scope.removeContentTypeParser('text/plain');
    scope.addHook('onRequest', createForgeryGuard(config.publicUrl));
    registerKept(scope, { visitors, store, tools: options.tools, now });
    source.register(scope);
  });
  const timer = setInterval(tidy, HOUR_MS).unref();

  function tidy(): void {
    if (!store.mayHoldData()) return;
    store
      .use((db) => removeOutdated(db, now()))
      .catch((err: unknown) => app.log.error({ err }, 'accounts and history cannot be reached'));
  }
  return {
    noteFor: createLookupNotes({ visitors, store, now, log: app.log }),
    provider: settings.firebase === null ? 'embedded' : 'firebase',
    store,
    begin() {
      // Where it cannot be made, the operator has been warned.
      prepareFolder(settings.dataDir).catch(() => {});
      tidy();
    },
    async close() {
      clearInterval(timer);
      await source.settle();
      await store.close();
    },
  };
}

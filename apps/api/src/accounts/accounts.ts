import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { prepareFolder } from '../stores/embedded/embedded-database.ts';
import { NewerStore } from '../stores/newer-store.ts';
import type { Store } from '../stores/store.ts';
import { chargeAccountCalls } from './costs.ts';
import { embeddedAccounts } from './embedded-accounts.ts';
import { createHistoryWriter } from './history/history.ts';
import { registerHistory } from './history/history-routes.ts';
import { createLookupRecorder, type RecorderFor } from './history/record-lookups.ts';
import { hostedAccounts } from './hosted-accounts.ts';
import type { AccountOptions } from './identity-source.ts';
import { createForgeryGuard } from './same-origin.ts';
import { tidy } from './tidying.ts';
import type { Visitors } from './visitors.ts';

const HOUR_MS = 60 * 60 * 1000;

export interface Accounts {
  readonly recorderFor: RecorderFor;
  readonly provider: 'embedded' | 'firebase';
  readonly store: Store;
  readonly visitors: Visitors;
  /** Creates the data folder, opens a store that holds data, and removes what has expired. */
  begin(): Promise<void>;
  /** Ends running work. */
  close(): Promise<void>;
}

/** Registers accounts, history and saved targets under `/api/account`, and returns what lookups need of them. */
export async function registerAccounts(app: FastifyInstance, options: AccountOptions): Promise<Accounts> {
  const { config, store } = options;
  const { accounts: settings } = config;
  const source =
    settings.firebase === null
      ? embeddedAccounts(app, store, options)
      : hostedAccounts(store, settings.firebase.projectId, options);
  const { visitors } = source;
  const history = createHistoryWriter(store);
  await app.register(async (scope) => {
    // Only JSON, which a form on another site cannot send.
    scope.removeContentTypeParser('text/plain');
    scope.addHook('onRequest', createForgeryGuard(config.publicUrl));
    chargeAccountCalls(scope, options.limits);
    registerHistory(scope, { visitors, store, history, tools: options.tools });
    source.register(scope);
  });
  const timer = setInterval(maintain, HOUR_MS).unref();

  async function maintain(): Promise<void> {
    if (!store.mayHoldData()) return;
    const logError = (err: unknown) => logUnreachable(app.log, err);
    await tidyUp(store, app.log).catch(logError);
    await inspect(store, app.log).catch(logError);
  }
  return {
    recorderFor: createLookupRecorder({ visitors, history, log: app.log }),
    provider: settings.firebase === null ? 'embedded' : 'firebase',
    store,
    visitors,
    async begin() {
      // If the folder cannot be created, the operator has already been warned.
      await prepareFolder(settings.dataDir).catch(() => {});
      await maintain();
    },
    async close() {
      clearInterval(timer);
      await source.settle();
      await store.close();
    },
  };
}

function logUnreachable(log: FastifyBaseLogger, err: unknown): void {
  const { cause } = err as { readonly cause?: unknown };
  if (cause instanceof NewerStore)
    log.error({ migrations: cause.migrations }, 'this database is of a newer Sonde: install that version again');
  else log.error({ err }, 'accounts and history cannot be reached');
}

async function tidyUp(store: Store, log: FastifyBaseLogger): Promise<void> {
  if ((await tidy(store)) === 'clock-jumped') {
    log.warn(
      'the clock is days away from the last trusted time: expired data is kept until the new time has lasted a day',
    );
  }
}

async function inspect(store: Store, log: FastifyBaseLogger): Promise<void> {
  const found = await store.inspect();
  if (found !== null) log.error({ found }, 'the database of accounts and history is damaged');
}

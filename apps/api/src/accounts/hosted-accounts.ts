import { answerEnvelope } from '@sonde/contract';
import type { FastifyInstance } from 'fastify';
import { FIREBASE_KEYS_URL } from '../stores/firebase-keys.ts';
import type { Store } from '../stores/store.ts';
import { createReadIdToken } from './firebase-tokens.ts';
import type { AccountOptions, IdentitySource } from './identity-source.ts';
import { removeKept } from './kept-data.ts';
import { isOnLoopback } from './settings.ts';
import { personOf, tokenVisitors, type Visitors } from './visitors.ts';

/** Accounts that live with Firebase Authentication: here its ID tokens are read. */
export function hostedAccounts(store: Store, projectId: string, options: AccountOptions): IdentitySource {
  const { config, firebaseKeysUrl = FIREBASE_KEYS_URL } = options;
  const { firebaseEmulator } = config.accounts;
  const takesUnsigned = firebaseEmulator !== null && isOnLoopback(firebaseEmulator);
  const visitors = tokenVisitors(createReadIdToken({ projectId, keysUrl: firebaseKeysUrl, takesUnsigned }));
  return {
    visitors,
    register: (app) => registerRemoval(app, visitors, store),
    settle: async () => {},
  };
}

/** With a hosted provider the account itself lives there; here is only what was kept. */
function registerRemoval(app: FastifyInstance, visitors: Visitors, store: Store): void {
  app.delete('/api/account', async (request) => {
    const { owner } = await personOf(visitors, request);
    await store.use((db) => db.transaction().execute((transaction) => removeKept(transaction, owner)));
    return answerEnvelope({ changed: 1 });
  });
}

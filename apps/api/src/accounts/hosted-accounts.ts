import { answerEnvelope } from '@sonde/contract';
import type { FastifyInstance } from 'fastify';
import { FIREBASE_KEYS_URL } from '../stores/firebase-keys.ts';
import type { Store } from '../stores/store.ts';
import { removeMemberData } from './history/member-data.ts';
import type { AccountOptions, IdentitySource } from './identity-source.ts';
import { isOnLoopback } from './settings.ts';
import { createReadIdToken } from './sign-in/firebase-tokens.ts';
import { personOf, tokenVisitors, type Visitors } from './visitors.ts';

/** Accounts at Firebase Authentication, whose ID tokens are verified here. */
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

/** Deletes the data of a member. The account itself is with the hosted provider. */
function registerRemoval(app: FastifyInstance, visitors: Visitors, store: Store): void {
  app.delete('/api/account', async (request) => {
    const { owner } = await personOf(visitors, request);
    await store.use((db) => db.transaction().execute((transaction) => removeMemberData(transaction, owner)));
    return answerEnvelope({ changed: 1 });
  });
}

import { randomBytes } from 'node:crypto';
import type { Store } from '../stores/store.ts';

const SECRET_BYTES = 24;

export type FeedStore = ReturnType<typeof createFeedStore>;

/** The secret addresses of feeds. Every function throws ToolError `store-failed`. */
export function createFeedStore(store: Store) {
  return {
    /** Null if the owner has none. */
    secretOf: async (owner: string): Promise<string | null> => {
      if (!store.mayHoldData()) return null;
      const row = await store.use((db) =>
        db.selectFrom('watch_feeds').select('secret').where('owner', '=', owner).executeTakeFirst(),
      );
      return row?.secret ?? null;
    },
    ownerOf: async (secret: string): Promise<string | null> => {
      if (!store.mayHoldData()) return null;
      const row = await store.use((db) =>
        db.selectFrom('watch_feeds').select('owner').where('secret', '=', secret).executeTakeFirst(),
      );
      return row?.owner ?? null;
    },
    /** Gives the owner a new address; the one before ends. */
    renew: (owner: string): Promise<string> =>
      store.use(async (db) => {
        const secret = randomBytes(SECRET_BYTES).toString('base64url');
        await db
          .insertInto('watch_feeds')
          .values({ owner, secret })
          .onConflict((conflict) => conflict.column('owner').doUpdateSet({ secret }))
          .execute();
        return secret;
      }),
    remove: async (owner: string): Promise<number> => {
      if (!store.mayHoldData()) return 0;
      const gone = await store.use((db) =>
        db.deleteFrom('watch_feeds').where('owner', '=', owner).executeTakeFirstOrThrow(),
      );
      return Number(gone.numDeletedRows);
    },
  };
}

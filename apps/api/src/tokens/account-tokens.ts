import { randomBytes, randomUUID } from 'node:crypto';
import { ToolError } from '@sonde/contract';
import {
  MAX_TOKENS,
  type MadeToken,
  TOKEN_PREFIX,
  type TokenEntry,
  type TokenScope,
  tokenScopes,
} from '@sonde/contract/tokens';
import { tokenClient } from '@sonde/service';
import { LRUCache } from 'lru-cache';
import { lockMemberData } from '../accounts/history/member-data.ts';
import type { Store } from '../stores/store.ts';
import type { Tables } from '../stores/tables.ts';
import { type ApiToken, hashOfToken } from './api-token.ts';

export interface NewToken {
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  /** Lifetime in days; null for a token that does not expire. */
  readonly days: number | null;
}

const TOKEN_BYTES = 32;
const DAY_MS = 86_400_000;
/** How long a token is valid without reading the store again, and so after another process has revoked it. */
const TRUSTED_MS = 1_000;
/** How long a token remains valid while the store fails. */
const REMEMBERED_MS = 60_000;
/** How accurately the last use is stored, so that a program that calls every second does not write every second. */
const USE_ACCURACY_MS = 60_000;
const MAX_REMEMBERED = 5_000;

const iso = (ms: number) => new Date(ms).toISOString();

export type AccountTokens = ReturnType<typeof createAccountTokens>;

const limitsOfMemory = { max: MAX_REMEMBERED, ttl: REMEMBERED_MS, ttlResolution: 0 };

/** The API tokens of members. Every function throws ToolError `store-failed`. */
export function createAccountTokens(store: Store, now: () => number) {
  /** By hash; the token is null if it is unknown, so that repeating it does not reach the store each time. */
  const remembered = new LRUCache<string, RememberedToken>({ ...limitsOfMemory, perf: { now } });

  /** Counts revocations, so that a token revoked while it was being read is not cached. */
  let revocations = 0;

  return {
    isRemembered: (hash: Buffer): boolean => (remembered.peek(hash.toString('hex'))?.token ?? null) !== null,
    /** Null for a token that is unknown or has expired. */
    async find(hash: Buffer): Promise<ApiToken | null> {
      const key = hash.toString('hex');
      const known = remembered.get(key);
      if (known !== undefined && now() - known.readAtMs < TRUSTED_MS) return known.token;
      const [before, readAtMs] = [revocations, now()];
      try {
        const found = store.mayHoldData() ? await findStored(store, key) : null;
        const token = found?.token ?? null;
        if (before === revocations)
          remembered.set(key, { token, readAtMs }, { ttl: found?.rememberMs ?? REMEMBERED_MS });
        return token;
      } catch (error) {
        // Programs with a valid token should not notice that the store fails for a moment.
        const stillKnown = remembered.get(key);
        if (stillKnown === undefined) throw error;
        return stillKnown.token;
      }
    },
    /** Creates a token and returns it; only its hash is stored. */
    make: (owner: string, { name, scopes, days }: NewToken): Promise<MadeToken> =>
      store.use((db) =>
        db.transaction().execute(async (transaction) => {
          await lockMemberData(transaction, owner);
          const before = await transaction.selectFrom('api_tokens').select('id').where('owner', '=', owner).execute();
          if (before.length >= MAX_TOKENS) {
            throw new ToolError('invalid-input', `At most ${MAX_TOKENS} tokens can be created.`, { field: 'name' });
          }
          const token = TOKEN_PREFIX + randomBytes(TOKEN_BYTES).toString('base64url');
          const [id, nowMs] = [randomUUID(), store.now()];
          const expires_at = days === null ? null : iso(nowMs + days * DAY_MS);
          const hash = hashOfToken(token).toString('hex');
          await transaction
            .insertInto('api_tokens')
            .values({ id, owner, name, hash, scopes: scopes.join(' '), made_at: iso(nowMs), used_at: null, expires_at })
            .execute();
          remembered.delete(hash);
          return { id, token };
        }),
      ),
    list: async (owner: string): Promise<TokenEntry[]> => {
      if (!store.mayHoldData()) return [];
      const rows = await store.use((db) =>
        db
          .selectFrom('api_tokens')
          .selectAll()
          .where('owner', '=', owner)
          .orderBy('made_at', 'desc')
          .orderBy('id')
          .execute(),
      );
      return rows.map(entryOf);
    },
    /** Revokes a token of this owner. Returns the number of revoked tokens: 0 or 1. */
    async revoke(owner: string, id: string): Promise<number> {
      if (!store.mayHoldData()) return 0;
      revocations += 1;
      const gone = await store.use((db) =>
        db.deleteFrom('api_tokens').where('owner', '=', owner).where('id', '=', id).returning('hash').execute(),
      );
      revocations += 1;
      for (const { hash } of gone) remembered.delete(hash);
      return gone.length;
    },
  };
}

interface RememberedToken {
  readonly token: ApiToken | null;
  readonly readAtMs: number;
}

interface FoundToken {
  readonly token: ApiToken;
  /** How long it may be cached, at most until it expires. */
  readonly rememberMs: number;
}

async function findStored(store: Store, hash: string): Promise<FoundToken | null> {
  return store.use(async (db) => {
    const nowMs = store.now();
    const now = iso(nowMs);
    const row = await db.selectFrom('api_tokens').selectAll().where('hash', '=', hash).executeTakeFirst();
    if (row === undefined || (row.expires_at !== null && row.expires_at <= now)) return null;
    if (row.used_at === null || row.used_at <= iso(nowMs - USE_ACCURACY_MS))
      await db.updateTable('api_tokens').set({ used_at: now }).where('id', '=', row.id).execute();
    const leftMs = row.expires_at === null ? REMEMBERED_MS : Date.parse(row.expires_at) - nowMs;
    return {
      token: { client: tokenClient(row.owner), owner: row.owner, scopes: readScopes(row.scopes) },
      rememberMs: Math.min(REMEMBERED_MS, leftMs),
    };
  });
}

const readScopes = (text: string): TokenScope[] => tokenScopes.filter((scope) => text.split(' ').includes(scope));

function entryOf({ id, name, scopes, made_at, used_at, expires_at }: Tables['api_tokens']): TokenEntry {
  return { id, name, scopes: readScopes(scopes), madeAt: made_at, usedAt: used_at, expiresAt: expires_at };
}

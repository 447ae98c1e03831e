import { createAllowanceStore, createClientAllowances, rateLimited, type SharedStore } from '@sonde/service';
import type { ApiToken } from './api-token.ts';

/** Unknown tokens per network: at once, and as many again over the window. */
const LIMIT = { units: 60, windowMs: 60_000 };

/** Limits how many unknown tokens of a network are looked for, each of which would be a query to the store. */
export interface TokenGuesses {
  /**
   * Counts the attempt before it begins, and no longer if the token is found. This is not the allowance of the network: a
   * program with a valid token has its own, whatever others behind the same address have used.
   * @throws ToolError `rate-limited`.
   */
  take(network: string, find: () => Promise<ApiToken | null>): Promise<ApiToken | null>;
}

export function createTokenGuesses(now: () => number, shared: SharedStore | null): TokenGuesses {
  const allowances = createClientAllowances(LIMIT, (limit) => {
    const store = createAllowanceStore(limit, now, shared);
    // The key has a prefix, because instances share one store for all kinds of allowances.
    return { take: (client, units) => store.take(`tokens ${client}`, units) };
  });
  return {
    async take(network, find) {
      const decision = await allowances.take(network, 1);
      if (!decision.isAllowed) throw rateLimited(decision);
      const found = await find();
      if (found !== null) await allowances.take(network, -1);
      return found;
    },
  };
}

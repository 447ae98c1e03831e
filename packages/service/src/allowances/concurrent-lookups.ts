import { ToolError } from '@sonde/contract';
import { createShares } from '../clients/shares.ts';
import { isTokenClient } from '../clients/token-client.ts';

/** How many lookups a client may run at once; a /48 network may run as many as several clients. */
const MAX_PER_CLIENT = 4;
/** Programs with a token send many requests at once, and the operator knows whose they are. */
const MAX_PER_TOKEN = 16;

export interface ConcurrentLookups {
  /**
   * Counts one more lookup of the client; call the returned function when it ends.
   * @throws ToolError `rate-limited` if there are too many.
   */
  begin(client: string): () => void;
}

/** Counts the running lookups of each client. */
export function createConcurrentLookups(maxOfNetwork = MAX_PER_CLIENT): ConcurrentLookups {
  const shares = createShares();
  return {
    begin(client) {
      const max = isTokenClient(client) ? MAX_PER_TOKEN : maxOfNetwork;
      if (shares.of(client) >= max) {
        const what =
          shares.ownOf(client) >= max
            ? `At most ${max} lookups at a time.`
            : 'Too many lookups of your network are under way.';
        throw new ToolError('rate-limited', `${what} Please wait for one to end.`, { retryAfterSeconds: 1 });
      }
      shares.add(client);
      return () => shares.remove(client);
    },
  };
}

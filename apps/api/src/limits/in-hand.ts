import { ToolError } from '@sonde/contract';
import { createShares } from './shares.ts';

/** How many lookups of one client may be under way at once; of one /48 network, as many as of several clients. */
const MAX_PER_CLIENT = 4;

export interface InHand {
  /**
   * Counts one more lookup of the client; what is given back ends it.
   * @throws ToolError `rate-limited` when there are too many.
   */
  begin(client: string): () => void;
}

/** The lookups that each client has under way. */
export function createInHand(max = MAX_PER_CLIENT): InHand {
  const shares = createShares();
  return {
    begin(client) {
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

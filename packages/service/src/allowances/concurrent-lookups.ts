import { ToolError } from '@sonde/contract';
import { createShares, type Shares } from '@sonde/probes';
import { isAccountClient, isTokenClient } from '../clients/token-client.ts';

/** How many lookups a client may run at once; a /48 network may run as many as several clients. */
const MAX_PER_CLIENT = 4;
/** Programs with a token send many requests at once. All accounts that are used from one network count as one. */
const MAX_PER_TOKEN = 16;

export interface ConcurrentLookups {
  /**
   * Counts one more lookup of the client; call the returned function when it ends.
   * @param network the network that the request came from; null if it is unknown, or is the client itself.
   * @throws ToolError `rate-limited` if there are too many.
   */
  begin(client: string, network?: string | null): () => void;
}

/** Counts the running lookups of each client. */
export function createConcurrentLookups(maxOfNetwork = MAX_PER_CLIENT): ConcurrentLookups {
  const shares = createShares();
  const ofAccounts = createShares();
  return {
    begin(client, network = null) {
      const max = isTokenClient(client) ? MAX_PER_TOKEN : maxOfNetwork;
      const counted: [Shares, string][] = [[shares, client]];
      if (network !== null && isAccountClient(client)) counted.push([ofAccounts, network]);
      if (counted.some(([of, name]) => of.of(name) >= max)) throw tooMany(shares.ownOf(client) >= max ? max : null);
      for (const [of, name] of counted) of.add(name);
      return () => {
        for (const [of, name] of counted) of.remove(name);
      };
    },
  };
}

/** `max`: how many the client itself may run; null if its network runs too many. */
function tooMany(max: number | null): ToolError {
  const what = max === null ? 'Too many lookups of your network are under way.' : `At most ${max} lookups at a time.`;
  return new ToolError('rate-limited', `${what} Please wait for one to end.`, { retryAfterSeconds: 1 });
}

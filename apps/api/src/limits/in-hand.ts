import { ToolError } from '@sonde/contract';

/** How many lookups of one client may be under way at once. */
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
  const counts = new Map<string, number>();
  return {
    begin(client) {
      const count = counts.get(client) ?? 0;
      if (count >= max) {
        throw new ToolError('rate-limited', `At most ${max} lookups at a time. Please wait for one to end.`, {
          retryAfterSeconds: 1,
        });
      }
      counts.set(client, count + 1);
      return () => {
        const left = (counts.get(client) ?? 1) - 1;
        if (left > 0) counts.set(client, left);
        else counts.delete(client);
      };
    },
  };
}

import { createShares, type Shares } from './shares.ts';

/**
 * On whose behalf a lookup is made: the clients who wait for its answer. It counts for each of them, and is judged by
 * the one that holds least. So a visitor who joins an attacker's lookup protects it, and an attacker who joins lookups
 * gains nothing, since each of them adds to what he holds.
 */
export interface Claim {
  /** Lookups that are running for the client who has fewest of them; infinite when nobody waits any longer. */
  runningShare(): number;
  /** The same for lookups that are running or waiting for a place. */
  askedShare(): number;
  /** To be called when the lookup begins to run; what is given back ends that. */
  run(): () => void;
}

interface OpenClaim extends Claim {
  /** Adds a client who waits for the answer; what is given back removes it, and tells whether nobody is left. */
  join(client: string): () => boolean;
}

/** The claims to the places of one tool. */
export interface Claims {
  /** Does the work on behalf of the client, and of all others who wait for the lookup of this key meanwhile. */
  onBehalfOf<T>(client: string, key: string, work: (claim: Claim) => Promise<T>): Promise<T>;
}

export function createClaims(): Claims {
  const asked = createShares();
  const running = createShares();
  const open = new Map<string, OpenClaim>();
  return {
    async onBehalfOf(client, key, work) {
      const claim = open.get(key) ?? openClaim(asked, running);
      open.set(key, claim);
      const leave = claim.join(client);
      try {
        return await work(claim);
      } finally {
        if (leave()) open.delete(key);
      }
    },
  };
}

function openClaim(asked: Shares, running: Shares): OpenClaim {
  /** How often each client waits for this lookup; it counts once for each all the same. */
  const counts = new Map<string, number>();
  let isRunning = false;

  function leave(client: string): boolean {
    const left = (counts.get(client) ?? 1) - 1;
    if (left > 0) {
      counts.set(client, left);
      return false;
    }
    counts.delete(client);
    asked.remove(client);
    if (isRunning) running.remove(client);
    return counts.size === 0;
  }

  const least = (shares: Shares) => Math.min(...[...counts.keys()].map(shares.of));
  return {
    join(client) {
      const count = counts.get(client) ?? 0;
      counts.set(client, count + 1);
      if (count === 0) {
        asked.add(client);
        if (isRunning) running.add(client);
      }
      return () => leave(client);
    },
    runningShare: () => least(running),
    askedShare: () => least(asked),
    run() {
      isRunning = true;
      for (const client of counts.keys()) running.add(client);
      return () => {
        isRunning = false;
        for (const client of counts.keys()) running.remove(client);
      };
    },
  };
}

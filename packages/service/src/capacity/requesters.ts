import { createShares, type Shares, type WorkOwner } from '@sonde/probes';
import { isListClient } from '../clients/list-client.ts';

/**
 * The clients that wait for the answer of one lookup. It counts for each of them and is judged by the client that holds
 * least. So a visitor who joins an attacker's lookup protects it, whereas an attacker gains nothing by joining lookups,
 * since each adds to what the attacker holds.
 */
export interface Requesters extends WorkOwner {
  /** The number of running lookups of the client that has the fewest; infinite if no client is waiting any more. */
  runningShare(): number;
  /** The same for lookups that are running or waiting for a slot. */
  requestedShare(): number;
  /** Call when the lookup starts to run, and the returned function when it ends. */
  start(): () => void;
}

interface JoinableRequesters extends Requesters {
  /** Adds a client that waits for the answer. The returned function removes it, and returns whether nobody is left. */
  join(client: string): () => boolean;
}

/** The requesters of each lookup of one tool. */
export interface RequestersByLookup {
  /** Adds the client to the requesters of the lookup with this key, until `leave` is called. */
  join(client: string, key: string): { readonly requesters: Requesters; leave(): void };
}

export function createRequestersByLookup(): RequestersByLookup {
  const requested = createShares();
  const running = createShares();
  const byKey = new Map<string, JoinableRequesters>();
  return {
    join(client, key) {
      const requesters = byKey.get(key) ?? createRequesters(requested, running);
      byKey.set(key, requesters);
      const leave = requesters.join(client);
      return {
        requesters,
        leave() {
          if (leave()) byKey.delete(key);
        },
      };
    },
  };
}

function createRequesters(requested: Shares, running: Shares): JoinableRequesters {
  /** How often each client waits for this lookup; in its share, the lookup counts only once. */
  const counts = new Map<string, number>();
  // They are asked for with every question of the lookup, and change when somebody joins or leaves.
  let [clients, isBackground] = [[] as readonly string[], false];
  let isRunning = false;

  function noteClients(): void {
    clients = [...counts.keys()];
    isBackground = clients.length > 0 && clients.every(isListClient);
  }

  function leave(client: string): boolean {
    const left = (counts.get(client) ?? 1) - 1;
    if (left > 0) {
      counts.set(client, left);
      return false;
    }
    counts.delete(client);
    noteClients();
    requested.remove(client);
    if (isRunning) running.remove(client);
    return counts.size === 0;
  }

  const smallest = (shares: Shares) => Math.min(...clients.map(shares.of));
  return {
    join(client) {
      const count = counts.get(client) ?? 0;
      counts.set(client, count + 1);
      if (count === 0) {
        noteClients();
        requested.add(client);
        if (isRunning) running.add(client);
      }
      return () => leave(client);
    },
    clients: () => clients,
    get isBackground() {
      return isBackground;
    },
    runningShare: () => smallest(running),
    requestedShare: () => smallest(requested),
    start() {
      isRunning = true;
      for (const client of counts.keys()) running.add(client);
      return () => {
        isRunning = false;
        for (const client of counts.keys()) running.remove(client);
      };
    },
  };
}

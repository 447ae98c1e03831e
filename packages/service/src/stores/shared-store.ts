import { Redis } from 'ioredis';

/** A Redis or Valkey server shared by several instances. Losing it at any time causes no delays. */
export interface SharedStore {
  /** False while the store cannot be reached. */
  readonly isReachable: boolean;
  /** Runs commands; rejects at once while the store cannot be reached, and soon when it stops answering. */
  run<Result>(work: (commands: Redis) => Promise<Result>): Promise<Result>;
  /** Calls `listen` for every message of a channel until the returned function is called. Messages may be missed. */
  subscribe(channel: string, listen: (message: string) => void): () => void;
  close(): void;
}

/** Longer than any command takes on a working store. Every caller can continue without the store. */
const COMMAND_TIMEOUT_MS = 500;
const CONNECT_TIMEOUT_MS = 1_000;
const LONGEST_PAUSE_MS = 2_000;

/**
 * Connects in the background and keeps trying. `onReach` is called when the store becomes reachable, and once whenever it
 * is or becomes unreachable, with the reason.
 */
export function openSharedStore(
  url: string,
  onReach: (isReachable: boolean, reason: string | null) => void,
): SharedStore {
  const options = {
    connectTimeout: CONNECT_TIMEOUT_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt: number) => Math.min(attempt * 100, LONGEST_PAUSE_MS),
  };
  const commands = new Redis(url, { ...options, commandTimeout: COMMAND_TIMEOUT_MS });
  const subscriber = new Redis(url, options);
  let wasReachable: boolean | null = null;
  let reason: string | null = null;
  const tell = (isReachable: boolean) => {
    if (isReachable !== wasReachable) onReach(isReachable, isReachable ? null : reason);
    wasReachable = isReachable;
    reason = null;
  };
  commands.on('ready', () => tell(true));
  commands.on('close', () => tell(false));
  commands.on('error', ({ message }) => {
    reason = message;
  });
  // Callers notice the failure by their command; without a listener an error would end the process.
  subscriber.on('error', () => {});
  const isReady = () => commands.status === 'ready';
  return {
    get isReachable() {
      return isReady();
    },
    async run(work) {
      if (!isReady()) throw new Error('the shared store cannot be reached');
      try {
        return await work(commands);
      } catch (error) {
        // Reconnects after a command timed out, so that no other caller waits for a silent connection.
        if (error instanceof Error && /timed out/i.test(error.message) && isReady()) commands.disconnect(true);
        throw error;
      }
    },
    subscribe: createChannels(subscriber),
    close() {
      // Closing is not reported as a loss.
      wasReachable = false;
      commands.disconnect();
      subscriber.disconnect();
    },
  };
}

/** The listeners of each channel. The first one subscribes at the store, the last one unsubscribes. */
function createChannels(subscriber: Redis): SharedStore['subscribe'] {
  const listeners = new Map<string, Set<(message: string) => void>>();
  const ignore = () => {};
  subscriber.on('message', (channel: string, message: string) => {
    for (const listen of listeners.get(channel) ?? []) listen(message);
  });
  subscriber.on('ready', () => {
    if (listeners.size > 0) void subscriber.subscribe(...listeners.keys()).catch(ignore);
  });
  return (channel, listen) => {
    const all = listeners.get(channel) ?? new Set();
    listeners.set(channel, all.add(listen));
    if (all.size === 1 && subscriber.status === 'ready') void subscriber.subscribe(channel).catch(ignore);
    return () => {
      all.delete(listen);
      if (all.size > 0 || listeners.get(channel) !== all) return;
      listeners.delete(channel);
      if (subscriber.status === 'ready') void subscriber.unsubscribe(channel).catch(ignore);
    };
  };
}

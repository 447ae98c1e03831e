import type { Hub } from '@sonde/service/places/hub';
import type { PlaceStore } from './place-store.ts';

/** How soon the connection of a place that was removed is closed. */
const REMOVED_MS = 1_000;
/** Clocks may step back, which can hide a change of the places from their version. */
const READ_ANYWAY_MS = 60_000;

interface WatchedPlaces {
  readonly store: Pick<PlaceStore, 'version' | 'confirmed'>;
  readonly hub: Pick<Hub, 'connected' | 'disconnect'>;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

/**
 * Closes the connections of places that were removed or have another key now, by whatever process. All places are read only if one has changed, or if
 * an agent has connected with a key that is not known yet. Returns the function that ends it.
 */
export function watchRemovedPlaces(watched: WatchedPlaces): () => void {
  const look = createLook(watched);
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void look().finally(() => {
      isLooking = false;
    });
  }, REMOVED_MS).unref();
  return () => clearInterval(timer);
}

interface Known {
  readonly version: string;
  /** By the id of the place. */
  readonly keys: ReadonlyMap<string, string | null>;
  readonly readAtMs: number;
}

function createLook({ store, hub, now }: WatchedPlaces): () => Promise<void> {
  let known: Known | null = null;
  return async () => {
    if (hub.connected().length === 0) return;
    try {
      // Read before the places: what changes between the two is seen the next time.
      const version = await store.version();
      const isCurrent = known?.version === version && now() - known.readAtMs < READ_ANYWAY_MS;
      if (!isCurrent || !hub.connected().every(({ id, publicKey }) => known?.keys.get(id) === publicKey))
        known = { version, keys: await store.confirmed(), readAtMs: now() };
    } catch {
      // While the store fails, nobody is removed.
      return;
    }
    for (const { id, publicKey } of hub.connected()) {
      const key = known?.keys.get(id);
      if (key !== publicKey)
        hub.disconnect(id, key === undefined ? 'This place was removed.' : 'The key of this place was replaced.');
    }
  };
}

/** Who wants to know when something stored has changed, in this tab or in another. */
export interface StoredChanges {
  /** For `useSyncExternalStore`. */
  readonly subscribe: (listener: () => void) => () => void;
  /** To be called after a change made here: a tab hears only of those that others make. */
  readonly tell: () => void;
}

export function createStoredChanges(): StoredChanges {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      window.addEventListener('storage', listener);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('storage', listener);
      };
    },
    tell() {
      for (const listener of listeners) listener();
    },
  };
}

/** Notifies listeners when a stored value changes, in this tab or another. */
export interface StoredChanges {
  /** For `useSyncExternalStore`. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Call this after a change in this tab: the browser's storage events reach only the other tabs. */
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

// In this folder: local and session storage, and the state that lives there: consent, theme, recent lookups.
/** Reads a stored value; null if the browser blocks storage. */
export function readStored(storage: 'local' | 'session', key: string): string | null {
  try {
    return open(storage).getItem(key);
  } catch {
    return null;
  }
}

/**
 * Stores a value, or removes it if it is null. If storage is blocked or full, nothing is kept and the page works on.
 */
export function store(storage: 'local' | 'session', key: string, value: string | null): void {
  try {
    if (value === null) open(storage).removeItem(key);
    else open(storage).setItem(key, value);
  } catch {
    // Nothing depends on stored values.
  }
}

const open = (storage: 'local' | 'session') => (storage === 'local' ? localStorage : sessionStorage);

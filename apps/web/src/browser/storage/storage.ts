// In this folder: local and session storage, and the state kept there: consent, theme, recent lookups.
/** Reads a stored value; null if the browser blocks storage. */
export function readStored(storage: 'local' | 'session', key: string): string | null {
  try {
    return open(storage).getItem(key);
  } catch {
    return null;
  }
}

/**
 * Stores a value, or removes it if it is null. If storage is blocked or full, nothing is stored and the page keeps
 * working.
 */
export function store(storage: 'local' | 'session', key: string, value: string | null): void {
  try {
    if (value === null) open(storage).removeItem(key);
    else open(storage).setItem(key, value);
  } catch {
    // The page works without stored values.
  }
}

/** Removes everything that is stored for this tab. */
export function clearSession(): void {
  try {
    sessionStorage.clear();
  } catch {
    // Nothing is stored then.
  }
}

const open = (storage: 'local' | 'session') => (storage === 'local' ? localStorage : sessionStorage);

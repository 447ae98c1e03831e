/** Reads a stored value; null where the browser keeps storage shut. */
export function readStored(storage: 'local' | 'session', key: string): string | null {
  try {
    return open(storage).getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a value, or removes it when it is null. A shut or full storage keeps nothing: the page works on. */
export function store(storage: 'local' | 'session', key: string, value: string | null): void {
  try {
    if (value === null) open(storage).removeItem(key);
    else open(storage).setItem(key, value);
  } catch {
    // Nothing depends on it.
  }
}

const open = (storage: 'local' | 'session') => (storage === 'local' ? localStorage : sessionStorage);

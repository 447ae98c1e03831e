/** Exclusive reservations, by name. */
export interface Claims {
  /** Returns a function that releases the claim, or null while the name is taken. Never rejects. */
  claim(name: string): Promise<(() => void) | null>;
}

/** Claims in this process. */
export function createMemoryClaims(): Claims {
  const taken = new Set<string>();
  return {
    async claim(name) {
      if (taken.has(name)) return null;
      taken.add(name);
      return () => taken.delete(name);
    },
  };
}

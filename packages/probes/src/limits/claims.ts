/** Work that only one may do at a time, by name. */
export interface Claims {
  /** What ends the claim, or null while somebody else has it. It never rejects. */
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

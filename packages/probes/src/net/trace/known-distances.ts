/** The distances of targets when they were last traced, so that the next trace need not probe beyond them. */
export interface KnownDistances {
  of(address: string): number | null;
  learn(address: string, distance: number): void;
}

const MAX_KNOWN = 1000;

export function createKnownDistances(): KnownDistances {
  const known = new Map<string, number>();
  return {
    of: (address) => known.get(address) ?? null,
    learn: (address, distance) => {
      const [oldest] = known.keys();
      if (known.size >= MAX_KNOWN && oldest !== undefined) known.delete(oldest);
      known.set(address, distance);
    },
  };
}

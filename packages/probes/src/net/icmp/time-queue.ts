/** Something that is due at a time. */
export interface Timed {
  readonly atMs: number;
}

/** What waits for its time, in order of time; of equal times, in order of arrival. */
export interface TimeQueue<Item extends Timed> {
  /** Infinity if nothing waits. */
  readonly firstAtMs: number;
  add(item: Item): void;
  /** Takes the first one, if it is due by then. */
  takeUntil(timeMs: number): Item | null;
  remove(item: Item): void;
}

export function createTimeQueue<Item extends Timed>(): TimeQueue<Item> {
  const items: Item[] = [];
  return {
    get firstAtMs() {
      return items[0]?.atMs ?? Infinity;
    },
    add: (item) => {
      // From the end: nearly every packet is due later than all that wait.
      const before = items.findLastIndex(({ atMs }) => atMs <= item.atMs);
      items.splice(before + 1, 0, item);
    },
    takeUntil: (timeMs) => {
      const [first] = items;
      if (first === undefined || first.atMs > timeMs) return null;
      items.shift();
      return first;
    },
    remove: (item) => {
      const place = items.indexOf(item);
      if (place !== -1) items.splice(place, 1);
    },
  };
}

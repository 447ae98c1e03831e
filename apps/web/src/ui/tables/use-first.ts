import { useState } from 'react';
import { usePrinting } from '../../browser/page/use-printing.ts';

export interface First<Item> {
  readonly shown: readonly Item[];
  /** How many items are hidden. */
  readonly hidden: number;
  showAll(): void;
}

/** The first of many items; all of them on demand and in print. */
export function useFirst<Item>(items: readonly Item[], count: number): First<Item> {
  const [isAll, setAll] = useState(false);
  const isPrinting = usePrinting();
  const shown = isAll || isPrinting ? items : items.slice(0, count);
  return { shown, hidden: items.length - shown.length, showAll: () => setAll(true) };
}

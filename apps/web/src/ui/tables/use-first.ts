import { useState } from 'react';
import { usePrinting } from '../../browser/page/use-printing.ts';

export interface First<Item> {
  readonly shown: readonly Item[];
  /** How many are hidden. */
  readonly hidden: number;
  showAll(): void;
}

/** The first of many; all of them on demand and in print. */
export function useFirst<Item>(items: readonly Item[], count: number): First<Item> {
  const [isAll, setAll] = useState(false);
  const isPrinting = usePrinting();
  const shown = isAll || isPrinting ? items : items.slice(0, count);
  return { shown, hidden: items.length - shown.length, showAll: () => setAll(true) };
}

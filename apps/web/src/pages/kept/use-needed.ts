import { useDeferredValue, useEffect, useState } from 'react';
import { usePrinting } from '../../browser/page/use-printing.ts';

/** What a reader does before anything below the window is read or searched. */
const signs = ['scroll', 'wheel', 'touchstart', 'pointerdown', 'keydown', 'focusin'] as const;

/**
 * How many of so many large parts below the window are to be shown: none until somebody reads the page, then one after
 * the other, so that the page can be scrolled meanwhile. On paper all of them.
 */
export function useNeeded(all: number): number {
  const isPrinting = usePrinting();
  const [isRead, setRead] = useState(() => location.hash !== '' || scrollY > 0);
  const [count, setCount] = useState(0);
  const shown = useDeferredValue(count);
  useEffect(() => {
    if (isRead) return;
    const begin = () => setRead(true);
    for (const sign of signs) addEventListener(sign, begin, { once: true, passive: true, capture: true });
    return () => {
      for (const sign of signs) removeEventListener(sign, begin, { capture: true });
    };
  }, [isRead]);
  useEffect(() => {
    if (isRead && shown === count && count < all) setCount(count + 1);
  }, [isRead, shown, count, all]);
  return isPrinting ? all : shown;
}
